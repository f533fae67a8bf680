import { logCounted } from "./log-counted.ts";
import { dueItems } from "./metrics.ts";
import { type Scope, type Services, systemScope } from "./scope.ts";

/** An item that is due, of any tenant. */
export interface Due {
  tenantId: string;
  id: string;
}

export interface DueWork<Item extends Due> {
  /** Names the work in the log and the metrics. */
  name: string;
  /** At most limit items that are due, in the order of tenant and id, from those after this one on. */
  find(after: Due, limit: number): Promise<Item[]>;
  /** Does what is due of one item. Idempotent: a failure is tried again by the next run. */
  work(scope: Scope, item: Item): Promise<unknown>;
  /**
   * For work that waits for another system: one run does at most so many items, and begins none after so many seconds. find then
   * names the items that wait longest, in any order, and the next run does what is left.
   */
  limit?: { items: number; seconds: number };
  /** The items of a page, where finding one reads much more than the items: 200 by default. */
  atOnce?: number;
}

const AT_ONCE = 200;
const FIRST: Due = { tenantId: "", id: "" };

/**
 * Does what is due of every item, in pages. An item that fails is logged and counted, and stops no other: each page begins after the
 * last item of the page before, whatever became of it. Throws only when items cannot be found.
 */
export async function doDueWork<Item extends Due>(
  services: Services,
  { name, find, work, limit, atOnce = AT_ONCE }: DueWork<Item>,
): Promise<void> {
  const endsAt = performance.now() + (limit?.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const scopes = new Map<string, Scope>();
  for (let after = FIRST; ; ) {
    const items = await find(after, limit?.items ?? atOnce);
    for (const item of items) {
      if (performance.now() >= endsAt) return;
      try {
        const scope = scopes.get(item.tenantId) ?? (await workerScope(services, item.tenantId));
        scopes.set(item.tenantId, scope);
        await work(scope, item);
        dueItems.inc({ work: name, outcome: "done" });
      } catch (error) {
        dueItems.inc({ work: name, outcome: "failed" });
        const { tenantId: tenant_id, id } = item;
        const line = { err: error, work: name, tenant_id, id, cause: name };
        logCounted(services.log, "error", line, "due work failed; it will be tried again");
      }
    }
    const last = items.at(-1);
    if (!last || limit || items.length < atOnce) return;
    after = last;
  }
}

/** The condition of the items after one, in the order of BY_ID. */
export function afterDue({ tenantId, id }: Due) {
  return { OR: [{ tenantId: { gt: tenantId } }, { tenantId, id: { gt: id } }] };
}

/** The order that doDueWork needs. */
export const BY_ID = [{ tenantId: "asc" as const }, { id: "asc" as const }];

/** Tenants as items, for work that is due of a whole tenant. */
export function asItems(rows: { tenantId: string }[]): Due[] {
  return rows.map(({ tenantId }) => ({ tenantId, id: tenantId }));
}

/** The worker's own scope in a tenant. */
export async function workerScope(services: Services, tenantId: string): Promise<Scope> {
  const { mode } = await services.db.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { mode: true },
  });
  return systemScope(services, { id: tenantId, mode }, "worker");
}

/** Runs every step, also after one has failed; then throws what failed, so that the job is tried again. */
export async function runAll(steps: (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} steps failed.`);
  if (errors.length === 1) throw errors[0];
}
