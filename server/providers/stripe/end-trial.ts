import type Stripe from "stripe";
import type { ChargedCard, ProviderSubscription } from "../port.ts";
import { fingerprintOf } from "./cards.ts";
import { viewSubscription } from "./subscription-view.ts";
import { withIdempotencyKey } from "./with-idempotency-key.ts";

/**
 * Ends a trial now (https://docs.stripe.com/billing/subscriptions/trials): a new period begins and is charged at once. When the
 * payment fails or needs the cardholder's confirmation, Stripe refuses the change and the trial continues.
 */
export async function endTrial(
  stripe: Stripe,
  { id, idempotencyKey }: { id: string; idempotencyKey: string },
): Promise<ProviderSubscription> {
  const current = await stripe.subscriptions.retrieve(id);
  if (current.status !== "trialing") return viewSubscription(stripe, current);
  const params = {
    trial_end: "now",
    payment_behavior: "error_if_incomplete",
    proration_behavior: "none",
    off_session: true,
  } as const;
  const ended = await withIdempotencyKey(
    idempotencyKey,
    (options) => stripe.subscriptions.update(id, params, options),
    async () => {
      const now = await stripe.subscriptions.retrieve(id);
      return now.status === "trialing" ? undefined : now;
    },
  );
  return viewSubscription(stripe, ended);
}

/**
 * Whether an invoice of the subscription has something to be charged to: its own payment method or source, else the customer's
 * (comments of Subscription.default_payment_method and default_source in the SDK's types).
 */
export async function hasPaymentMethod(stripe: Stripe, id: string): Promise<boolean> {
  const { customer, ...own } = await stripe.subscriptions.retrieve(id, { expand: ["customer"] });
  if (own.default_payment_method !== null || own.default_source !== null) return true;
  if (typeof customer === "string" || customer.deleted) return false;
  return customer.invoice_settings.default_payment_method !== null || customer.default_source !== null;
}

/** The subscription's own card, else the customer's. */
export async function readChargedCard(stripe: Stripe, id: string): Promise<ChargedCard | null> {
  const subscription = await stripe.subscriptions.retrieve(id, {
    expand: ["default_payment_method", "customer.invoice_settings.default_payment_method"],
  });
  const { default_payment_method: own, customer } = subscription;
  const owner = typeof customer === "string" || customer.deleted ? null : customer;
  const method = own ?? owner?.invoice_settings.default_payment_method ?? null;
  if (method === null || typeof method === "string" || !method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { id: method.id, brand, last4, expMonth, expYear, fingerprint: fingerprintOf(method) };
}
