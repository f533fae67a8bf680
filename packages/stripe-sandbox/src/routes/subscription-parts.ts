import type Stripe from "stripe";
import { z } from "zod";
import { taxRatesNamed } from "../billing/taxes.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { list, Text } from "../wire/params.ts";
import { methodNamed } from "./payment-methods.ts";
import type { TrialSettings } from "./subscription-fields.ts";

type Collection = "charge_automatically" | "send_invoice";

/** How invoices are paid, where that is sent; `present` is how they are paid until then. */
export function collectionOf(
  input: { collection_method?: Collection | undefined; days_until_due?: number | undefined },
  present: string,
): Partial<Stripe.Subscription> {
  const { collection_method, days_until_due } = input;
  if (collection_method === "send_invoice" && days_until_due === undefined) {
    const message =
      "You must specify `days_until_due` or `due_date` when `collection_method` is `send_invoice`.";
    throw invalid(message, { code: "parameter_missing", param: "days_until_due" });
  }
  // SubscriptionCreateParams.days_until_due in the SDK: "Valid only for subscriptions where collection_method is … send_invoice".
  if ((collection_method ?? present) === "charge_automatically" && days_until_due !== undefined) {
    throw invalid("You can only specify `days_until_due` if `collection_method` is `send_invoice`.", {
      param: "days_until_due",
    });
  }
  return {
    ...(collection_method && { collection_method, days_until_due: days_until_due ?? null }),
    ...(!collection_method && days_until_due !== undefined && { days_until_due }),
  };
}

/** An end at a time and one at the period's end rule one another out. */
export function refuseBothEnds(input: {
  cancel_at?: number | null | undefined;
  cancel_at_period_end?: boolean | undefined;
}): void {
  if (input.cancel_at_period_end && typeof input.cancel_at === "number")
    throw invalid("Pass either cancel_at or cancel_at_period_end, not both.", { param: "cancel_at" });
}

/** What happens at the end of a trial. */
export function trialSettingsOf(
  sent: z.output<typeof TrialSettings> | undefined,
): Partial<Stripe.Subscription> {
  if (!sent) return {};
  const { missing_payment_method } = sent.end_behavior;
  return { trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method } } };
}

/** Tax rates by their ids; an empty text takes all of them away. */
export const TaxRates = z.union([z.literal(""), list(Text)]);

/** The tax rates that a subscription's invoices get, where they were sent. */
export async function taxRatesOf(
  store: Store,
  sent: z.output<typeof TaxRates> | undefined,
  param = "default_tax_rates",
): Promise<{ default_tax_rates?: Stripe.TaxRate[] }> {
  if (sent === undefined) return {};
  return { default_tax_rates: await taxRatesNamed(store, sent === "" ? [] : sent, param) };
}

/** The id of a payment method that must be the customer's own; null when none is named. */
export async function ownMethod(
  store: Store,
  customer: Stripe.Customer,
  id: string | undefined,
): Promise<string | null> {
  if (id === undefined || id === "") return null;
  const method = await methodNamed(store, id, "default_payment_method");
  if (method.customer === customer.id) return method.id;
  const message = `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`;
  throw invalid(message, { code: "resource_missing", param: "default_payment_method" });
}
