import type Stripe from "stripe";
import type { z } from "zod";
import { withReason } from "../billing/cancel.ts";
import { changeSubscription } from "../billing/change-subscription.ts";
import { runningDiscounts } from "../billing/discounts.ts";
import { type Exchanged, exchange, type ItemChange } from "../billing/exchange-items.ts";
import { customerOf } from "../billing/invoices.ts";
import { otherCurrency } from "../billing/one-currency.ts";
import { checkItems } from "../billing/start-subscription.ts";
import { currentPeriodEnd, debitsOf, saveSubscription } from "../billing/subscriptions.ts";
import { checkTrialEnd } from "../billing/trial-length.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { type Call, idOf } from "./route.ts";
import { extraLines, newDiscounts, sellingPrice } from "./subscription-fields.ts";
import {
  collectionOf,
  ownMethod,
  refuseBothEnds,
  taxRatesOf,
  trialSettingsOf,
} from "./subscription-parts.ts";
import { refuseOtherBehavior, requireTaxable } from "./tax-behaviors.ts";
import { type ChangedItem, type ExchangeInput, type Input, UPDATE } from "./update-parameters.ts";
import { checkPending, checkState, isExchange } from "./update-state.ts";

/** Changes a subscription: https://docs.stripe.com/api/subscriptions/update. */
export async function update(call: Call): Promise<Stripe.Subscription> {
  const { store } = call;
  const input = read(UPDATE, call.params);
  const before = await store.get<Stripe.Subscription>("subscription", idOf(call));
  checkState(before, input);
  if (input.payment_behavior === "pending_if_incomplete") checkPending(before, input);
  if (input.items?.some(({ quantity }) => quantity !== undefined))
    store.cause.limiter?.quantityUpdate(before.id);
  const customer = await customerOf(store, before);
  const changed = await withFields(store, before, customer, input);
  const extras = await extraLines(store, customer.id, input.add_invoice_items, before.currency, before.id);
  await checkTaxes(
    store,
    changed,
    extras.flatMap(({ price }) => (price ? [price] : [])),
  );
  if (input.default_tax_rates !== undefined)
    refuseOtherBehavior(
      changed.default_tax_rates ?? [],
      before.items.data.map(({ price }) => price),
    );
  if (!isExchange(input) && extras.length === 0) return saveSubscription(store, before, changed);
  const exchanged = await exchangeAsWanted(store, changed, input);
  return changeSubscription(store, before, exchanged, {
    proration: input.proration_behavior ?? "create_prorations",
    paymentBehavior: input.payment_behavior ?? "allow_incomplete",
    isOffSession: input.off_session ?? false,
    extras,
  });
}

/** Refuses prices whose taxes cannot be computed as the subscription has it. */
async function checkTaxes(
  store: Store,
  { automatic_tax, default_tax_rates }: Stripe.Subscription,
  sold: readonly Stripe.Price[],
): Promise<void> {
  if (sold.length === 0) return;
  if (automatic_tax.enabled) await requireTaxable(store, sold);
  refuseOtherBehavior(default_tax_rates ?? [], sold);
}

async function withFields(
  store: Store,
  before: Stripe.Subscription,
  customer: Stripe.Customer,
  input: Input,
): Promise<Stripe.Subscription> {
  const named = input.default_payment_method;
  const method =
    named === undefined ? before.default_payment_method : await ownMethod(store, customer, named);
  const by = { customer: customer.id, currency: before.currency };
  const discounts = await newDiscounts(store, by, input.discounts, before.discounts);
  const pause = input.pause_collection;
  const settings = input.payment_settings;
  return {
    ...before,
    ...(discounts && { discounts }),
    ...collectionOf(input, before.collection_method),
    ...trialSettingsOf(input.trial_settings),
    ...(await taxRatesOf(store, input.default_tax_rates)),
    ...endingOf(store, before, input),
    default_payment_method: method,
    description: input.description === undefined ? before.description : input.description || null,
    metadata: mergeMetadata(before.metadata, input.metadata),
    // Neither a pause nor its end changes when it ends: "the subscription status will be unchanged" (the SDK's comment of pause_collection,
    // https://docs.stripe.com/billing/subscriptions/pause-payment), and an active one cancels by cancel_at_period_end.
    ...(pause !== undefined && {
      pause_collection:
        pause === "" ? null : { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null },
    }),
    ...(settings &&
      before.payment_settings && { payment_settings: { ...before.payment_settings, ...settings } }),
  };
}

