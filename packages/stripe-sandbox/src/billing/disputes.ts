import type Stripe from "stripe";
import type { DisputeKind } from "../cards/test-cards.ts";
import { change, emit } from "../events.ts";
import {
  type DisputeReason,
  makeDispute,
  makeDisputeTransaction,
  makeFraudWarning,
} from "../objects/dispute.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";

// The order of events and the moments of decisions are as Stripe answered at 2026-08-26.dahlia.

interface Opening {
  reason: DisputeReason;
  isInquiry: boolean;
  /** The whole charge when it is not given; minor units. */
  amount?: number | undefined;
}

/** Opens a dispute of a charge. A chargeback takes the money at once, an inquiry none. */
export async function openDispute(
  store: Store,
  charge: Stripe.Charge,
  { reason, isInquiry, amount: wanted }: Opening,
): Promise<Stripe.Dispute> {
  if (charge.status !== "succeeded")
    throw invalid(`Charge ${charge.id} did not succeed.`, { param: "charge" });
  const amount = wanted ?? charge.amount;
  if (amount > charge.amount)
    throw invalid("A dispute cannot be about more than the charge.", { param: "amount" });
  const method = await store.find<Stripe.PaymentMethod>("payment_method", charge.payment_method ?? "");
  const brand = method?.card?.brand ?? "visa";
  const opened = store.add(makeDispute(store.now, { charge, brand, amount, reason, isInquiry }));
  store.put<Stripe.Charge>({ ...charge, disputed: true });
  await calmWarnings(store, charge.id);
  await emit(store, "charge.dispute.created", opened);
  return isInquiry ? opened : withdraw(store, opened);
}

async function withdraw(store: Store, dispute: Stripe.Dispute): Promise<Stripe.Dispute> {
  const transaction = makeDisputeTransaction(store.now, dispute, "withdrawn");
  const taken = store.put<Stripe.Dispute>({ ...dispute, balance_transactions: [transaction] });
  await emit(store, "charge.dispute.funds_withdrawn", taken);
  return taken;
}

/** A warning is actionable "if it has not received a dispute and has not been fully refunded" (SDK, Radar/EarlyFraudWarnings.d.ts). */
export async function calmWarnings(store: Store, charge: string): Promise<void> {
  const where = { charge, actionable: true };
  for (const warning of await store.all<Stripe.Radar.EarlyFraudWarning>("radar.early_fraud_warning", {
    where,
  }))
    await change<Stripe.Radar.EarlyFraudWarning>(store, "radar.early_fraud_warning.updated", warning, {
      ...warning,
      actionable: false,
    });
}

export function isInquiry({ status }: Stripe.Dispute): boolean {
  return status.startsWith("warning_");
}

/** Whether the account can still respond. */
export function needsResponse({ status }: Stripe.Dispute): boolean {
  return status === "needs_response" || status === "warning_needs_response";
}

/** Whether a dispute is over. */
export function isClosed({ status }: Stripe.Dispute): boolean {
  return status === "lost" || status === "won" || status === "warning_closed";
}

/** Ends a dispute. What was withdrawn comes back, with its fee, when it is won; an inquiry ends without either. */
export async function closeDispute(
  store: Store,
  before: Stripe.Dispute,
  outcome: "lost" | "won",
): Promise<Stripe.Dispute> {
  const status = isInquiry(before) ? "warning_closed" : outcome;
  const closed = store.put<Stripe.Dispute>({ ...before, status, is_charge_refundable: status !== "lost" });
  const ended = status === "won" ? await reinstate(store, closed) : closed;
  await emit(store, "charge.dispute.closed", ended);
  return ended;
}

/** The bank is not content with the answer to its question: the inquiry becomes a chargeback. */
export async function escalate(store: Store, before: Stripe.Dispute): Promise<Stripe.Dispute> {
  const details = before.payment_method_details;
  const card = details?.card && { ...details.card, case_type: "chargeback" };
  return withdraw(store, {
    ...before,
    is_charge_refundable: false,
    payment_method_details: details && { ...details, ...(card && { card }) },
    status: "needs_response",
  });
}

async function reinstate(store: Store, dispute: Stripe.Dispute): Promise<Stripe.Dispute> {
  const transaction = makeDisputeTransaction(store.now, dispute, "reinstated");
  const balance_transactions = [...dispute.balance_transactions, transaction];
  const given = store.put<Stripe.Dispute>({ ...dispute, balance_transactions });
  await emit(store, "charge.dispute.funds_reinstated", given);
  return given;
}

export function saveDispute(
  store: Store,
  before: Stripe.Dispute,
  after: Stripe.Dispute,
): Promise<Stripe.Dispute> {
  return change<Stripe.Dispute>(store, "charge.dispute.updated", before, after);
}

/** Says that something about a charge changed which stands in its dispute. */
export async function touchCharge(store: Store, { charge }: Stripe.Dispute): Promise<void> {
  await emit(store, "charge.updated", await store.get<Stripe.Charge>("charge", String(charge)));
}

/** What the bank of a test card does about a charge as soon as it succeeds: https://docs.stripe.com/testing#disputes. */
export async function disputeAsCard(
  store: Store,
  charge: Stripe.Charge,
  kind: DisputeKind | undefined,
): Promise<void> {
  if (kind) await DISPUTES[kind](store, charge);
}

const DISPUTES: Record<DisputeKind, (store: Store, charge: Stripe.Charge) => Promise<unknown>> = {
  fraudulent: (store, charge) => openDispute(store, charge, { reason: "fraudulent", isInquiry: false }),
  product_not_received: (store, charge) =>
    openDispute(store, charge, { reason: "product_not_received", isInquiry: false }),
  inquiry: (store, charge) => openDispute(store, charge, { reason: "fraudulent", isInquiry: true }),
  several: disputeTwice,
  fraud_warning: warnOfFraud,
};

/** Each of the two is about one half. */
async function disputeTwice(store: Store, charge: Stripe.Charge): Promise<void> {
  const half = Math.floor(charge.amount / 2);
  for (const amount of [half, charge.amount - half]) {
    const present = await store.get<Stripe.Charge>("charge", charge.id);
    await openDispute(store, present, { reason: "fraudulent", isInquiry: false, amount });
  }
}

/** Says that a charge may be a fraud. */
export async function warnOfFraud(
  store: Store,
  charge: Stripe.Charge,
): Promise<Stripe.Radar.EarlyFraudWarning> {
  const warning = store.add(makeFraudWarning(store.now, charge));
  await emit(store, "radar.early_fraud_warning.created", warning);
  return warning;
}
