import Stripe from "stripe";
import { expect } from "vitest";
import { it } from "../../../testing/it.ts";
import { aStage } from "../../../testing/stage.ts";
import { unique } from "../../../testing/world.ts";

const CARDS = "/v1/billing/payment-methods";

it("of two cards that are set at once, the subscription is charged to the one that is the default at the end", {
  tags: ["long"],
}, async ({ world }) => {
  const stage = await aStage(world);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(stage.providerKey, { host, port, protocol: "http" });
  const customer = unique("customer");
  const sold = await stage.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: `${customer}@example.com`,
    plan_price_id: stage.catalog.plans.pro?.prices[0],
    cardprovider_test_card_token: "tok_visa",
  });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  // The first call makes its card the default, and hears of it after the second one is over.
  const path = `/v1/customers/${sold.body.provider_customer_id}`;
  await stripe.rawRequest("POST", "/sandbox/faults", { kind: "slow", method: "POST", path, delay_ms: 3_000 });
  const set = (token: string) => stage.server.post(CARDS, { customer, cardprovider_test_card_token: token });
  const first = set("tok_mastercard");
  await expect.poll(waits, { timeout: 20_000 }).toBe(0);
  const second = await set("tok_amex");
  for (const { status, body } of [await first, second]) expect(status, JSON.stringify(body)).toBe(200);
  const { data } = (await stage.server.get(`${CARDS}?customer=${customer}`)).body;
  const remote = await stripe.subscriptions.retrieve(sold.body.provider_subscription_id);
  expect(remote.default_payment_method).toBe(
    data.find(({ is_default }: { is_default: boolean }) => is_default).id,
  );

  async function waits(): Promise<number> {
    const { rowCount } = await world.services.pool.query(
      "select 1 from stripe_sandbox.faults where path = $1 and remaining > 0",
      [path],
    );
    return rowCount ?? 0;
  }
});
