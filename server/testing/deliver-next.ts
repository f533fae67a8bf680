import { type ClaimedMail, claimMails, sendMail } from "../domain/mail/send-mail.ts";
import { claimDeliveries } from "../domain/webhooks/deliveries/claim-deliveries.ts";
import type { EndpointKey } from "../domain/webhooks/deliveries/claimed-delivery.ts";
import { sendDelivery } from "../domain/webhooks/deliveries/deliver.ts";
import { recordAttempts } from "../domain/webhooks/deliveries/record-attempts.ts";
import type { MailTransport } from "../platform/mail.ts";
import type { Resolve } from "../platform/outbound-http.ts";
import type { Services } from "../platform/scope.ts";

/** What a worker does with one due delivery of an endpoint: whether it was accepted, null when none is due. */
export async function deliverNext(
  services: Services,
  endpoint: EndpointKey,
  resolve?: Resolve,
): Promise<boolean | null> {
  const [claimed] = await claimDeliveries(services, [{ ...endpoint, limit: 1 }]);
  if (!claimed) return null;
  const attempt = await sendDelivery(services, claimed, resolve);
  const [error] = await recordAttempts(services, [attempt]);
  if (error) throw error;
  return attempt.result.succeeded;
}

/** What a worker does with a tenant's most urgent mail; false when none is due. */
export async function sendNextMail(
  services: Services,
  transport: MailTransport,
  tenantId: string,
): Promise<boolean> {
  const [claimed]: ClaimedMail[] = await claimMails(services, [{ tenantId, limit: 1 }]);
  if (!claimed) return false;
  await sendMail(services, transport, claimed);
  return true;
}
