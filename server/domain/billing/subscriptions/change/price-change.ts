import { periodAt } from "../../../../platform/calendar.ts";
import { newId } from "../../../../platform/ids.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../../platform/scope.ts";
import type { ProviderCredit, ProviderReduced } from "../../../../providers/port.ts";
import { type CardLine, findCardLines, isNothingKept } from "../../charges/find-owed.ts";
import { findRunning } from "../../charges/running-period.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import type { PlanChange } from "./prepare-plan-change.ts";
import { presentItems, pricedItems, sameItems } from "./priced-items.ts";
import { type Changed, isNoneKept, isUnowed, prorateChange, toSecond } from "./proration.ts";

export interface PricedChange extends Changed {
  /** The current period after the change. */
  period: { start: Date; end: Date };
  isReset: boolean;
  /** Whether nothing that was charged for the running period is owed. */
  isNotOwed: boolean;
  /** The items that are charged anew; the others stay as they are. */
  items: string[];
  /** The card provider's lines of the running period of which a part went back to the customer. */
  reduced: ProviderReduced[];
}

/** What a change by card gives back by itself: time that was paid without a card, before the subscription moved. */
export function creditsOf({ charges }: Pick<Changed, "charges">): ProviderCredit[] {
  return charges
    .filter(({ amount }) => amount < 0n)
    .map(({ amount, description, period }) => ({ amount, description, ...period }));
}

/** Those of which the card provider would give back too much: it looks at what it charged, and not at what went back of that since. */
function reducedOf(lines: readonly CardLine[]): ProviderReduced[] {
  return lines.flatMap(({ providerLineId: lineId, isOwed, ...line }) =>
    lineId !== null && isOwed && line.kept < line.amount ? [{ lineId, ...line }] : [],
  );
}

/**
 * The price of a change of a subscription at a time in its period; a trial is not charged. What its subscription at the card provider
 * has charged is not part of it: the provider prorates that. Time is given back only where its charge is owed or paid; where nothing of
 * the running period is, the change begins a new one at the full price.
 */
export async function priceChange(
  tx: Tx,
  scope: Scope,
  subscription: LoadedSubscription,
  change: PlanChange,
  at: Date,
): Promise<PricedChange> {
  const { currentPeriodStart, currentPeriodEnd, planPrice, status } = subscription;
  const moment = toSecond(at);
  const period = { start: currentPeriodStart ?? moment, end: currentPeriodEnd ?? moment };
  if (status === "TRIALING")
    return { charges: [], net: 0n, period, isReset: false, isNotOwed: false, items: [], reduced: [] };
  const isByCard = subscription.provider === BY_CARD;
  const present = await presentItems(tx, scope, subscription);
  const running = await findRunning(tx, scope, subscription, present, moment);
  // The card provider prorates what it has charged by itself.
  const charged = running.filter(({ isProviders }) => !isProviders);
  const lines = isByCard ? await findCardLines(tx, scope, subscription, moment) : [];
  const isNotOwed = isByCard
    ? isNoneKept(charged) && isNothingKept(lines)
    : isUnowed(charged, present, planPrice.currency, period, moment);
  const wanted = pricedItems(change);
  // At the card provider an item of another price is another one, though it costs the same.
  const staying = isByCard
    ? await sameItems(tx, scope, subscription, change)
    : wanted.map(({ item }) => item);
  const isFree = planPrice.amount === 0n && present.every(({ amount }) => amount === 0n);
  const becomesPaid = wanted.some(({ amount }) => amount > 0n);
  const isReset = change.price.interval !== planPrice.interval || isNotOwed || (isFree && becomesPaid);
  const next = periodAt(moment, change.price.interval, moment);
  const id = newId("charge");
  const { currency } = planPrice;
  const changed = prorateChange({
    id,
    charged,
    wanted,
    staying,
    currency,
    period,
    isReset,
    next,
    at: moment,
  });
  const before = new Map(present.map(({ item, amount }) => [item, amount]));
  const items = wanted.filter(
    ({ item, amount }) => isReset || !staying.includes(item) || before.get(item) !== amount,
  );
  return {
    ...changed,
    period: isReset ? next : period,
    isReset,
    isNotOwed,
    items: items.map(({ item }) => item),
    reduced: isNotOwed ? [] : reducedOf(lines),
  };
}
