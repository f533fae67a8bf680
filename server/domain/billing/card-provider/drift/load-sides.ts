import { z } from "zod";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderSubscription } from "../../../../providers/port.ts";
import { pendingPlan } from "../../subscriptions/change/pending-change.ts";
import { type LoadedSubscription, SUBSCRIPTION_PARTS } from "../../terms/load-subscription.ts";
import { comingThere } from "./coming-there.ts";
import { compare, compareUnknown, type Difference } from "./compare.ts";
import { createExpectedItems, withoutAliases } from "./expected-items.ts";
import { findOriginalOf } from "./find-duplicate.ts";

const moment = z.coerce.date().nullable();

/** Our columns that a mend may change, as they are stored with it. */
export const OurSide = z.object({
  status: z.enum(["ACTIVE", "TRIALING", "PAST_DUE", "CANCELED", "UNPAID", "PAUSED"]),
  currentPeriodStart: moment,
  currentPeriodEnd: moment,
  periodAnchor: z.coerce.date(),
  trialStart: moment,
  trialEnd: moment,
  cancelAtPeriodEnd: z.boolean(),
  // Mends that were stored before this column existed lack it.
  cancelAt: moment.default(null),
  canceledAt: moment,
  endedAt: moment,
  pastDueSince: moment,
  pausedAt: moment,
  pendingPackAt: moment,
});

/** The provider's subscription, as far as mending may change it. */
export const TheirSide = z.object({
  status: z.string(),
  currentPeriodEnd: moment,
  cancelAtPeriodEnd: z.boolean(),
  isScheduled: z.boolean(),
  items: z.array(z.object({ priceId: z.string(), quantity: z.number() })),
});

export const Sides = z.object({ ours: OurSide.nullable(), theirs: TheirSide.nullable() });
export type Sides = z.output<typeof Sides>;

/** Both sides of a subscription, read now. */
export interface LoadedSides {
  row: LoadedSubscription | null;
  remote: ProviderSubscription | null;
  /** Our subscription that the provider's one duplicates. */
  first: LoadedSubscription | null;
  differences: Difference[];
  sides: Sides;
}

/** Reads both sides of a difference again and compares them. K7xxx. */
export async function loadSides(
  scope: Scope,
  provider: CardProvider,
  { providerSubscriptionId }: Pick<Difference, "providerSubscriptionId">,
): Promise<LoadedSides> {
  const { tenantId, db } = scope;
  const reference = { tenantId, provider: BY_CARD, providerSubscriptionId } as const;
  const row =
    (await db.subscription.findUnique({
      where: { tenantId_provider_providerSubscriptionId: reference },
      include: SUBSCRIPTION_PARTS,
    })) ?? null;
  const remote = await provider.readSubscription(providerSubscriptionId);
  const items = remote && row && (await withoutAliases(scope, remote.items, row));
  const expected = createExpectedItems(scope);
  const wanted = row && (await expected(row));
  const plan = row && pendingPlan(row);
  const first = row || !remote ? null : await findOriginalOf(scope, provider, remote);
  const differences = row
    ? compare(row, remote && items && { ...remote, items }, {
        wanted,
        pending: plan && (await expected(row, plan)),
        coming: remote && (await comingThere(scope, provider, row, remote)),
      })
    : remote
      ? compareUnknown(remote, first)
      : [];
  return {
    row,
    remote,
    first,
    differences,
    sides: { ours: row && OurSide.parse(row), theirs: remote && TheirSide.parse(remote) },
  };
}
