import { addSeconds } from "../../../../platform/clock.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderSubscription } from "../../../../providers/port.ts";
import { pendingPlan } from "../../subscriptions/change/pending-change.ts";
import { type LoadedSubscription, SUBSCRIPTION_PARTS } from "../../terms/load-subscription.ts";
import { comingThere } from "./coming-there.ts";
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
  const unseen = await compareUnseen(scope, provider, seen);
  return {
    ours: unseen.ours,
    theirs: theirs + unseen.theirs,
    differences: [...differences, ...unseen.differences],
  };
}

function createComparer(scope: Scope, provider: CardProvider) {
  const { tenantId, db } = scope;
  const compareOne = createPairComparer(scope, provider);
  return async (page: ProviderSubscription[], seen: Set<string>) => {
    const rows = await db.subscription.findMany({
      where: { tenantId, provider: BY_CARD, providerSubscriptionId: { in: page.map(({ id }) => id) } },
      include: SUBSCRIPTION_PARTS,
    });
    const differences: Difference[] = [];
    for (const remote of page) {
      seen.add(remote.id);
      const row = rows.find(({ providerSubscriptionId }) => providerSubscriptionId === remote.id);
      if (row) differences.push(...(await compareOne(row, remote)));
      else if (remote.createdAt <= settledAt(scope))
        differences.push(...compareUnknown(remote, await findOriginalOf(scope, provider, remote)));
    }
    return differences;
  };
}

function createPairComparer(scope: Scope, provider: CardProvider) {
  const wantedOf = createExpectedItems(scope);
  return async (row: LoadedSubscription, remote: ProviderSubscription): Promise<Difference[]> => {
    if (row.updatedAt > settledAt(scope) && row.customer.testClockId === null) return [];
    const items = await withoutAliases(scope, remote.items, row);
    const wanted = await wantedOf(row);
    const plan = pendingPlan(row);
    const pending = plan && (await wantedOf(row, plan));
    const coming = await comingThere(scope, provider, row, remote);
    return compare(row, { ...remote, items }, { wanted, pending, coming });
  };
}

function settledAt({ clock }: Scope): Date {
  return addSeconds(clock.now(), -SETTLING_SECONDS);
}

/**
 * Ours that are live and that the provider's list did not show: those that it lacks, those that began after it was read, and those on
 * test clocks, which Stripe lists only by clock or customer (SubscriptionListParams.test_clock in the SDK). What it has is compared.
 */
async function compareUnseen(scope: Scope, provider: CardProvider, seen: Set<string>): Promise<Drift> {
  const { tenantId, db } = scope;
  const compareOne = createPairComparer(scope, provider);
  const differences: Difference[] = [];
  let [ours, theirs] = [0, 0];
  for (let after = ""; ; ) {
    const rows = await db.subscription.findMany({
      where: { tenantId, provider: BY_CARD, status: { not: "CANCELED" }, id: { gt: after } },
      include: SUBSCRIPTION_PARTS,
      orderBy: { id: "asc" },
      take: AT_ONCE,
    });
    ours += rows.length;
    for (const row of rows) {
      const id = row.providerSubscriptionId;
      if (id === null || seen.has(id)) continue;
      const remote = await provider.readSubscription(id);
      if (remote && isLive(remote)) theirs++;
      differences.push(
        ...(remote
          ? await compareOne(row, remote)
          : compare(row, null, { wanted: null, pending: null, coming: null })),
      );
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return { ours, theirs, differences };
    after = last.id;
  }
}
