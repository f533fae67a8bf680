import type { Scope } from "../../../../platform/scope.ts";
import type { Difference } from "./compare.ts";

/** Selects the differences whose mend a person has undone: the job skips them until the provider's data changes. */
export async function findUndoneMends({ tenantId, db }: Scope): Promise<(difference: Difference) => boolean> {
  const undone = await db.driftMend.findMany({
    where: { tenantId, undoneAt: { not: null } },
    select: { kind: true, providerSubscriptionId: true, theirs: true },
  });
  const keys = new Set(undone.map((one) => keyOf(one)));
  return (difference) => keys.has(keyOf(difference));
}

function keyOf(one: { kind: string; providerSubscriptionId: string; theirs: string | null }): string {
  return JSON.stringify([one.kind, one.providerSubscriptionId, one.theirs]);
}
