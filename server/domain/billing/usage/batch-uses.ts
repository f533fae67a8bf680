import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { countPlain } from "./count-plain.ts";
import { decideUses, type Use, type UseOutcome } from "./decide-uses.ts";

/** Uses decided in one transaction: PostgreSQL's lock table has room for a few thousand locks in total. */
const AT_A_TIME = 100;

/**
 * As decideUses for one use in real time, batched with the concurrent uses of the same tenant and actor: a counter that many
 * write to is locked, written and committed once for all of them.
 */
export async function batchUse(scope: Scope, use: Use): Promise<UseOutcome> {
  const { tenantId, actor, writes } = scope;
  const settled = await writes.run(`use ${tenantId} ${actor.type} ${actor.id}`, use, (uses: Use[]) =>
    decideBatch(scope, uses),
  );
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

/** Decides any number of uses in a few transactions, those of one counter in order. In a test clock's scope all have its time. */
export async function decideMany(scope: Scope, uses: Use[]): Promise<Map<Use, UseOutcome>> {
  const outcomes = new Map<Use, UseOutcome>();
  for (let start = 0; start < uses.length; start += AT_A_TIME) {
    const part = uses.slice(start, start + AT_A_TIME);
    for (const [use, outcome] of await tryPlain(scope, part)) outcomes.set(use, outcome);
    const others = part.filter((use) => !outcomes.has(use));
    const decided = others.length === 0 ? [] : await decideUses(scope.db, scope, others);
    for (const [index, use] of others.entries()) {
      const outcome = decided[index];
      if (outcome) outcomes.set(use, outcome);
    }
  }
  return outcomes;
}

/** Counts the plain uses; none when a concurrent request has one of their events. */
async function tryPlain(scope: Scope, uses: Use[]): Promise<Map<Use, UseOutcome>> {
  try {
    return await countPlain(scope, uses);
  } catch (error) {
    if (!isUndone(error)) throw error;
    return new Map();
  }
}

/** Decides the batch; when one use rolls the batch back, each is decided by itself. What is counted stays counted when others fail. */
async function decideBatch(scope: Scope, uses: Use[]): Promise<PromiseSettledResult<UseOutcome>[]> {
  const counted = await tryPlain(scope, uses);
  const others = uses.filter((use) => !counted.has(use));
  const settled = others.length === 0 ? [] : await decideRest(scope, others);
  let next = 0;
  return uses.map((use): PromiseSettledResult<UseOutcome> => {
    const value = counted.get(use);
    // There is one for each of the others, in order.
    return value ? { status: "fulfilled", value } : (settled[next++] as PromiseSettledResult<UseOutcome>);
  });
}

async function decideRest(scope: Scope, uses: Use[]): Promise<PromiseSettledResult<UseOutcome>[]> {
  try {
    const outcomes = await decideUses(scope.db, scope, uses);
    return outcomes.map((value) => ({ status: "fulfilled", value }));
  } catch (error) {
    if (uses.length === 1 || !isUndone(error)) return uses.map(() => ({ status: "rejected", reason: error }));
    return Promise.allSettled(uses.map((use) => decideOne(scope, use)));
  }
}

async function decideOne(scope: Scope, use: Use): Promise<UseOutcome> {
  const [outcome] = await decideUses(scope.db, scope, [use]);
  if (!outcome) throw new Error("The database answered no row for a use.");
  return outcome;
}

/** Whether the server reported that it rolled back. After a broken connection the outcome is unknown. */
function isUndone(error: unknown): boolean {
  const said = error instanceof ApiError ? error.cause : error;
  return said instanceof Error && "severity" in said && said.severity === "ERROR";
}
