import type { Customer } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";

/**
 * The scope with the customer's current time: that of the test clock for a customer on one (TEST tenants only), otherwise real
 * time.
 */
export async function withCustomerClock(
  tx: Tx,
  scope: Scope,
  customer: Pick<Customer, "testClockId"> | null,
): Promise<Scope> {
  if (!customer?.testClockId) return scope;
  const { tenantId } = scope;
  const { now } = await tx.testClock.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: customer.testClockId } },
    select: { now: true },
  });
  return { ...scope, clock: { now: () => new Date(now) } };
}
