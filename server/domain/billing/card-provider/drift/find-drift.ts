import { addSeconds } from "../../../../platform/clock.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderSubscription } from "../../../../providers/port.ts";
import { SUBSCRIPTION_PARTS } from "../../terms/load-subscription.ts";
import { compare, compareUnknown, type Difference, isLive, SETTLING_SECONDS } from "./compare.ts";
import { createExpectedItems, withoutAliases } from "./expected-items.ts";
import { findOriginalOf } from "./find-duplicate.ts";

const AT_ONCE = 100;

export interface Drift {
  /** Live subscriptions: ours on cards, and those at the provider that we made. Those that have ended are compared, too. */
  ours: number;
  theirs: number;
  differences: Difference[];
}

/**
 * Compares every subscription on cards with the provider's: subscriptions that only one side has, two live ones for one of ours,
 * and differences in status, period, prices, ending or a scheduled change. Changes of the last two minutes may still be in
 * progress and are left out. Only reads, on both sides. K7xxx.
 */
export async function findDrift(scope: Scope, provider: CardProvider): Promise<Drift> {
  const compareAll = createComparer(scope, provider);
  const seen = new Set<string>();
  const differences: Difference[] = [];
  let theirs = 0;
  let page: ProviderSubscription[] = [];
  const flush = async () => {
    differences.push(...(await compareAll(page, seen)));
    page = [];
  };
  for await (const remote of provider.listSubscriptions()) {
    if (remote.tenantId !== scope.tenantId) continue;
    if (isLive(remote)) theirs++;
    page.push(remote);
    if (page.length === AT_ONCE) await flush();
  }
  await flush();
  const { count, missing } = await unseen(scope, provider, seen);
  return { ours: count, theirs, differences: [...differences, ...missing] };
}

function createComparer(scope: Scope, provider: CardProvider) {
  const { tenantId, db, clock } = scope;
  const wantedOf = createExpectedItems(scope);
  return async (page: ProviderSubscription[], seen: Set<string>) => {
    const rows = await db.subscription.findMany({
      where: { tenantId, provider: "PROVIDER_A", providerSubscriptionId: { in: page.map(({ id }) => id) } },
      include: SUBSCRIPTION_PARTS,
    });
    const settled = addSeconds(clock.now(), -SETTLING_SECONDS);
    const differences: Difference[] = [];
    for (const remote of page) {
      seen.add(remote.id);
      const row = rows.find(({ providerSubscriptionId }) => providerSubscriptionId === remote.id);
      if (row && (row.updatedAt <= settled || row.customer.testClockId !== null)) {
        const items = await withoutAliases(scope, remote.items, row);
        differences.push(...compare(row, { ...remote, items }, await wantedOf(row)));
      } else if (!row && remote.createdAt <= settled)
        differences.push(...compareUnknown(remote, await findOriginalOf(scope, provider, remote)));
    }
    return differences;
  };
}

/** Ours that are live and that the provider's list did not show. */
async function unseen({ tenantId, db }: Scope, provider: CardProvider, seen: Set<string>) {
  const missing: Difference[] = [];
  let count = 0;
  for (let after = ""; ; ) {
    const rows = await db.subscription.findMany({
      where: { tenantId, provider: "PROVIDER_A", status: { not: "CANCELED" }, id: { gt: after } },
      include: SUBSCRIPTION_PARTS,
      orderBy: { id: "asc" },
      take: AT_ONCE,
    });
    count += rows.length;
    for (const row of rows) {
      const id = row.providerSubscriptionId;
      if (id === null || seen.has(id)) continue;
      // It may have been created after the list was read.
      if ((await provider.readSubscription(id)) === null) missing.push(...compare(row, null, null));
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return { count, missing };
    after = last.id;
  }
}
