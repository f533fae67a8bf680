import { createHash } from "node:crypto";
import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import { type Scope, type Services, systemScope } from "../../../platform/scope.ts";
import type { ProviderCallback } from "../../../providers/port.ts";
import { noteCallback } from "../../tenants/provider/callback-proof.ts";
import { callbackSecretsOf, cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";

/** Characters of a reason that are kept. */
export const MAX_ERROR_LENGTH = 1_000;

/**
 * Receives a callback of the card provider: checks its signature on the raw body, stores it once, even when it is sent again, and leaves
 * the handling to the worker. One that cannot be read is stored with the reason, for the dashboard, and not handled: refused, it would be
 * sent again for days. Throws callback_signature_invalid.
 */
export async function receiveCallback(
  services: Services,
  tenantId: string,
  payload: string,
  signature: string,
): Promise<void> {
  const tenant = await services.db.tenant.findUnique({ where: { id: tenantId }, select: { mode: true } });
  if (!tenant) throw new ApiError("callback_signature_invalid");
  const scope = systemScope(services, { id: tenantId, mode: tenant.mode }, "cardprovider");
  const secrets = await callbackSecretsOf(scope);
  if (secrets.length === 0) throw new ApiError("callback_signature_invalid");
  const provider = await cardProviderOf(scope);
  const callback = provider.readCallback({ payload, signature, secrets });
  await noteCallback(scope);
  if ("unreadable" in callback) return storeUnreadable(scope, payload, callback.unreadable);
  const id = await storeCallback(scope, callback);
  if (id !== null) await services.jobs.send("provider-event", { tenantId, id });
}

/** By the hash of its bytes: its id may be missing, and a later version may be able to read the event of that id. */
async function storeUnreadable(scope: Scope, payload: string, reason: string): Promise<void> {
  const { tenantId, db, clock } = scope;
  const now = clock.now();
  await db.providerEvent.createMany({
    data: [
      {
        tenantId,
        id: newId("providerEvent"),
        provider: BY_CARD,
        providerEventId: `unreadable_${createHash("sha256").update(payload).digest("hex")}`,
        type: "unreadable",
        payload: {},
        receivedAt: now,
        attempts: 1,
        lastError: reason.slice(0, MAX_ERROR_LENGTH),
        givenUpAt: now,
      },
    ],
    skipDuplicates: true,
  });
}

/** Stores what a callback is about and returns its id; null when it was stored before. */
export async function storeCallback(scope: Scope, callback: ProviderCallback): Promise<string | null> {
  const id = newId("providerEvent");
  const { count } = await scope.db.providerEvent.createMany({
    data: [
      {
        tenantId: scope.tenantId,
        id,
        provider: BY_CARD,
        providerEventId: callback.id,
        type: callback.type,
        // The rest is personal data, which we read from the provider when we need it.
        payload: {
          subscription: callback.providerSubscriptionId,
          invoice: callback.providerInvoiceId,
          ...(callback.isInvoiceDeleted && { deleted: true }),
          customer: callback.providerCustomerId,
          correction: callback.isCorrection,
          payment: callback.providerPaymentId,
          ...(callback.renewedCard && {
            card: { customer: callback.renewedCard.customerId, id: callback.renewedCard.paymentMethodId },
          }),
          ...(callback.taxIdsOf !== null && { tax_ids_of: callback.taxIdsOf }),
          occurred_at: callback.occurredAt.toISOString(),
        },
        receivedAt: scope.clock.now(),
      },
    ],
    skipDuplicates: true,
  });
  return count === 1 ? id : null;
}
