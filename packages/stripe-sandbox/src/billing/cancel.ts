import type Stripe from "stripe";
import { emit } from "../events.ts";
import type { Store } from "../store.ts";
import { closeInvoice } from "./close-invoice.ts";
import { subscriptionOf } from "./invoices.ts";
import { endSchedule, scheduleOf } from "./schedules.ts";

type Reason = Stripe.Subscription.CancellationDetails.Reason;

/** Ends a subscription now. Its open invoices are collected no further: https://docs.stripe.com/api/subscriptions/cancel. */
export async function cancelNow(
  store: Store,
  subscription: Stripe.Subscription,
  reason: Reason = "cancellation_requested",
  details: Partial<Stripe.Subscription.CancellationDetails> = {},
): Promise<Stripe.Subscription> {
  if (subscription.status === "incomplete") return expireIncomplete(store, subscription);
  await stopCollecting(store, subscription);
  const schedule = await scheduleOf(store, subscription);
  if (schedule) await endSchedule(store, schedule);
  const ended = store.put<Stripe.Subscription>({
    ...subscription,
    status: "canceled",
    canceled_at: subscription.canceled_at ?? store.now,
    ended_at: store.now,
    pause_collection: null,
    pending_update: null,
    cancellation_details: withReason(subscription, reason, details),
  });
  await emit(store, "customer.subscription.deleted", ended);
  return ended;
}

/** Why it ends; what was said before stays. */
export function withReason(
  { cancellation_details: before }: Stripe.Subscription,
  reason: Reason | null,
  details: Partial<Stripe.Subscription.CancellationDetails> = {},
): Stripe.Subscription.CancellationDetails {
  const none = { comment: null, feedback: null, feedback_option: null, reason: null };
  return { ...none, ...before, ...details, reason };
}

async function stopCollecting(store: Store, { id }: Stripe.Subscription): Promise<void> {
  const where = { parent: { subscription_details: { subscription: id } }, auto_advance: true };
  const invoices = await store.all<Stripe.Invoice>("invoice", { where });
  for (const invoice of invoices.filter(({ status }) => status === "open" || status === "draft")) {
    store.put<Stripe.Invoice>({ ...invoice, auto_advance: false, next_payment_attempt: null });
  }
}

/** The first payment never came: the subscription never was, and its invoice is void. */
export async function expireIncomplete(
  store: Store,
  subscription: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  const latest = subscription.latest_invoice;
  const invoice = await store.find<Stripe.Invoice>(
    "invoice",
    typeof latest === "string" ? latest : (latest?.id ?? ""),
  );
  if (invoice?.status === "open" && (await subscriptionOf(store, invoice))?.id === subscription.id) {
    await closeInvoice(store, invoice, "void");
  }
  const expired = store.put<Stripe.Subscription>({
    ...subscription,
    status: "incomplete_expired",
    ended_at: store.now,
  });
  await emit(store, "customer.subscription.updated", expired, subscription);
  return expired;
}
