import type Stripe from "stripe";
import { z } from "zod";
import { addIntervals } from "../billing/calendar.ts";
import { customerOf } from "../billing/invoices.ts";
import { otherCurrency } from "../billing/one-currency.ts";
import { checkItems } from "../billing/start-subscription.ts";
import { makePhase, type PhaseFacts } from "../objects/subscription-schedule.ts";
import type { Store } from "../store.ts";
import { invalid, missing } from "../wire/failure.ts";
import {
  Currency,
  intBetween,
  list,
  Metadata,
  Quantity,
  Seconds,
  Text,
  unsettableUpTo,
} from "../wire/params.ts";
import { couponFor, refuseSecond } from "./coupons.ts";
import {
  AutomaticTax,
  automaticTaxOf,
  Discounts,
  MAX_DESCRIPTION,
  Proration,
  wantedItems,
} from "./subscription-fields.ts";
import { ownMethod, TaxRates, taxRatesOf } from "./subscription-parts.ts";

/** https://docs.stripe.com/billing/subscriptions/subscription-schedules#phases. */
const MAX_PHASES = 10;

const Moment = z.union([z.literal("now"), Seconds]);

/** A phase as an update of a schedule sends it. */
export const Phase = z.strictObject({
  automatic_tax: AutomaticTax.optional(),
  billing_cycle_anchor: z.enum(["automatic", "phase_start"]).optional(),
  currency: Currency.optional(),
  default_payment_method: Text.optional(),
  default_tax_rates: TaxRates.optional(),
  description: unsettableUpTo(MAX_DESCRIPTION).optional(),
  discounts: Discounts.optional(),
  duration: z
    .strictObject({
      interval: z.enum(["day", "month", "week", "year"]),
      interval_count: intBetween(1).optional(),
    })
    .optional(),
  end_date: Moment.optional(),
  items: list(
    z.strictObject({
      discounts: Discounts.optional(),
      metadata: Metadata.optional(),
      price: Text,
      quantity: Quantity.optional(),
    }),
  ),
  metadata: Metadata.optional(),
  proration_behavior: Proration.optional(),
  start_date: Moment.optional(),
});

type Sent = z.output<typeof Phase>;

/**
 * The phases that a schedule is to have: each begins where the one before it ends, and the one that runs keeps its start. The
 * refusals of a missing and of a moved start are observed answers (https://github.com/stripe/stripe-dotnet/issues/1754,
 * https://github.com/tierrun/tier/issues/93).
 */
export async function phasesOf(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
  subscription: Stripe.Subscription,
  sent: Sent[],
): Promise<Stripe.SubscriptionSchedule.Phase[]> {
  if (sent.length > MAX_PHASES)
    throw invalid(`A subscription schedule can have up to ${MAX_PHASES} phases.`, { param: "phases" });
  const phases: Stripe.SubscriptionSchedule.Phase[] = [];
  const customer = await customerOf(store, subscription);
  for (const [index, phase] of sent.entries()) {
    const param = `phases[${index}]`;
    const start = startOf(store, schedule, phase, phases.at(-1)?.end_date, param);
    const items = await wantedItems(
      store,
      phase.items.map(({ discounts: _, ...item }) => item),
      `${param}[items]`,
    );
    const end = endOf(store, phase, { start, price: items[0]?.price, param });
    checkItems(items);
    for (const [place, { price }] of items.entries())
      if (price.currency !== subscription.currency)
        throw otherCurrency(price, subscription.currency, `${param}[items][${place}][price]`);
    const found: PhaseFacts["items"] = [];
    const reusable = [
      ...subscription.discounts,
      ...subscription.items.data.flatMap((item) => item.discounts),
    ];
    for (const [place, { price, quantity, metadata }] of items.entries()) {
      const sentOnItem = phase.items[place]?.discounts;
      const name = `${param}[items][${place}]`;
      const discounts = await discountsOf(store, subscription, sentOnItem, { reusable, param: name });
      found.push({ price: price.id, quantity, metadata, discounts });
    }
    const reused = { reusable: subscription.discounts, param };
    const { default_tax_rates: taxRates = [] } = await taxRatesOf(store, phase.default_tax_rates);
    phases.push(
      makePhase(subscription.currency, {
        start,
        end,
        items: found,
        automaticTax: await automaticTaxOfPhase(store, customer, phase, items),
        paymentMethod: await ownMethod(store, customer, phase.default_payment_method),
        taxRates,
        description: phase.description || null,
        proration: phase.proration_behavior ?? "create_prorations",
        discounts: await discountsOf(store, subscription, phase.discounts, reused),
        anchor: phase.billing_cycle_anchor ?? null,
        metadata: phase.metadata === "" ? {} : (phase.metadata ?? {}),
      }),
    );
  }
  return phases;
}

