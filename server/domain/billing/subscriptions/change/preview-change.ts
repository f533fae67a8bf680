import type { z } from "zod";
import { addSeconds } from "../../../../platform/clock.ts";
import { newId } from "../../../../platform/ids.ts";
import { toWireAmount } from "../../../../platform/money.ts";
import { BY_INVOICE } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { ProviderPreview } from "../../../../providers/port.ts";
import { withCustomerClock } from "../../../customers/customer-clock.ts";
import { recordChange } from "../../../events/record-change.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { makeMissingAnew } from "../../../tenants/provider/make-missing-anew.ts";
import { findWaiting, sumOfWaiting } from "../../charges/waiting-charges.ts";
import { overageSettledBy, type SettledOverage } from "../../counters/settled-overage.ts";
import { loadOverrides } from "../../grants/load-overrides.ts";
import { sendWaiting } from "../../periods/send-waiting.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";
import { droppedBy, endsAt, isEnding } from "../coming/coming.ts";
import { loadComing } from "../coming/find-coming.ts";
import type { Coming, ComingChange } from "../coming/schema.ts";
import { redeeming } from "../start/look-up-promotion-code.ts";
import { loadPresent } from "../sync/sync-counters.ts";
import { unlessEnded } from "../sync/unless-ended.ts";
import { requireCollectibleChange } from "./collectible-change.ts";
import { findChangePromotion } from "./find-change-promotion.ts";
import { type PlanChange, preparePlanChange } from "./prepare-plan-change.ts";
import type { PreviewChange } from "./preview-change-schema.ts";
import { creditsOf, type PricedChange, priceChange } from "./price-change.ts";
import { pricedItems } from "./priced-items.ts";
import { QUOTE_SECONDS } from "./quotes.ts";
import { requireUseful } from "./require-useful.ts";
import { presentPlan, refuseEnding } from "./schedule-change.ts";
import type { Quote } from "./schema.ts";
import { loadPlan, providerItemsOf, storedPlan } from "./stored-change.ts";

type Input = z.output<typeof PreviewChange>;

/**
 * Previews the charge of a change of plan, line by line, what the next period costs and what pays it, and the change that is dropped for it:
 * stored as a quote, so that change-plan can charge exactly that. What changes nothing costs nothing. Read-only otherwise. Refuses what
 * change-plan refuses.
 */
export async function previewChange(caller: Scope, input: Input): Promise<z.output<typeof Quote>> {
  const subscription = await loadPresent(caller, input.id);
  const change = await preparePlanChange(caller, subscription, input);
  const scope = await withCustomerClock(caller.db, caller, subscription.customer);
  if (!change) return quoteNothing(scope, subscription, input);
  await requireCollectibleChange(scope, subscription, change);
  const promotionCodeId = await findChangePromotion(scope, subscription, input);
  const now = scope.clock.now();
  const isNow = input.effective === "now";
  if (!isNow) refuseEnding(subscription);
  const coming = await loadComing(scope.db, scope, subscription);
  const price = await redeeming(
    input.promotion_code,
    () =>
      isNow
        ? priceNow(scope, subscription, { change, promotionCodeId, code: input.promotion_code, coming }, now)
        : priceLater(scope, subscription, { change, coming }, now),
    () => findChangePromotion(scope, subscription, input),
  );
  return keepQuote(scope, input, price, now, {
    subscription,
    drops: droppedBy(coming, change, input.effective),
    drivers: storedPlan(change).drivers,
    promotionCodeId,
  });
}

/** The quote of what changes nothing: the next period costs what it would have cost without the change that is scheduled, which it drops. */
async function quoteNothing(
  scope: Scope,
  subscription: LoadedSubscription,
  input: Input,
): Promise<z.output<typeof Quote>> {
  const now = scope.clock.now();
  const present = await loadPlan(scope, presentPlan(subscription));
  const coming = await loadComing(scope.db, scope, subscription);
  const price = await priceLater(scope, subscription, { change: present, coming }, now);
  const drops = droppedBy(coming, null, input.effective);
  const { drivers } = subscription;
  return keepQuote(scope, input, price, now, { subscription, drops, drivers, promotionCodeId: null });
}

