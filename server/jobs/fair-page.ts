import type { DueSources, Source, Tenant } from "./due-sources.ts";

/** So many items of a source that a worker is to take. */
export interface Wanted<S extends Source> {
  source: S;
  limit: number;
}

interface Load<S extends Source> {
  /** Free slots of a pool. */
  freeSlots(pool: string): number;
  /** Items of a tenant that are under way in a pool. */
  underWay(pool: string, tenantId: string): number;
  /** How many more items of the source may be under way. */
  freeConcurrency(source: S): number;
}

/** What a page takes from a source. */
interface Share<S extends Source> extends Wanted<S> {
  concurrency: number;
}

/**
 * The items to take next, for the free slots of every pool. The tenants with the fewest items under way come first, however many
 * sources they have. Among equals the one that has waited longest and the one that has waited shortest take turns: while more is due
 * than there is room for, what is new is not kept waiting behind all that is old (the adaptive LIFO of
 * https://queue.acm.org/detail.cfm?id=2839461). `taken` counts the items taken so far, so that the turns go on from page to page.
 */
export function fairPage<S extends Source>(due: DueSources<S>, load: Load<S>, taken: number): Wanted<S>[] {
  return [...due.pools()].flatMap((pool) => {
    const slots = load.freeSlots(pool);
    return slots > 0 ? pageOf(tenantsByLoad(due.tenantsOf(pool), pool, load), slots, taken, load) : [];
  });
}

/** The tenants that have something to take, by how much of theirs is under way. Makes nothing for a tenant: most get no turn. */
function tenantsByLoad<S extends Source>(
  tenants: Iterable<Tenant<S>>,
  pool: string,
  load: Load<S>,
): Map<number, Tenant<S>[]> {
  const levels = new Map<number, Tenant<S>[]>();
  const isFree = (source: S) => load.freeConcurrency(source) > 0;
  for (const tenant of tenants)
    if (tenant.sources.some(isFree)) addTo(levels, load.underWay(pool, tenant.id), tenant);
  return levels;
}

function addTo<T>(levels: Map<number, T[]>, level: number, one: T): void {
  const known = levels.get(level);
  if (known) known.push(one);
  else levels.set(level, [one]);
}

function pageOf<S extends Source>(
  levels: Map<number, Tenant<S>[]>,
  slots: number,
  taken: number,
  load: Load<S>,
): Wanted<S>[] {
  const shares = new Map<Tenant<S>, Share<S>[]>();
  const touched = new Set<Share<S>>();
  let nth = taken;
  for (let level = lowest(levels); Number.isFinite(level) && nth < taken + slots; level = lowest(levels)) {
    const tenants = (levels.get(level) ?? []).sort((one, other) => one.dueSince - other.dueSince);
    levels.delete(level);
    while (tenants.length > 0 && nth < taken + slots) {
      const tenant = nth++ % 2 === 0 ? tenants.shift() : tenants.pop();
      if (!tenant) continue;
      const own = shares.get(tenant) ?? sharesOf(tenant, load);
      shares.set(tenant, own);
      // Its sources take turns, too.
      const next = own.shift();
      if (!next) continue;
      next.limit++;
      touched.add(next);
      if (next.limit < next.concurrency) own.push(next);
      if (own.length > 0) addTo(levels, level + 1, tenant);
    }
  }
  return [...touched].map(({ source, limit }) => ({ source, limit }));
}

/** The sources of a tenant that may have more under way. */
function sharesOf<S extends Source>({ sources }: Tenant<S>, load: Load<S>): Share<S>[] {
  return sources
    .map((source) => ({ source, concurrency: load.freeConcurrency(source), limit: 0 }))
    .filter(({ concurrency }) => concurrency > 0);
}

const lowest = (levels: Map<number, unknown>) => Math.min(...levels.keys());