function startOf(
  store: Store,
  schedule: Stripe.SubscriptionSchedule,
  { start_date }: Sent,
  previousEnd: number | undefined,
  param: string,
): number {
  const start = start_date === "now" ? store.now : start_date;
  if (previousEnd !== undefined) {
    if (start === undefined || start === previousEnd) return previousEnd;
    throw invalid("Each phase must start when the one before it ends.", { param: `${param}[start_date]` });
  }
  if (start === undefined)
    throw invalid(
      "The subscription schedule update is missing at least one phase with a `start_date` to anchor end dates to.",
      { param: "phases" },
    );
  const isKnown = schedule.phases.some(({ start_date: known }) => known === start && known <= store.now);
  if (isKnown) return start;
  throw invalid("You can not modify the start date of the current phase.", {
    param: `${param}[start_date]`,
  });
}

interface Beginning {
  start: number;
  price: Stripe.Price | undefined;
  param: string;
}

/** The SDK's types require neither an end nor a duration: a phase without them lasts for one interval of its price. */
function endOf(store: Store, { duration, end_date }: Sent, { start, price, param }: Beginning): number {
  if (duration && end_date !== undefined)
    throw invalid(`You may only specify one of these parameters: ${param}[duration], ${param}[end_date].`);
  const { interval = "month", interval_count = 1 } = duration ?? price?.recurring ?? {};
  const counted = addIntervals(start, { interval, interval_count }, 1);
  const end = end_date === "now" ? store.now : (end_date ?? counted);
  if (end > start) return end;
  throw invalid("Each phase must end after it starts.", { param: `${param}[end_date]` });
}

async function discountsOf(
  store: Store,
  subscription: Stripe.Subscription,
  discounts: z.output<typeof Discounts> | undefined,
  { reusable, param }: { reusable: Stripe.Subscription["discounts"]; param: string },
): Promise<Stripe.SubscriptionSchedule.Phase.Discount[]> {
  if (discounts === undefined || discounts === "") return [];
  const found: Stripe.SubscriptionSchedule.Phase.Discount[] = [];
  const by = { customer: String(subscription.customer), currency: subscription.currency };
  for (const [index, wanted] of discounts.entries()) {
    const name = `${param}[discounts][${index}]`;
    const { coupon = null, discount = null, promotion_code = null } = wanted;
    refuseSecond(wanted, name);
    if (discount === null) await couponFor(store, wanted, by, name);
    else if (!reusable.some((one) => one === discount))
      throw missing("discount", discount, `${name}[discount]`);
    found.push({ coupon, discount, promotion_code });
  }
  return found;
}

/** Whether taxes are computed in a phase; null where it does not say: the schedule's `default_settings`, which have them off. */
async function automaticTaxOfPhase(
  store: Store,
  customer: Stripe.Customer,
  { automatic_tax }: Sent,
  items: readonly { price: Stripe.Price }[],
): Promise<boolean | null> {
  if (automatic_tax === undefined) return null;
  await automaticTaxOf(
    store,
    customer,
    automatic_tax,
    items.map(({ price }) => price),
  );
  return automatic_tax.enabled;
}
