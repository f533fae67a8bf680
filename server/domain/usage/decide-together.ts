import type { Scope } from "../scope.ts";
import { decideUses, type Use, type UseOutcome } from "./decide-uses.ts";

/**
 * As decideUses for one use in real time, together with what others of the same tenant and actor use at the same moment: a
 * counter that many write to is locked and committed once for all of them.
 */
export async function decideTogether(scope: Scope, use: Use): Promise<UseOutcome> {
  const { tenantId, actor, writes } = scope;
  const settled = await writes.run(`use ${tenantId} ${actor.type} ${actor.id}`, use, (uses: Use[]) =>
    decideAll(scope, uses),
  );
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

/** One transaction for all; where that is undone because of one of them, each by itself. */
async function decideAll(scope: Scope, uses: Use[]): Promise<PromiseSettledResult<UseOutcome>[]> {
  try {
    const outcomes = await decideUses(scope.db, scope, uses);
    return outcomes.map((value) => ({ status: "fulfilled", value }));
  } catch (error) {
    if (uses.length === 1 || !isUndone(error)) throw error;
    return Promise.allSettled(uses.map((use) => decideOne(scope, use)));
  }
}

async function decideOne(scope: Scope, use: Use): Promise<UseOutcome> {
  const [outcome] = await decideUses(scope.db, scope, [use]);
  if (!outcome) throw new Error("The database answered no row for a use.");
  return outcome;
}

/** Whether the server said that it changed nothing. Of a connection that broke nobody knows. */
function isUndone(error: unknown): boolean {
  return error instanceof Error && "severity" in error && error.severity === "ERROR";
}
