import type { Scope, Tx } from "../../../platform/scope.ts";

export const DAY_MS = 86_400_000;

/** When an invoice of ours that is issued at a moment is to be paid: after so many days; null: the tenant's. */
export async function dueDateOf(
  tx: Tx,
  { tenantId }: Scope,
  issuedAt: Date,
  days: number | null,
): Promise<Date> {
  const { invoiceDueDays } = await tx.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  return dueAfter(issuedAt, days ?? invoiceDueDays);
}

export function dueAfter(issuedAt: Date, days: number): Date {
  return new Date(issuedAt.getTime() + days * DAY_MS);
}
