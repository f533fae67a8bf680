import type { Customer } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";

/**
 * The scope with the customer's own now: for whoever lives on a test clock of a TEST tenant, where that clock stands; real
 * time for everybody else.
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