async function keepQuote(
  scope: Scope,
  input: Input,
  { preview, next, nextAt, credit, settled }: Price,
  now: Date,
  of: Of,
): Promise<z.output<typeof Quote>> {
  const ends = endsAt(of.subscription, nextAt);
  const paid = credit < next ? credit : next;
  const quote: z.output<typeof Quote> = {
    id: newId("quote"),
    subscription_id: input.id,
    plan_price_id: input.plan_price_id,
    effective: input.effective,
    currency: preview.currency,
    lines: preview.lines.map((line) => ({
      description: line.description,
      amount: toWireAmount(line.amount),
      is_proration: line.isProration,
      period_start: line.periodStart.toISOString(),
      period_end: line.periodEnd.toISOString(),
    })),
    discount: toWireAmount(preview.discount),
    tax: toWireAmount(preview.tax),
    total: toWireAmount(preview.total),
    amount_due: toWireAmount(preview.amountDue),
    overage: viewSettled(settled),
    next: ends
      ? null
      : {
          amount: toWireAmount(next),
          credit: toWireAmount(paid),
          amount_due: toWireAmount(next - paid),
          at: nextAt?.toISOString() ?? null,
        },
    ends_at: ends?.toISOString() ?? null,
    drops: of.drops,
    created_at: now.toISOString(),
    expires_at: addSeconds(now, QUOTE_SECONDS).toISOString(),
  };
  await keep(scope, quote, of);
  return quote;
}

interface Wanted {
  change: PlanChange;
  promotionCodeId: string | null;
  /** The code as it was typed. */
  code: string | undefined;
  coming: z.output<typeof Coming> | null;
}

interface Price {
  preview: ProviderPreview;
  /** What the period costs that begins then; minor units. */
  next: bigint;
  nextAt: Date | null;
  /** What the customer has of credit when that period begins, as far as it is known now; minor units, not below 0. */
  credit: bigint;
  /** What the change settles of use past limits so far; billed with the next invoice. */
  settled: SettledOverage[];
}

/** By feature: one whose terms changed within its period before has several counters. */
function viewSettled(settled: SettledOverage[]) {
  const sum = (all: SettledOverage[]) => all.reduce((total, { amount }) => total + amount, 0n);
  const features = [...Map.groupBy(settled, ({ feature }) => feature.key).entries()];
  return {
    amount: toWireAmount(sum(settled)),
    features: features.map(([feature_key, all]) => ({
      feature_key,
      feature_name: all[0]?.feature.name ?? feature_key,
      amount: toWireAmount(sum(all)),
    })),
  };
}

/** What the change settles of use past limits so far, when it is made now. */
async function settledBy(
  scope: Scope,
  { id, customer }: LoadedSubscription,
  { price, pack, drivers }: PlanChange,
  { isReset, period }: PricedChange,
): Promise<SettledOverage[]> {
  const becomes = {
    planId: price.planId,
    packId: pack.id,
    drivers,
    planPrice: price,
    plan: price.plan,
    ...(isReset && {
      currentPeriodStart: period.start,
      currentPeriodEnd: period.end,
      periodAnchor: period.start,
    }),
  };
  const overrides = await loadOverrides(scope.db, scope, [customer.id]);
  return overageSettledBy(scope, { subscriptions: [{ id, customer, becomes }], overrides });
}

async function priceNow(
  scope: Scope,
  subscription: LoadedSubscription,
  { change, promotionCodeId, code, coming }: Wanted,
  now: Date,
): Promise<Price> {
  const priced = await priceChange(scope.db, scope, subscription, change, now);
  const settled = await settledBy(scope, subscription, change, priced);
  if (subscription.provider === BY_INVOICE || subscription.providerSubscriptionId === null) {
    const { charges, net } = priced;
    const { currency } = change.price;
    // A charge is invoiced with all that waits; credit waits with it for the next invoice.
    const waiting = net > 0n ? await findWaiting(scope.db, scope, subscription.id) : [];
    const lines = [
      ...charges.map(({ period, ...line }) => ({
        ...line,
        periodStart: period.start,
        periodEnd: period.end,
      })),
      ...waiting,
    ];
    const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
    const preview = { currency, lines, total, discount: 0n, tax: 0n, amountDue: total > 0n ? total : 0n };
    // What the invoice leaves of credit waits for the next one.
    const credit = creditIn(net > 0n ? total : net + (await sumOfWaiting(scope.db, scope, subscription.id)));
    return { preview, next: fullPrice(change), nextAt: priced.period.end, credit, settled };
  }
  const provider = await cardProviderOf(scope);
  const id = subscription.providerSubscriptionId;
  const nextAt = priced.period.end;
  const { asked, next } = await unlessEnded(scope, subscription.id, async () => {
    // The provider's preview has what was sent to it, and the invoice of the change will have it.
    await sendWaiting(scope, subscription.id);
    return makeMissingAnew(scope, async () => {
      const items = await providerItemsOf(scope, provider, storedPlan(change), subscription.taxBehavior);
      const { isNotOwed: isAnew, reduced } = priced;
      const unused = creditsOf(priced);
      const wanted = { id, items, prorationDate: now, isAnew, promotionCodeId, unused, reduced };
      const period = { id, items, promotionCodeId, at: now, startsAt: nextAt, isAtOnce: true };
      if (promotionCodeId !== null && code !== undefined)
        await requireUseful(provider, { wanted, period, code });
      return {
        asked: await provider.previewChange(wanted),
        next: isEnding(subscription) ? 0n : await provider.previewPeriod(period),
      };
    });
  });
  const { total } = asked;
  const taken = await takenByWaiting(scope, coming);
  const amountDue = asked.amountDue - (taken < asked.amountDue ? taken : asked.amountDue);
  // The change's own invoice uses up credit, or adds to it.
  const changed = total > 0n ? amountDue - total : -total;
  const had = taken + (await balanceCredit(scope, subscription, change));
  return { preview: { ...asked, amountDue }, next, nextAt, credit: creditIn(-had - changed), settled };
}

