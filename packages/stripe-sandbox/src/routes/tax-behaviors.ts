import type Stripe from "stripe";
import { z } from "zod";
import { settingsOf } from "../account-settings.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";

/** Whether a price contains its taxes: Price.tax_behavior in the SDK. */
export const TaxBehavior = z.enum(["exclusive", "inclusive", "unspecified"]);

/** A price, or an amount that is sent without one. */
export interface Taxed {
  /** null: an amount without a price. */
  id: string | null;
  tax_behavior?: Stripe.Price.TaxBehavior | null | undefined;
  /** Minor units; of tiers there is none. */
  unit_amount?: number | null | undefined;
}

const GUIDE =
  "https://stripe.com/docs/tax/products-prices-tax-categories-tax-behavior#tax-behavior for more information.";

/**
 * Refuses what Stripe Tax cannot compute taxes of: in an account that has not set it up
 * (github.com/wasp-lang/open-saas/issues/78), and of a price that does not say whether it contains them, where the account has no
 * default (github.com/stripe-samples/firebase-subscription-payments/issues/48). Nor of what takes something off (refuseNegative).
 */
export async function requireTaxable(store: Store, sold: readonly Taxed[]): Promise<void> {
  const { tax_active, tax_behavior } = await settingsOf(store);
  if (!tax_active)
    throw invalid(
      "Stripe Tax has not been activated on your account. Please visit https://stripe.com/docs/tax/set-up to get started.",
    );
  refuseNegative(sold.map(({ unit_amount: amount }) => amount ?? 0));
  if (tax_behavior !== null) return;
  const open = sold.find((one) => (one.tax_behavior ?? "unspecified") === "unspecified");
  if (!open) return;
  const named = open.id === null ? "The invoice item" : `The price \`${open.id}\``;
  throw invalid(
    `${named} does not have a \`tax_behavior\` set which is required for automatic tax computation. Please visit ${GUIDE}`,
  );
}

/**
 * Refuses amounts that take something off an invoice whose taxes Stripe computes: "incompatible invoice items (invoice items with manually
 * specified tax rates, negative amounts, or `tax_behavior=unspecified`) cannot be added to automatic tax invoices"
 * (InvoiceCreateParams.AutomaticTax.enabled in the SDK). What a change gives back for unused time is Stripe's own, and is taxed:
 * https://docs.stripe.com/billing/taxes/collect-taxes.
 */
export function refuseNegative(amounts: readonly number[]): void {
  if (amounts.some((amount) => amount < 0))
    throw invalid("Invoice items with negative amounts cannot be added to automatic tax invoices.");
}

/** Tax rates that contradict a price: github.com/fjordllc/bootcamp/issues/9234, github.com/openaustralia/righttoknow/issues/981. */
export function refuseOtherBehavior(
  rates: readonly Pick<Stripe.TaxRate, "inclusive">[],
  sold: readonly Taxed[],
): void {
  const conflicts = sold.some(({ tax_behavior: said }) =>
    rates.some(({ inclusive }) => said === (inclusive ? "exclusive" : "inclusive")),
  );
  if (conflicts)
    throw invalid(
      "One or more prices has a `tax_behavior` that conflicts with the tax rates that apply to the corresponding line item.",
    );
}
