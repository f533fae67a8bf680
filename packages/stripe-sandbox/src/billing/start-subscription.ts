import type Stripe from "stripe";
import { emit } from "../events.ts";
import { newId } from "../ids.ts";
import { checkCount, MAX_ITEMS } from "../limits.ts";
import { makeSetupIntent } from "../objects/intents.ts";
import { makeItem, makeSubscription } from "../objects/subscription.ts";
import type { Store } from "../store.ts";
import { declined, type Failure, invalid, lacking } from "../wire/failure.ts";
import { addIntervals, periodEnd, wholePeriod } from "./calendar.ts";
import { attemptPayment, noMethod } from "./collect.ts";
import { pendingItems } from "./compose-invoice.ts";
import { runningDiscounts } from "./discounts.ts";
import { DRAFT_SECONDS, draftInvoice, finalizeInvoice } from "./invoices.ts";
import { amountOf, fullLine, type LineFacts, trialLine } from "./lines.ts";
import { methodFor } from "./payments.ts";
import { lessDiscounts } from "./prorated-discounts.ts";
import { share } from "./proration.ts";
import { debitsIn, withItems } from "./subscriptions.ts";

export type PaymentBehavior =
  | "allow_incomplete"
  | "default_incomplete"
  | "error_if_incomplete"
  | "pending_if_incomplete";
export type ProrationBehavior = "always_invoice" | "create_prorations" | "none";

export interface WantedItem {
  price: Stripe.Price;
  quantity: number;
  metadata: Stripe.Metadata;
  /** The ids of its own discounts. */
  discounts?: string[] | undefined;
}

export interface Start {
  customer: Stripe.Customer;
  items: WantedItem[];
  paymentBehavior: PaymentBehavior;
  isOffSession: boolean;
  trialEnd: number | null;
  /** When the first whole period begins; null = now, or when the trial ends. */
  anchor: number | null;
  proration: ProrationBehavior;
  metadata: Stripe.Metadata;
  /** Further fields of the subscription. */
  more: Partial<Stripe.Subscription>;
}

/** Starts a subscription with its first invoice; what remains when that is not paid is ruled by the payment behaviour. */
export async function startSubscription(store: Store, start: Start): Promise<Stripe.Subscription> {
  await refuseFourth(store, start.customer.id);
  const subscription = store.add(composeSubscription(store, start), {
    trial_warned: false,
    debits: [],
    pending: null,
  });
  const { customer } = start;
  const discounts = await runningDiscounts(store, subscription);
  const lines = await firstLines(store, subscription, start);
  // Extras wait as invoice items, and are among these.
  const pending = await pendingItems(store, customer.id, subscription.id, subscription.currency);
  const order = {
    customer,
    subscription,
    currency: subscription.currency,
    lines,
    reason: "subscription_create",
    pending,
    discounts,
  } as const;
  const isSent = subscription.collection_method === "send_invoice";
  const draft = await draftInvoice(store, order, isSent ? store.now + DRAFT_SECONDS : null);
  const begun = store.put<Stripe.Subscription>(
    { ...subscription, latest_invoice: draft.id },
    { debits: debitsIn(draft) },
  );
  if (isSent) return announce(store, begun, begun.trial_end === null ? "active" : "trialing");
  const open = await finalizeInvoice(store, draft);
  return pay(store, begun, open, start);
}

const MAX_ON_CLOCK = 3;

/** On a test clock a customer has three subscriptions: https://docs.stripe.com/billing/testing/test-clocks/api-advanced-usage. */
async function refuseFourth(store: Store, customer: string): Promise<void> {
  if (store.clock === null) return;
  const others = await store.all<Stripe.Subscription>("subscription", { where: { customer } });
  if (others.length < MAX_ON_CLOCK) return;
  throw invalid(`A customer on a test clock cannot have more than ${MAX_ON_CLOCK} subscriptions.`, {
    param: "customer",
  });
}

/** The subscription as it would begin now, nothing paid. */
export function composeSubscription(store: Store, start: Start): Stripe.Subscription {
  const [first] = start.items;
  if (!first) throw invalid("Missing required param: items.", { code: "parameter_missing", param: "items" });
  checkItems(start.items);
  const { currency, recurring } = first.price;
  if (!recurring) throw lacking("one-time prices as items of a subscription");
  const begin = start.trialEnd ?? start.anchor ?? store.now;
  const latest = addIntervals(store.now, recurring, 1);
  if (start.anchor !== null && (start.anchor < store.now || start.anchor > latest)) {
    const message =
      "billing_cycle_anchor cannot be later than next natural billing date or earlier than now.";
    throw invalid(message, { param: "billing_cycle_anchor" });
  }
  const id = newId("sub");
  const end = begin > store.now ? begin : periodEnd(begin, recurring, store.now);
  const items = start.items.map((item) =>
    makeItem(store.now, { ...item, subscription: id, start: store.now, end }),
  );
  const facts = {
    id,
    customer: start.customer.id,
    currency,
    items,
    anchor: begin,
    clock: store.clock,
    metadata: start.metadata,
  };
  const trial = start.trialEnd === null ? {} : { trial_start: store.now, trial_end: start.trialEnd };
  return { ...makeSubscription(store.now, facts), ...start.more, ...trial };
}

