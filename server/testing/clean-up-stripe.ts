import Stripe from "stripe";

type Made = { route: string; id: string };

/**
 * How each kind is taken away, those first that others hang on: a test clock goes with its customers and their subscriptions. A price
 * cannot be deleted, nor its product: they are archived ("Deleting a product is only possible if it has no prices", SDK, Products.del).
 */
const REMOVALS: [route: string, (stripe: Stripe, id: string) => Promise<unknown>][] = [
  ["POST /v1/test_helpers/test_clocks", (stripe, id) => stripe.testHelpers.testClocks.del(id)],
  ["POST /v1/customers", (stripe, id) => stripe.customers.del(id)],
  ["POST /v1/webhook_endpoints", (stripe, id) => stripe.webhookEndpoints.del(id)],
  ["POST /v1/promotion_codes", (stripe, id) => stripe.promotionCodes.update(id, { active: false })],
  ["POST /v1/coupons", (stripe, id) => stripe.coupons.del(id)],
  ["POST /v1/tax_rates", (stripe, id) => stripe.taxRates.update(id, { active: false })],
  ["POST /v1/prices", (stripe, id) => stripe.prices.update(id, { active: false })],
  ["POST /v1/products", (stripe, id) => stripe.products.update(id, { active: false })],
];

/** Takes away what a run made, so that a test account is as it was. What is gone already stays gone. */
export async function cleanUp(stripe: Stripe, made: readonly Made[]): Promise<void> {
  for (const [route, remove] of REMOVALS)
    for (const { id } of made.filter((one) => one.route === route))
      await remove(stripe, id).catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
}
