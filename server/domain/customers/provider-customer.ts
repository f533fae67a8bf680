import { ApiError } from "../../errors/api-error.ts";
import type { Customer } from "../../platform/database/client/client.ts";
import type { Scope } from "../../platform/scope.ts";
import type { CardProvider } from "../../providers/port.ts";
import type { Lost } from "../tenants/provider/make-missing-anew.ts";
import { findProviderId, keepProviderId } from "../tenants/provider/provider-references.ts";

/**
 * The card provider's customer for ours; created the first time it is needed. The idempotency key is our row's id, so that
 * concurrent calls, and a retry after a crash, create one. `lost` names the one that the provider does not know any more.
 */
export async function ensureProviderCustomer(
  scope: Scope,
  provider: CardProvider,
  customer: Customer,
  lost?: Lost,
): Promise<string> {
  const { tenantId, db } = scope;
  if (customer.erasedAt) throw new ApiError("K3003");
  const known = await findProviderId(db, scope, "CUSTOMER", customer.id);
  if (known !== null) return known;
  const clock =
    customer.testClockId === null
      ? null
      : await db.testClock.findUnique({ where: { tenantId_id: { tenantId, id: customer.testClockId } } });
  const made = await provider.createCustomer({
    // A customer on a test clock gets a new customer at the provider afterwards, and so does one who was deleted there.
    idempotencyKey: [customer.id, customer.testClockId, lost?.get(customer.id)].filter(Boolean).join(":"),
    tenantId,
    customerId: customer.id,
    externalId: customer.externalId,
    email: customer.email,
    name: customer.name,
    testClockId: clock?.providerClockId ?? null,
  });
  await keepProviderId(db, scope, { kind: "CUSTOMER", objectId: customer.id, providerId: made.id });
  return made.id;
}
