import type Stripe from "stripe";
import type { Store } from "../store.ts";
import { invalid, missing } from "../wire/failure.ts";
import { periodEnd } from "./calendar.ts";
import { cancelNow } from "./cancel.ts";
import { waitForInvoice } from "./change-subscription.ts";
import { collect } from "./collect.ts";
import { type Order, pendingItems } from "./compose-invoice.ts";
import { runningDiscounts } from "./discounts.ts";
import { exchange } from "./exchange-items.ts";
import { customerOf, draftInvoice, finalizeInvoice } from "./invoices.ts";
import { fullLine } from "./lines.ts";
import { debitsIn, debitsOf, isOver, saveSubscription, withItems } from "./subscriptions.ts";

interface Ending {
  /** Invoice what waits for an invoice now; else it stays where it is. */
  isInvoicedNow: boolean;
  /** Give back what is left of the period. */
  isProrated: boolean;
  details: Partial<Stripe.Subscription.CancellationDetails>;
}

/** Ends a subscription now: https://docs.stripe.com/api/subscriptions/cancel. */
export async function cancelSubscription(
  store: Store,
  subscription: Stripe.Subscription,
  ending: Ending,
): Promise<Stripe.Subscription> {
  if (isOver(subscription)) throw missing("subscription", subscription.id);
  if (ending.isProrated) {
    const { prorations } = await exchange(store, subscription, await debitsOf(store, subscription), {
      changes: subscription.items.data.map(({ id, metadata }) => ({
        id,
        price: null,
        quantity: 0,
        metadata,
      })),
      at: store.now,
      isAnchoredAnew: false,
      trialEnd: null,
      isProrated: true,
      discounts: [],
    });
    for (const line of prorations) await waitForInvoice(store, subscription, line);
  }
  const latest = ending.isInvoicedNow ? await lastInvoice(store, subscription) : null;
  const now = (await store.find<Stripe.Subscription>("subscription", subscription.id)) ?? subscription;
  if (isOver(now)) return now;
  return cancelNow(
    store,
    latest === null ? now : { ...now, latest_invoice: latest },
    "cancellation_requested",
    ending.details,
  );
}

/** Invoices what has waited for an invoice; answers its id, or null when nothing has. */
async function lastInvoice(store: Store, subscription: Stripe.Subscription): Promise<string | null> {
  const customer = await customerOf(store, subscription);
  const pending = await pendingItems(store, customer.id, subscription.id, subscription.currency);
  if (pending.length === 0) return null;
  const order: Order = {
    customer,
    subscription,
    currency: subscription.currency,
    lines: [],
    reason: "subscription_cycle",
    pending,
    discounts: await runningDiscounts(store, subscription),
  };
  const open = await finalizeInvoice(store, await draftInvoice(store, order, null));
  const isSent = open.collection_method === "send_invoice" && open.amount_due > 0;
  return isSent ? open.id : (await collect(store, open)).id;
}

/** A subscription that its trial left paused begins a period; it is active again when that is paid. */
export async function resumeSubscription(
  store: Store,
  paused: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  if (paused.status !== "paused")
    throw invalid("Only subscriptions with a status of `paused` can be resumed.");
  // Subscriptions.d.ts, resume: "only available for subscriptions that use charge_automatically collection".
  if (paused.collection_method !== "charge_automatically")
    throw invalid("Only subscriptions with a collection_method of `charge_automatically` can be resumed.");
  const items = paused.items.data.map((item) => {
    const end = item.price.recurring
      ? periodEnd(store.now, item.price.recurring, store.now)
      : item.current_period_end;
    return { ...item, current_period_start: store.now, current_period_end: end };
  });
  const moved: Stripe.Subscription = { ...withItems(paused, items), billing_cycle_anchor: store.now };
  const customer = await customerOf(store, paused);
  const order = {
    customer,
    subscription: moved,
    currency: moved.currency,
    lines: await Promise.all(items.map((item) => fullLine(store, item))),
    reason: "subscription_cycle",
    pending: await pendingItems(store, customer.id, moved.id, moved.currency),
    discounts: await runningDiscounts(store, moved),
  } as const;
  const draft = await draftInvoice(store, order, null);
  await saveSubscription(store, paused, { ...moved, latest_invoice: draft.id }, { debits: debitsIn(draft) });
  await collect(store, await finalizeInvoice(store, draft));
  return store.get<Stripe.Subscription>("subscription", paused.id);
}
