import Stripe from "stripe";
import { expect } from "vitest";
import { aStory } from "../../../../testing/a-story.ts";
import { it } from "../../../../testing/it.ts";

it("tells once of a card that expires, 30 days before, and of the next one", { timeout: 60_000 }, async ({
  world,
}) => {
  const story = await aStory(world, "2027-01-01T00:00:00Z", {
    plans: [{ slug: "pro", prices: [{ amount: 3000 }] }],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host, port, protocol: "http" });
  const id = await story.start("PROVIDER_A", "pro");
  const { customer } = await story.subscription(id);
  const cards = async () =>
    (await story.get(`/v1/billing/payment-methods?customer=${story.customer}`)).body.data;
  const [card] = await cards();
  await stripe.paymentMethods.update(card.id, { card: { exp_month: 3, exp_year: 2027 } });
  const told = async () => {
    const { body } = await story.get(`/v1/events?object_id=${customer.id}&type=payment_method.expiring`);
    return body.data.map(({ timestamp, data }: { timestamp: string; data: object }) => [timestamp, data]);
  };
  await story.to("2027-03-01T12:00:00Z");
  expect(await told()).toEqual([]);
  await story.to("2027-03-20T00:00:00Z");
  const facts = { customer_id: customer.id, payment_method_id: card.id, subscription_id: id };
  const expiring = [
    "2027-03-02T00:00:00.000Z",
    { ...facts, brand: card.brand, last4: card.last4, exp_month: 3, exp_year: 2027 },
  ];
  expect(await told()).toEqual([expiring]);
  await story.to("2027-05-20T00:00:00Z");
  expect(await told()).toEqual([expiring]);
  const set = await story.post("/v1/billing/payment-methods", {
    customer: story.customer,
    cardprovider_test_card_token: "tok_visa",
  });
  const next = set.body.data.find(({ is_default: isDefault }: { is_default: boolean }) => isDefault);
  await stripe.paymentMethods.update(next.id, { card: { exp_month: 6, exp_year: 2027 } });
  await story.to("2027-06-10T00:00:00Z");
  expect((await told()).map(([, data]: [string, { exp_month: number }]) => data.exp_month)).toEqual([6, 3]);
});