/** When it ends: `cancel_at_period_end` and `cancel_at` rule one another out. */
function endingOf(store: Store, before: Stripe.Subscription, input: Input): Partial<Stripe.Subscription> {
  const { comment, feedback } = input.cancellation_details ?? {};
  const said = {
    ...(comment !== undefined && { comment: comment || null }),
    ...(feedback !== undefined && { feedback: feedback || null }),
  };
  const atEnd = input.cancel_at_period_end;
  const at = input.cancel_at === "" ? null : input.cancel_at;
  if (atEnd === undefined && at === undefined) {
    return { cancellation_details: withReason(before, before.cancellation_details?.reason ?? null, said) };
  }
  refuseBothEnds({ cancel_at: at, cancel_at_period_end: atEnd });
  if (typeof at === "number" && at <= store.now)
    throw invalid("cancel_at must be a timestamp in the future.", { param: "cancel_at" });
  const cancel_at = atEnd ? currentPeriodEnd(before) : (at ?? null);
  const isEnding = cancel_at !== null;
  return {
    cancel_at,
    cancel_at_period_end: atEnd ?? false,
    canceled_at: isEnding ? (before.canceled_at ?? store.now) : null,
    cancellation_details: withReason(before, isEnding ? "cancellation_requested" : null, said),
  };
}

/** What a change of items, period or trial makes of a subscription, and what it costs. */
export async function exchangeAsWanted(
  store: Store,
  subscription: Stripe.Subscription,
  input: ExchangeInput,
): Promise<Exchanged> {
  const { trial_end: trialEnd = null } = input;
  if (typeof trialEnd === "number") checkTrialEnd(store.now, trialEnd);
  const changes = await changesOf(store, subscription, input.items ?? []);
  await checkTaxes(
    store,
    subscription,
    changes.flatMap(({ price }) => (price ? [price] : [])),
  );
  const exchanged = await exchange(store, subscription, await debitsOf(store, subscription), {
    changes,
    at: prorationDate(subscription, input.proration_date, store.now),
    isAnchoredAnew: input.billing_cycle_anchor === "now",
    trialEnd,
    isProrated: input.proration_behavior !== "none",
    discounts: await runningDiscounts(store, subscription),
  });
  const { data } = exchanged.moved.items;
  if (data.length === 0)
    throw invalid("A subscription must have at least one active item.", { param: "items" });
  checkItems(data.map(({ price, quantity = 1, metadata }) => ({ price, quantity, metadata })));
  return exchanged;
}

function prorationDate(subscription: Stripe.Subscription, wanted: number | undefined, now: number): number {
  if (wanted === undefined) return now;
  const starts = subscription.items.data.map((item) => item.current_period_start);
  if (wanted < Math.min(...starts) || wanted > currentPeriodEnd(subscription)) {
    throw invalid("Cannot specify `proration_date` outside of current subscription period.", {
      param: "proration_date",
    });
  }
  return wanted;
}

async function changesOf(
  store: Store,
  subscription: Stripe.Subscription,
  sent: z.output<typeof ChangedItem>[],
): Promise<ItemChange[]> {
  const changes: ItemChange[] = [];
  for (const [index, item] of sent.entries()) {
    const param = `items[${index}]`;
    const old = subscription.items.data.find(({ id }) => id === item.id);
    if (item.id !== undefined && !old) {
      throw invalid(`Invalid subscription_item id: ${item.id}`, {
        code: "resource_missing",
        param: `${param}[id]`,
      });
    }
    const price = item.deleted ? null : ((await sellingPrice(store, item, param)) ?? old?.price);
    if (price === undefined)
      throw invalid(`Missing required param: ${param}[price].`, {
        code: "parameter_missing",
        param: `${param}[price]`,
      });
    if (price && price.currency !== subscription.currency)
      throw otherCurrency(price, subscription.currency, `${param}[price]`);
    const metadata = mergeMetadata(old?.metadata ?? null, item.metadata);
    // SubscriptionUpdateParams.Item.price in the SDK: "quantity is set to 1 unless a quantity parameter is provided".
    const kept = price && price.id !== old?.price.id ? 1 : old?.quantity;
    changes.push({ id: item.id ?? null, price, quantity: item.quantity ?? kept ?? 1, metadata });
  }
  return changes;
}
