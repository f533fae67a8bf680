import type Stripe from "stripe";
import { expect } from "vitest";
import type { Story } from "./a-story.ts";

/** From now on Stripe computes taxes of what is sold by card, to a customer in Germany: 19 %, on top of prices. */
export async function taxByCard(stripe: Stripe, story: Story): Promise<void> {
  await stripe.tax.registrations.create({
    country: "DE",
    active_from: "now",
    country_options: { de: { type: "standard" } },
  });
  const person = { customer: story.customer, email: `${story.customer}@example.com` };
  const asked = await story.post("/v1/billing/cardprovider/setup-intent", person);
  const intent = await stripe.setupIntents.retrieve(asked.body.client_secret.split("_secret_")[0]);
  await stripe.customers.update(String(intent.customer), { address: { country: "DE" } });
  const settings = { automatic_tax: true, tax_behavior: "EXCLUSIVE" };
  expect((await story.tenant.admin.send("PATCH", "/v1/settings", settings)).status).toBe(200);
}
