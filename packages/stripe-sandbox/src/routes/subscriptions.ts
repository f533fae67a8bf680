import type Stripe from "stripe";
import { z } from "zod";
import { cancelSubscription, resumeSubscription } from "../billing/end-subscription.ts";
import { otherCurrency, refuseSecondCurrency } from "../billing/one-currency.ts";
import { startSubscription, type WantedItem } from "../billing/start-subscription.ts";
import { currentPeriodEnd } from "../billing/subscriptions.ts";
import { checkTrialEnd, endOfTrial } from "../billing/trial-length.ts";
import { pageOf } from "../page-of.ts";
import type { Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";
import {
  Currency,
  Flag,
  intBetween,
  list,
  Metadata,
  paging,
  pagingByDate,
  parametersOf,
  Seconds,
  Text,
  textUpTo,
} from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";
import {
  AutomaticTax,
  automaticTaxOf,
  Behavior,
  BillingMode,
  Collection,
  Discounts,
  Extra,
  extraLines,
  Item,
  MAX_DESCRIPTION,
  newDiscounts,
  PaymentSettings,
  Proration,
  TrialEnd,
  TrialSettings,
  wantedItems,
  withDiscounts,
} from "./subscription-fields.ts";
import {
  collectionOf,
  ownMethod,
  refuseBothEnds,
  TaxRates,
  taxRatesOf,
  trialSettingsOf,
} from "./subscription-parts.ts";
import { refuseOtherBehavior } from "./tax-behaviors.ts";
import { update } from "./update-subscription.ts";

const CREATE = parametersOf<Stripe.SubscriptionCreateParams>()({
  add_invoice_items: list(Extra).optional(),
  automatic_tax: AutomaticTax.optional(),
  billing_cycle_anchor: Seconds.optional(),
  billing_mode: BillingMode.optional(),
  cancel_at: Seconds.optional(),
  cancel_at_period_end: Flag.optional(),
  collection_method: Collection.optional(),
  currency: Currency.optional(),
  customer: Text,
  days_until_due: intBetween(0).optional(),
  default_payment_method: Text.optional(),
  default_tax_rates: TaxRates.optional(),
  description: textUpTo(MAX_DESCRIPTION).optional(),
  discounts: Discounts.optional(),
  items: list(Item),
  metadata: Metadata.optional(),
  off_session: Flag.optional(),
  payment_behavior: Behavior.optional(),
  payment_settings: PaymentSettings.optional(),
  proration_behavior: Proration.optional(),
  trial_end: TrialEnd.optional(),
  trial_period_days: intBetween(1).optional(),
  trial_settings: TrialSettings.optional(),
});

type Input = z.output<z.ZodObject<typeof CREATE>>;

async function create(call: Call): Promise<Stripe.Subscription> {
  const { store } = call;
  const input = read(CREATE, call.params);
  const items = await wantedItems(store, input.items);
  const by = { customer: input.customer, currency: currencyOf(items, input.currency) };
  return start(store, input, await withDiscounts(store, by, items, input.items));
}

/** Starts a subscription with these items, as parameters want it. */
export async function start(
  store: Store,
  input: Omit<Input, "items">,
  items: WantedItem[],
): Promise<Stripe.Subscription> {
  const customer = await store.get<Stripe.Customer>("customer", input.customer, "customer");
  if (input.payment_behavior === "pending_if_incomplete") {
    throw invalid("pending_if_incomplete can only be used when a subscription is updated.", {
      param: "payment_behavior",
    });
  }
  const currency = currencyOf(items, input.currency);
  await refuseSecondCurrency(store, customer.id, currency);
  const method = await ownMethod(store, customer, input.default_payment_method);
  const trialEnd = trialEndOf(store, input);
  const extras = await extraLines(store, customer.id, input.add_invoice_items, currency);
  const sold = [...items, ...extras].flatMap(({ price }) => (price ? [price] : []));
  const rates = await taxRatesOf(store, input.default_tax_rates);
  refuseOtherBehavior(rates.default_tax_rates ?? [], sold);
  const begun = await startSubscription(store, {
    customer,
    items,
    paymentBehavior: input.payment_behavior ?? "allow_incomplete",
    isOffSession: input.off_session ?? false,
    trialEnd,
    anchor: input.billing_cycle_anchor ?? null,
    proration: input.proration_behavior ?? "create_prorations",
    metadata: mergeMetadata(null, input.metadata),
    more: {
      default_payment_method: method,
      description: input.description ?? null,
      discounts: (await newDiscounts(store, { customer: customer.id, currency }, input.discounts)) ?? [],
      ...collectionOf(input, "charge_automatically"),
      ...trialSettingsOf(input.trial_settings),
      ...(await automaticTaxOf(store, customer, input.automatic_tax, sold)),
      ...rates,
      payment_settings: {
        payment_method_options: null,
        payment_method_types: input.payment_settings?.payment_method_types ?? null,
        save_default_payment_method: input.payment_settings?.save_default_payment_method ?? "off",
      },
    },
  });
  return endingAsWanted(store, begun, input);
}

/** The currency of the prices, which is the one that was wanted, if any. */
function currencyOf(items: WantedItem[], wanted: string | undefined): string {
  const index = items.findIndex(({ price }) => wanted !== undefined && price.currency !== wanted);
  const other = items[index];
  if (other && wanted !== undefined) throw otherCurrency(other.price, wanted, `items[${index}][price]`);
  return items[0]?.price.currency ?? "usd";
}

/** When it ends, if that is known from the beginning. */
function endingAsWanted(
  store: Store,
  begun: Stripe.Subscription,
  input: Omit<Input, "items">,
): Stripe.Subscription {
  if (!input.cancel_at_period_end && input.cancel_at === undefined) return begun;
  refuseBothEnds(input);
  const cancel_at = input.cancel_at ?? currentPeriodEnd(begun);
  if (cancel_at <= store.now)
    throw invalid("cancel_at must be a timestamp in the future.", { param: "cancel_at" });
  const cancel_at_period_end = input.cancel_at_period_end ?? false;
  return store.put<Stripe.Subscription>({
    ...begun,
    cancel_at,
    cancel_at_period_end,
    canceled_at: store.now,
  });
}

function trialEndOf(
  store: Store,
  { trial_end: end, trial_period_days: days }: Omit<Input, "items">,
): number | null {
  if (end !== undefined && days !== undefined) {
    throw invalid("You cannot specify both trial_end and trial_period_days.", { param: "trial_end" });
  }
  if (days !== undefined) return endOfTrial(store.now, days);
  if (end === undefined || end === "now") return null;
  checkTrialEnd(store.now, end);
  return end;
}

async function cancel(call: Call): Promise<Stripe.Subscription> {
  const details = z.strictObject({
    comment: Text.optional(),
    feedback: z
      .enum([
        "customer_service",
        "low_quality",
        "missing_features",
        "other",
        "switched_service",
        "too_complex",
        "too_expensive",
        "unused",
      ])
      .optional(),
  });
  const shape = parametersOf<Stripe.SubscriptionCancelParams>()({
    cancellation_details: details.optional(),
    invoice_now: Flag.optional(),
    prorate: Flag.optional(),
  });
  const input = read(shape, call.params);
  const subscription = await call.store.get<Stripe.Subscription>("subscription", idOf(call));
  return cancelSubscription(call.store, subscription, {
    isInvoicedNow: input.invoice_now ?? false,
    isProrated: input.prorate ?? false,
    details: {
      comment: input.cancellation_details?.comment ?? null,
      feedback: input.cancellation_details?.feedback ?? null,
    },
  });
}

async function resume(call: Call): Promise<Stripe.Subscription> {
  const shape = parametersOf<Stripe.SubscriptionResumeParams>()({
    billing_cycle_anchor: z.enum(["now", "unchanged"]).optional(),
    proration_behavior: Proration.optional(),
  });
  const input = read(shape, call.params);
  if (input.billing_cycle_anchor === "unchanged")
    throw lacking("resuming with an unchanged billing_cycle_anchor", "billing_cycle_anchor");
  if (input.proration_behavior !== undefined && input.proration_behavior !== "create_prorations")
    throw lacking(`resuming with the proration_behavior ${input.proration_behavior}`, "proration_behavior");
  const paused = await call.store.get<Stripe.Subscription>("subscription", idOf(call));
  return resumeSubscription(call.store, paused);
}

const STATUSES = [
  "active",
  "all",
  "canceled",
  "ended",
  "incomplete",
  "incomplete_expired",
  "past_due",
  "paused",
  "trialing",
  "unpaid",
] as const;

function listSubscriptions(call: Call) {
  const shape = parametersOf<Stripe.SubscriptionListParams>()({
    ...pagingByDate,
    collection_method: Collection.optional(),
    customer: Text.optional(),
    price: Text.optional(),
    status: z.enum(STATUSES).optional(),
    test_clock: Text.optional(),
  });
  const { customer, price, status, collection_method, test_clock, ...page } = read(shape, call.params);
  const where = {
    ...(customer !== undefined && { customer }),
    ...(collection_method && { collection_method }),
    ...(price !== undefined && { items: { data: [{ price: { id: price } }] } }),
    // Without a clock or a customer, only what lives in real time is listed.
    ...(test_clock !== undefined ? { test_clock } : customer === undefined && { test_clock: null }),
    ...(status && status !== "all" && status !== "ended" && { status }),
  };
  const alive = ["active", "incomplete", "past_due", "paused", "trialing", "unpaid"];
  const hidden = status === undefined ? ["canceled"] : status === "ended" ? alive : [];
  const without = hidden.map((one) => ({ status: one }));
  return call.store.list<Stripe.Subscription>("subscription", "/v1/subscriptions", {
    ...page,
    where,
    without,
  });
}

async function retrieve(call: Call): Promise<Stripe.Subscription> {
  read({}, call.params);
  return call.store.get<Stripe.Subscription>("subscription", idOf(call));
}

async function listItems({ store, params }: Call) {
  const { subscription: id, ...page } = read({ subscription: Text, ...paging }, params);
  const { items } = await store.get<Stripe.Subscription>("subscription", id, "subscription");
  return { ...items, ...pageOf(items.data, "subscription_item", page) };
}

export const subscriptionRoutes: Route[] = [
  { method: "POST", path: "/v1/subscriptions", handle: create },
  { method: "GET", path: "/v1/subscriptions", handle: listSubscriptions },
  { method: "GET", path: "/v1/subscriptions/:id", handle: retrieve },
  { method: "POST", path: "/v1/subscriptions/:id", handle: update },
  { method: "DELETE", path: "/v1/subscriptions/:id", handle: cancel },
  { method: "POST", path: "/v1/subscriptions/:id/resume", handle: resume },
  { method: "GET", path: "/v1/subscription_items", handle: listItems },
];
