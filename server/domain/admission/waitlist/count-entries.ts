import type { Tx } from "../../../platform/scope.ts";
import type { WaitlistStatus } from "./rules.ts";

/** How many entries a tenant has by status; kept exact by the database, so that a million cost no more than one. */
export async function countEntries(tx: Tx, tenantId: string): Promise<Record<WaitlistStatus, number>> {
  const rows = await tx.waitlistCount.groupBy({
    by: ["status"],
    where: { tenantId },
    _sum: { entries: true },
  });
  const counts = { PENDING: 0, INVITED: 0, REGISTERED: 0, REJECTED: 0 };
  for (const { status, _sum } of rows) counts[status] = _sum.entries ?? 0;
  return counts;
}