/** Of a change that waits for the next period: nothing is charged now. */
async function priceLater(
  scope: Scope,
  subscription: LoadedSubscription,
  { change, coming }: Pick<Wanted, "change" | "coming">,
  now: Date,
): Promise<Price> {
  const { provider: billing, providerSubscriptionId: id, currentPeriodEnd: nextAt } = subscription;
  const preview = nothing(change.price.currency);
  const waiting = await sumOfWaiting(scope.db, scope, subscription.id);
  if (billing === BY_INVOICE || id === null)
    return { preview, next: fullPrice(change), nextAt, credit: creditIn(waiting), settled: [] };
  const provider = await cardProviderOf(scope);
  const next = await unlessEnded(scope, subscription.id, () =>
    makeMissingAnew(scope, async () => {
      if (isEnding(subscription)) return 0n;
      const items = await providerItemsOf(scope, provider, storedPlan(change), subscription.taxBehavior);
      return provider.previewPeriod({ id, items, at: now, startsAt: nextAt ?? now, isAtOnce: false });
    }),
  );
  const had = (await takenByWaiting(scope, coming)) + (await balanceCredit(scope, subscription, change));
  return { preview, next, nextAt, credit: creditIn((waiting < 0n ? waiting : 0n) - had), settled: [] };
}

/** The credit that the open invoice of a change has taken which waits for its cardholder: it comes back when that is dropped. */
async function takenByWaiting({ db, tenantId }: Scope, coming: Wanted["coming"]): Promise<bigint> {
  const id = coming?.change?.invoice_id;
  if (id == null) return 0n;
  const invoice = await db.invoice.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  return invoice.total > invoice.amountDue ? invoice.total - invoice.amountDue : 0n;
}

/** The credit in a sum of which what is below 0 is credit. */
function creditIn(sum: bigint): bigint {
  return sum < 0n ? -sum : 0n;
}

/** The customer's credit at the card provider, minor units; below 0 they owe. */
async function balanceCredit(
  scope: Scope,
  { providerCustomerId: customerId }: LoadedSubscription,
  { price: { currency } }: PlanChange,
): Promise<bigint> {
  if (customerId === null) return 0n;
  return -(await (await cardProviderOf(scope)).readBalance({ customerId, currency }));
}

function fullPrice(change: PlanChange): bigint {
  return pricedItems(change).reduce((sum, { amount }) => sum + amount, 0n);
}

function nothing(currency: string): ProviderPreview {
  return { currency, total: 0n, discount: 0n, tax: 0n, amountDue: 0n, lines: [] };
}

/** What else a quote is of. */
interface Of {
  subscription: LoadedSubscription;
  drops: z.output<typeof ComingChange> | null;
  drivers: { featureId: string; steps: number }[];
  promotionCodeId: string | null;
}

async function keep(
  scope: Scope,
  quote: z.output<typeof Quote>,
  { drivers, promotionCodeId }: Of,
): Promise<void> {
  const { tenantId, db } = scope;
  await db.$transaction(async (tx) => {
    await tx.quote.create({
      data: {
        tenantId,
        id: quote.id,
        subscriptionId: quote.subscription_id,
        planPriceId: quote.plan_price_id,
        prorationDate: new Date(quote.created_at),
        currency: quote.currency,
        total: BigInt(quote.total),
        amountDue: BigInt(quote.amount_due),
        drivers,
        promotionCodeId,
        lines: quote.lines,
        effective: quote.effective === "now" ? "NOW" : "PERIOD_END",
        createdAt: new Date(quote.created_at),
        expiresAt: new Date(quote.expires_at),
      },
    });
    await recordChange(tx, scope, {
      type: "quote.created",
      objectType: "quote",
      objectId: quote.id,
      after: quote,
    });
  });
}
