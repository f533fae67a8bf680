import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "@usher/client";
import { settings } from "../../../../lib/settings.ts";
import { clients } from "../../../../lib/usher.ts";

/** What Usher tells: signed, at least once each, within seconds. */
export async function POST(request: Request): Promise<Response> {
  try {
    follow(await verifyWebhook(await request.text(), request.headers, settings.webhookSecrets()));
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.message, { status: 400 });
  }
  return new Response(null, { status: 204 });
}

/** A customer's subscription has changed: what the cache knows of them is not fresh any more. Doing so twice does no harm. */
function follow({ type, data }: WebhookEvent): void {
  if (!type.startsWith("subscription.") || !("customer" in data)) return;
  const { customer } = data;
  if (typeof customer === "object" && customer !== null && "external_id" in customer)
    clients().entitlements.expire(customer.external_id);
}
