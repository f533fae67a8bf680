import { ApiError } from "../../../errors/api-error.ts";
import { newId } from "../../../platform/ids.ts";
import { type Scope, type Services, systemScope } from "../../../platform/scope.ts";
import type { ProviderCallback } from "../../../providers/port.ts";
import { noteCallback } from "../../tenants/provider/callback-proof.ts";
import { callbackSecretsOf, cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";

/**
 * Receives a callback of the card provider: checks its signature on the raw body, stores it once, even when it is sent again,
 * and leaves the handling to the worker. K7008 a bad signature, or a tenant that expects none.
 */
export async function receiveCallback(
  services: Services,
  tenantId: string,
  payload: string,
  signature: string,
): Promise<void> {
  const tenant = await services.db.tenant.findUnique({ where: { id: tenantId }, select: { mode: true } });
  if (!tenant) throw new ApiError("K7008");
  const scope = systemScope(services, { id: tenantId, mode: tenant.mode }, "cardprovider");
  const secrets = await callbackSecretsOf(scope);
  if (secrets.length === 0) throw new ApiError("K7008");
  const provider = await cardProviderOf(scope);
  const callback = provider.readCallback({ payload, signature, secrets });
  await noteCallback(scope);
  const id = await storeCallback(scope, callback);
  if (id !== null) await services.jobs.send("provider-event", { tenantId, id });
}

/** Stores what a callback is about and returns its id; null when it was stored before. */
export async function storeCallback(scope: Scope, callback: ProviderCallback): Promise<string | null> {
  const id = newId("providerEvent");
  const { count } = await scope.db.providerEvent.createMany({
    data: [
      {
        tenantId: scope.tenantId,
        id,
        provider: "PROVIDER_A",
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
