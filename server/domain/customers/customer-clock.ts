import { type Customer, Prisma } from "../../platform/database/client/client.ts";
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

/**
 * The current time of each of these customers, as withCustomerClock has it, for a list of what belongs to many. One query in a TEST
 * tenant; none in a LIVE one, which has no test clocks.
 */
export async function timesOfCustomers(
  tx: Tx,
  { tenantId, tenantMode, clock }: Scope,
  customers: readonly string[],
): Promise<(customerId: string) => Date> {
  const now = clock.now();
  if (tenantMode === "LIVE" || customers.length === 0) return () => now;
  const rows = await tx.$queryRaw<{ id: string; now: Date }[]>`
    select u.id, k.now from customers u join test_clocks k on k.tenant_id = u.tenant_id and k.id = u.test_clock_id
    where u.tenant_id = ${tenantId} and u.id = any(${customers})`;
  const times = new Map(rows.map((row) => [row.id, row.now]));
  return (id) => times.get(id) ?? now;
}

/** SQL: the current time of the customer whose id that expression is. */
export function timeOfCustomer({ tenantId, tenantMode, clock }: Scope, customerId: Prisma.Sql): Prisma.Sql {
  const now = Prisma.sql`${clock.now()}::timestamptz`;
  if (tenantMode === "LIVE") return now;
  return Prisma.sql`coalesce((
    select k.now from customers u join test_clocks k on k.tenant_id = u.tenant_id and k.id = u.test_clock_id
    where u.tenant_id = ${tenantId} and u.id = ${customerId}), ${now})`;
}
