/** What has due items of its own, such as a webhook endpoint or a tenant's mails. */
export interface Source {
  key: string;
  tenantId: string;
  /** Sources of a pool share its slots; those of another never wait for them. */
  pool: string;
  dueSince: Date;
}

/** A tenant's sources in one pool. */
export interface Tenant<S extends Source> {
  id: string;
  /** Since when its oldest source has been due, milliseconds. */
  dueSince: number;
  /** The oldest first. */
  sources: S[];
}

/**
 * The sources that had due items at one look, by pool and tenant. They are grouped once for each look: a page is taken whenever a slot
 * is free, dozens of times a second, and thousands of sources may be due.
 */
export class DueSources<S extends Source> {
  readonly #pools = new Map<string, Map<string, Tenant<S>>>();
  readonly #sources = new Map<string, S>();

  constructor(sources: Iterable<S> = []) {
    // So all tenants of a pool are in this order, and the sources of each.
    for (const source of [...sources].sort(
      (one, other) => one.dueSince.getTime() - other.dueSince.getTime(),
    )) {
      const { key, pool, tenantId } = source;
      this.#sources.set(key, source);
      const tenants = this.#pools.get(pool) ?? new Map<string, Tenant<S>>();
      this.#pools.set(pool, tenants);
      const tenant = tenants.get(tenantId);
      if (tenant) tenant.sources.push(source);
      else tenants.set(tenantId, { id: tenantId, dueSince: source.dueSince.getTime(), sources: [source] });
    }
  }

  has(key: string): boolean {
    return this.#sources.has(key);
  }

  /** Forgets a source that has no more. */
  delete(key: string): void {
    const source = this.#sources.get(key);
    if (!source) return;
    this.#sources.delete(key);
    const tenants = this.#pools.get(source.pool);
    const tenant = tenants?.get(source.tenantId);
    if (!tenant) return;
    tenant.sources = tenant.sources.filter((one) => one !== source);
    const [oldest] = tenant.sources;
    if (oldest) tenant.dueSince = oldest.dueSince.getTime();
    else tenants?.delete(tenant.id);
  }

  pools(): Iterable<string> {
    return this.#pools.keys();
  }

  /** In the order in which they waited at the look, the longest first; `dueSince` is that of what is left. */
  tenantsOf(pool: string): Iterable<Tenant<S>> {
    return this.#pools.get(pool)?.values() ?? [];
  }
}
