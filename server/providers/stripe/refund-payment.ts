import Stripe from "stripe";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

/** The statuses of refunds that have paid money back, or will. */
const REFUNDING_STATUSES = ["pending", "requires_action", "succeeded"];
const PAGE_SIZE = 100;

/** Refunds what was paid for an invoice by card and is not refunded yet; returns the total refunded amount, minor units. */
export async function refundInvoice(stripe: Stripe, invoice: string, key: string): Promise<number> {
  let refunded = 0;
  for await (const { payment, amount_paid: paid } of stripe.invoicePayments.list({
    invoice,
    limit: PAGE_SIZE,
    status: "paid",
  })) {
    const intent = idOf(payment.payment_intent);
    if (intent === null || !paid) continue;
    refunded += await refund(stripe, intent, paid, `${key}:refund:${intent}`);
  }
  return refunded;
}

/** Refunds the part of a payment that is not refunded yet; returns the total refunded amount. */
async function refund(stripe: Stripe, intent: string, paid: number, key: string): Promise<number> {
  const known = await refundsOf(stripe, intent);
  if (known >= paid) return known;
  const params = { payment_intent: intent, amount: paid - known, reason: "duplicate" } as const;
  try {
    await withIdempotencyKey(
      key,
      (options) => stripe.refunds.create(params, options),
      async () => (await stripe.refunds.list({ payment_intent: intent, limit: 1 })).data[0],
    );
  } catch (error) {
    // Another process, or the account's owner, refunded it first.
    if (!isRefunded(error)) throw error;
  }
  return refundsOf(stripe, intent);
}

async function refundsOf(stripe: Stripe, intent: string): Promise<number> {
  const refunds = await stripe.refunds
    .list({ payment_intent: intent, limit: PAGE_SIZE })
    .autoPagingToArray({ limit: PAGE_SIZE });
  return refunds
    .filter(({ status }) => REFUNDING_STATUSES.includes(status ?? ""))
    .reduce((sum, { amount }) => sum + amount, 0);
}

function isRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "charge_already_refunded";
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
