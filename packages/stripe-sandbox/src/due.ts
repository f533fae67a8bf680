import type Stripe from "stripe";

/** What of a subscription is kept out of sight. */
export interface HiddenSubscription {
  /** Whether the event that the trial will end was sent. */
  trial_warned: boolean;
  /** What its items were charged for the running period: what a credit gives back. */
  debits: Debit[];
  /** The change that waits for its invoice to be paid. */
  pending: PendingChange | null;
}

/** What a subscription becomes when the invoice of the change is paid. */
export interface PendingChange {
  subscription: Stripe.Subscription;
  debits: Debit[];
}

/** An amount that an item was charged for a stretch of time. */
export interface Debit {
  item: string;
  amount: number;
  start: number;
  end: number;
  invoice: string | null;
  line: string | null;
}

/** What of an invoice is kept out of sight. */
export interface HiddenInvoice {
  /** The payment intent that pays it. */
  intent: string;
  /** Whether the event that the due date has passed was sent. */
  overdue: boolean;
  /** The change of its subscription that waits for it to be paid. */
  applies_update: boolean;
}

/** What of a refund is kept out of sight. */
export interface HiddenRefund {
  /** When it fails or succeeds after all; null when that is over. */
  settles_at: number | null;
}

const DAY = 86_400;
/** An incomplete subscription and a pending update wait this long for the first payment. */
export const INCOMPLETE_SECONDS = 23 * 3600;
/** A trial's end is announced this long ahead. */
export const TRIAL_WARNING_SECONDS = 3 * DAY;

/** When time will next do something to an object, seconds since 1970; null when nothing is to come. */
export function dueAt(thing: { object: string }, hidden: Record<string, unknown>): number | null {
  // The kind decides the type, as everywhere in the store.
  if (thing.object === "subscription") return subscriptionDue(thing as Stripe.Subscription, hidden);
  if (thing.object === "invoice") return invoiceDue(thing as Stripe.Invoice, hidden);
  if (thing.object === "test_helpers.test_clock")
    return (thing as Stripe.TestHelpers.TestClock).deletes_after;
  if (thing.object === "subscription_schedule") {
    const { status, current_phase } = thing as Stripe.SubscriptionSchedule;
    return status === "active" ? (current_phase?.end_date ?? null) : null;
  }
  if (thing.object === "checkout.session") {
    const session = thing as Stripe.Checkout.Session;
    return session.status === "open" ? session.expires_at : null;
  }
  if (thing.object === "refund") {
    const { settles_at: moment = null }: Partial<HiddenRefund> = hidden;
    return moment;
  }
  if (thing.object === "dispute") return disputeDue(thing as Stripe.Dispute);
  return null;
}

function subscriptionDue(
  subscription: Stripe.Subscription,
  hidden: Partial<HiddenSubscription>,
): number | null {
  const { status, pending_update, pause_collection, cancel_at, trial_end } = subscription;
  if (status === "incomplete") return subscription.created + INCOMPLETE_SECONDS;
  if (status === "canceled" || status === "incomplete_expired" || status === "paused") return null;
  const periodEnds = subscription.items.data.map((item) => item.current_period_end);
  const warning =
    status === "trialing" && trial_end !== null && !hidden.trial_warned
      ? trial_end - TRIAL_WARNING_SECONDS
      : null;
  return earliest([
    ...periodEnds,
    warning,
    cancel_at,
    pending_update?.expires_at,
    pause_collection?.resumes_at,
  ]);
}

function invoiceDue(invoice: Stripe.Invoice, hidden: Partial<HiddenInvoice>): number | null {
  if (invoice.status === "draft") return invoice.auto_advance ? invoice.automatically_finalizes_at : null;
  if (invoice.status !== "open") return null;
  if (invoice.collection_method === "send_invoice") return hidden.overdue ? null : invoice.due_date;
  return invoice.next_payment_attempt;
}

/** Without a response in time a dispute is lost; an inquiry that is not escalated is closed after 120 days: https://docs.stripe.com/disputes/how-disputes-work. */
function disputeDue({ status, created, evidence_details }: Stripe.Dispute): number | null {
  if (status === "needs_response") return evidence_details.due_by;
  return status.startsWith("warning_") && status !== "warning_closed" ? created + 120 * DAY : null;
}

function earliest(moments: (number | null | undefined)[]): number | null {
  const known = moments.filter((moment) => typeof moment === "number");
  return known.length === 0 ? null : Math.min(...known);
}
