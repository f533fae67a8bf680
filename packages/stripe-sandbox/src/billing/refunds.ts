import type Stripe from "stripe";
import { cardByNumber } from "../cards/test-cards.ts";
import { checkAmount } from "../currencies.ts";
import type { HiddenRefund } from "../due.ts";
import { change, emit } from "../events.ts";
import type { HiddenCard } from "../objects/payment-method.ts";
import { makeRefund } from "../objects/refund.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { calmWarnings } from "./disputes.ts";
import { money } from "./lines.ts";

type Reason = "duplicate" | "fraudulent" | "requested_by_customer";

interface Order {
  /** All that is left when it is not given; minor units. */
  amount?: number | undefined;
  reason?: Reason | undefined;
  metadata: Stripe.Metadata;
}

/** "Some time later" (https://docs.stripe.com/testing#refunds): how long after its creation a refund fails, or is no longer pending. */
export const REFUND_SETTLES_SECONDS = 5;

/** What of a charge can still be given back, minor units. */
function refundable({ amount_captured, amount_refunded }: Stripe.Charge): number {
  return amount_captured - amount_refunded;
}

/** Gives back a charge, wholly or in part, never more than was taken. */
export async function refundCharge(
  store: Store,
  charge: Stripe.Charge,
  { amount: wanted, reason, metadata }: Order,
): Promise<Stripe.Refund> {
  const left = refundable(charge);
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  await refuseDisputed(store, charge);
  const amount = wanted ?? left;
  checkAmount(amount, charge.currency, "amount");
  if (amount > left) {
    const [asked, rest] = [amount, left].map((one) => money(one, charge.currency));
    throw invalid(`Refund amount (${asked}) is greater than unrefunded amount on charge (${rest})`, {
      param: "amount",
    });
  }
  const fate = await fateOf(store, charge);
  const facts = { charge, amount, reason: reason ?? null, metadata, isPending: fate === "is_pending" };
  const hidden: HiddenRefund = { settles_at: fate === undefined ? null : store.now + REFUND_SETTLES_SECONDS };
  const refund = store.add(makeRefund(store.now, facts), { ...hidden });
  const refunded = store.put<Stripe.Charge>({
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  });
  await emit(store, "charge.refunded", refunded, charge);
  await emit(store, "refund.created", refund);
  if (refunded.refunded) await calmWarnings(store, charge.id);
  return refund;
}

/** What happens to refunds of the card that was charged. */
async function fateOf(store: Store, { payment_method }: Stripe.Charge) {
  if (payment_method === null) return undefined;
  const { number = "" } = await store.hidden<HiddenCard>(payment_method);
  return cardByNumber(number)?.refund;
}

/** A charge that was charged back is not given back as well: https://docs.stripe.com/error-codes#charge-disputed. */
async function refuseDisputed(store: Store, { id, disputed }: Stripe.Charge): Promise<void> {
  if (!disputed) return;
  const disputes = await store.all<Stripe.Dispute>("dispute", { where: { charge: id } });
  if (disputes.every((dispute) => dispute.is_charge_refundable || dispute.status === "won")) return;
  throw invalid(`Charge ${id} has been charged back; cannot issue a refund.`, {
    code: "charge_disputed",
  });
}

/** Replaces a refund, with both of the events that say so. */
export async function saveRefund(
  store: Store,
  before: Stripe.Refund,
  after: Stripe.Refund,
  hidden: Partial<HiddenRefund> = {},
): Promise<Stripe.Refund> {
  await change<Stripe.Refund>(store, "refund.updated", before, after, hidden);
  await emit(store, "charge.refund.updated", after, before);
  return after;
}

/**
 * Does what was to happen to a refund some time later: one that was pending succeeds; one that had succeeded fails, and its charge is
 * as if it had not been made.
 */
export async function settleRefund(store: Store, refund: Stripe.Refund): Promise<void> {
  const settled = { settles_at: null };
  if (refund.status === "pending") {
    const { pending_reason: _, ...rest } = refund;
    await saveRefund(store, refund, { ...rest, status: "succeeded" }, settled);
    return;
  }
  const fails: Stripe.Refund = { ...refund, status: "failed", failure_reason: "expired_or_canceled_card" };
  const failed = await saveRefund(store, refund, fails, settled);
  await emit(store, "refund.failed", failed, refund);
  const charge = await store.get<Stripe.Charge>("charge", String(refund.charge));
  await change<Stripe.Charge>(store, "charge.updated", charge, {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  });
}