/** All items of a subscription are billed together: one currency, one interval, prices that are active. */
export function checkItems(items: WantedItem[]): void {
  checkCount(items, MAX_ITEMS, "items");
  const intervals = items.map(
    ({ price }) => `${price.recurring?.interval}:${price.recurring?.interval_count}`,
  );
  if (new Set(intervals).size > 1) throw lacking("items of different intervals on one subscription");
  if (new Set(items.map(({ price }) => price.currency)).size > 1) {
    throw invalid("All prices on a subscription must have the same `currency`.", { param: "items" });
  }
  if (new Set(items.map(({ price }) => price.id)).size < items.length) {
    throw invalid("Cannot add multiple subscription items with the same price.", { param: "items" });
  }
}

/** The lines of the first invoice: nothing for a trial, a part when a whole period begins later. */
export async function firstLines(
  store: Store,
  subscription: Stripe.Subscription,
  start: Start,
): Promise<LineFacts[]> {
  const items = subscription.items.data;
  if (subscription.trial_end !== null) return Promise.all(items.map((item) => trialLine(store, item)));
  const lines = await Promise.all(items.map((item) => fullLine(store, item)));
  if (start.anchor === null || start.anchor === store.now) return lines;
  if (start.proration === "none") return [];
  const discounts = await runningDiscounts(store, subscription);
  return Promise.all(
    lines.map(async (line, index) => {
      const item = items[index];
      if (!item?.price.recurring) return line;
      const whole = wholePeriod(item.price.recurring, item.current_period_end);
      const seconds = item.current_period_end - item.current_period_start;
      const part = { item, amount: share(amountOf(item), seconds, whole.end - whole.start) };
      const amount = await lessDiscounts(store, part, discounts, items);
      return { ...line, amount, isProration: true, isDiscountable: false };
    }),
  );
}

async function pay(
  store: Store,
  begun: Stripe.Subscription,
  open: Stripe.Invoice,
  start: Start,
): Promise<Stripe.Subscription> {
  const alive = begun.trial_end === null ? "active" : "trialing";
  if (open.amount_due === 0) {
    const { invoice } = await attemptPayment(store, open, { isOffSession: true, retries: "none" });
    const subscription = await withSetupIntent(store, { ...begun, latest_invoice: invoice.id }, start);
    return announce(store, subscription, alive);
  }
  if (start.paymentBehavior === "default_incomplete") return announce(store, begun, "incomplete");
  const method = await methodFor(store, start.customer, begun.default_payment_method);
  if (!method) throw noMethod();
  const collected = await attemptPayment(store, open, { isOffSession: start.isOffSession, retries: "none" });
  if (collected.failure === null) return announce(store, await savedMethod(store, begun, method), alive);
  if (start.paymentBehavior === "error_if_incomplete")
    throw refusal(collected.failure, collected.needsAction, start.isOffSession);
  return announce(store, begun, "incomplete");
}

/** The card's holder is there but would have to confirm, which this payment behaviour does not wait for. */
export function refusal(failure: Failure, needsAction: boolean, isOffSession: boolean): Failure {
  if (!needsAction || isOffSession) return failure;
  const message =
    "Payment for this subscription requires additional user action before it can be completed successfully. Payment can be " +
    "completed using the PaymentIntent associated with `subscription.latest_invoice`.";
  return declined("subscription_payment_intent_requires_action", message);
}

async function savedMethod(
  _store: Store,
  begun: Stripe.Subscription,
  method: Stripe.PaymentMethod,
): Promise<Stripe.Subscription> {
  const isSaved = begun.payment_settings?.save_default_payment_method === "on_subscription";
  return isSaved ? { ...begun, default_payment_method: method.id } : begun;
}

/** A trial without a card asks for one, so that the browser can set it up: a pending setup intent. */
async function withSetupIntent(
  store: Store,
  begun: Stripe.Subscription,
  start: Start,
): Promise<Stripe.Subscription> {
  const isFree = start.items.every(({ price }) => (price.unit_amount ?? 0) === 0);
  const method = await methodFor(store, start.customer, begun.default_payment_method);
  if (isFree || method || start.paymentBehavior !== "default_incomplete") return begun;
  const intent = store.add(
    makeSetupIntent(store.now, {
      customer: start.customer.id,
      paymentMethod: null,
      usage: "off_session",
      allowed: null,
      automatic: null,
      description: null,
      metadata: {},
    }),
    { subscription: begun.id },
  );
  await emit(store, "setup_intent.created", intent);
  return { ...begun, pending_setup_intent: intent.id };
}

async function announce(
  store: Store,
  begun: Stripe.Subscription,
  status: Stripe.Subscription.Status,
): Promise<Stripe.Subscription> {
  const started = store.put<Stripe.Subscription>({ ...withItems(begun, begun.items.data), status });
  await emit(store, "customer.subscription.created", started);
  return started;
}
