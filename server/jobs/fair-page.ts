/** What has due items of its own, such as a webhook endpoint or a tenant's mails. */
export interface Source {
  key: string;
  tenantId: string;
  /** Sources of a room share its places; those of another never wait for them. */
  room: string;
  dueSince: Date;
}

/** So many items of a source that a worker is to take. */
export interface Wanted<S extends Source> {
  source: S;
  limit: number;
}

interface Load<S extends Source> {
  /** Free places of a room. */
  freePlaces(room: string): number;
  /** Items of a tenant that are under way in a room. */
  underWay(room: string, tenantId: string): number;
  /** How many more items of the source may be under way. */
  freeLanes(source: S): number;
}

interface Tenant<S extends Source> {
  dueSince: number;
  sources: { source: S; lanes: number; limit: number }[];
}

/**
 * The items to take next, for the free places of every room. The tenants with the fewest items under way come first, however many
 * sources they have. Among equals the one that has waited longest and the one that has waited shortest take turns: while more is due
 * than there is room for, what is new is not kept waiting behind all that is old (the adaptive LIFO of
 * https://queue.acm.org/detail.cfm?id=2839461). `taken` counts the items taken so far, so that the turns go on from page to page.
 */
export function fairPage<S extends Source>(sources: Iterable<S>, load: Load<S>, taken: number): Wanted<S>[] {
  const rooms = Map.groupBy(sources, ({ room }) => room);
  return [...rooms].flatMap(([room, own]) => {
    const places = load.freePlaces(room);
    return places > 0 ? pageOf(tenantsByLoad(room, own, load), places, taken) : [];
  });
}

/** The tenants that have something to take, by how much of theirs is under way. */
function tenantsByLoad<S extends Source>(
  room: string,
  sources: S[],
  load: Load<S>,
): Map<number, Tenant<S>[]> {
  const levels = new Map<number, Tenant<S>[]>();
  for (const [tenantId, own] of Map.groupBy(sources, (source) => source.tenantId)) {
    const free = own
      .map((source) => ({ source, lanes: load.freeLanes(source), limit: 0 }))
      .filter(({ lanes }) => lanes > 0)
      .sort((one, other) => one.source.dueSince.getTime() - other.source.dueSince.getTime());
    const [first] = free;
    if (first)
      addTo(levels, load.underWay(room, tenantId), {
        dueSince: first.source.dueSince.getTime(),
        sources: free,
      });
  }
  return levels;
}

function addTo<T>(levels: Map<number, T[]>, level: number, one: T): void {
  const known = levels.get(level);
  if (known) known.push(one);
  else levels.set(level, [one]);
}

function pageOf<S extends Source>(
  levels: Map<number, Tenant<S>[]>,
  places: number,
  taken: number,
): Wanted<S>[] {
  const touched = new Set<Tenant<S>["sources"][number]>();
  let nth = taken;
  for (let level = lowest(levels); Number.isFinite(level) && nth < taken + places; level = lowest(levels)) {
    const tenants = (levels.get(level) ?? []).sort((one, other) => one.dueSince - other.dueSince);
    levels.delete(level);
    while (tenants.length > 0 && nth < taken + places) {
      const tenant = nth++ % 2 === 0 ? tenants.shift() : tenants.pop();
      // Its sources take turns, too.
      const next = tenant?.sources.shift();
      if (!tenant || !next) continue;
      next.limit++;
      touched.add(next);
      if (next.limit < next.lanes) tenant.sources.push(next);
      if (tenant.sources.length > 0) addTo(levels, level + 1, tenant);
    }
  }
  return [...touched].map(({ source, limit }) => ({ source, limit }));
}

const lowest = (levels: Map<number, unknown>) => Math.min(...levels.keys());
