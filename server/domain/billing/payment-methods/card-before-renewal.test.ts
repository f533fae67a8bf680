import Stripe from "stripe";
import { describe, expect } from "vitest";
import { aStory } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

const CARDS = "/v1/billing/payment-methods";

/** A customer on a clock who pays 20.00 a month with a Visa card. */
async function aPayer(world: World) {
  const story = await aStory(world, "2030-04-01T00:00:00Z", {
    plans: [
      { slug: "big", prices: [{ amount: 2000 }] },
      { slug: "small", prices: [{ amount: 1000 }] },
    ],
  });
  const id = await story.start("PROVIDER_A", "big");
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host, port, protocol: "http" });
  const { provider_subscription_id: remote } = await story.subscription(id);
  const set = async (fields: object) => {
    const { status, body } = await story.post(CARDS, { customer: story.customer, ...fields });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data[0];
  };
  return {
    story,
    id,
    stripe,
    remote,
    set,
    schedule: () =>
      story.tell(id, "change-plan", { plan_price_id: story.price("small"), effective: "period_end" }),
    /** Renews, and says what is sold then, what was paid, and the brand of the card that paid it. */
    async renewed() {
      await story.to("2030-05-01T02:00:00Z");
      const [invoice] = (await stripe.invoices.list({ subscription: remote, limit: 1 })).data;
      const [paid] = (await stripe.invoicePayments.list({ invoice: invoice?.id ?? "" })).data;
      const intent = await stripe.paymentIntents.retrieve(String(paid?.payment.payment_intent));
      const { card } = await stripe.paymentMethods.retrieve(String(intent.payment_method));
      const { plan } = await story.subscription(id);
      return [plan.slug, invoice?.amount_paid, card?.brand];
    },
  };
}

describe("a change of plan waits for the end of the period; the renewal is charged to", () => {
  it("the card that has become the default since", { tags: ["long"] }, async ({ world }) => {
    const { schedule, set, stripe, remote, renewed } = await aPayer(world);
    await schedule();
    const before = (await stripe.subscriptionSchedules.list({ customer: await payerOf(stripe, remote) }))
      .data[0];
    expect(await set({ cardprovider_test_card_token: "tok_mastercard" })).toMatchObject({
      brand: "mastercard",
      is_default: true,
    });
    const after = await stripe.subscriptionSchedules.retrieve(before?.id ?? "");
    const card = after.phases[0]?.default_payment_method;
    expect(after.phases).toEqual(before?.phases.map((phase) => ({ ...phase, default_payment_method: card })));
    expect(await renewed()).toEqual(["small", 1000, "mastercard"]);
  });

  it("the default of before, when the change came later", { tags: ["long"] }, async ({ world }) => {
    const { schedule, set, renewed } = await aPayer(world);
    await set({ cardprovider_test_card_token: "tok_mastercard" });
    await schedule();
    expect(await renewed()).toEqual(["small", 1000, "mastercard"]);
  });

  it("the new card, also where another program has described the next phase", { tags: ["long"] }, async ({
    world,
  }) => {
    const { schedule, set, stripe, remote, renewed } = await aPayer(world);
    await schedule();
    const { schedule: id } = await stripe.subscriptions.retrieve(remote);
    const { phases } = await stripe.subscriptionSchedules.retrieve(String(id));
    await stripe.subscriptionSchedules.update(String(id), {
      phases: phases.map(({ start_date, end_date, items, default_payment_method: card }) => ({
        start_date,
        end_date,
        default_payment_method: String(card),
        description: `From ${start_date}`,
        items: items.map(({ price, quantity = 1 }) => ({ price: String(price), quantity })),
        proration_behavior: "none",
      })),
    });
    await set({ cardprovider_test_card_token: "tok_mastercard" });
    const after = await stripe.subscriptionSchedules.retrieve(String(id));
    expect(after.phases.map(({ description }) => description)).toEqual(
      phases.map(({ start_date }) => `From ${start_date}`),
    );
    expect(await renewed()).toEqual(["small", 1000, "mastercard"]);
    expect(await stripe.subscriptions.retrieve(remote)).toMatchObject({
      description: `From ${phases[1]?.start_date}`,
    });
  });

  it("a saved card that is chosen as the default again", { tags: ["long"] }, async ({ world }) => {
    const { story, schedule, set, renewed } = await aPayer(world);
    const [visa] = (await story.get(`${CARDS}?customer=${story.customer}`)).body.data;
    await set({ cardprovider_test_card_token: "tok_mastercard" });
    await schedule();
    await set({ cardprovider_payment_method_id: visa.id });
    expect(await renewed()).toEqual(["small", 1000, "visa"]);
  });

  it.for(["/v1/subscriptions/", "/v1/subscription_schedules/"] as const)(
    "the one that is the default, of two that are set at once, where the first call waits for %s",
    { tags: ["long"] },
    async (of, { world }) => {
      const { story, schedule, set, stripe, remote, renewed } = await aPayer(world);
      await schedule();
      const id = String((await stripe.subscriptions.retrieve(remote)).schedule);
      const path = of === "/v1/subscriptions/" ? `${of}${remote}` : `${of}${id}`;
      await stripe.rawRequest("POST", "/sandbox/faults", {
        kind: "slow",
        method: "POST",
        path,
        delay_ms: 3_000,
      });
      const first = set({ cardprovider_test_card_token: "tok_mastercard" });
      const waits = () =>
        world.services.pool.query("select 1 from stripe_sandbox.faults where path = $1 and remaining > 0", [
          path,
        ]);
      await expect.poll(async () => (await waits()).rowCount, { timeout: 20_000 }).toBe(0);
      await Promise.all([first, set({ cardprovider_test_card_token: "tok_amex" })]);
      const { data } = (await story.get(`${CARDS}?customer=${story.customer}`)).body;
      const [card] = data.filter(({ is_default }: { is_default: boolean }) => is_default);
      const { phases } = await stripe.subscriptionSchedules.retrieve(id);
      expect(phases.map(({ default_payment_method }) => default_payment_method)).toEqual([card.id, card.id]);
      expect((await stripe.subscriptions.retrieve(remote)).default_payment_method).toBe(card.id);
      expect(await renewed()).toEqual(["small", 1000, card.brand]);
    },
  );

  it("the new card, when the old one is removed", { tags: ["long"] }, async ({ world }) => {
    const { story, schedule, set, renewed } = await aPayer(world);
    const [visa] = (await story.get(`${CARDS}?customer=${story.customer}`)).body.data;
    await schedule();
    const removed = await story.tenant.admin.send("DELETE", `${CARDS}/${visa.id}?customer=${story.customer}`);
    expect(removed.status, JSON.stringify(removed.body)).toBe(200);
    await set({ cardprovider_test_card_token: "tok_mastercard" });
    expect(await renewed()).toEqual(["small", 1000, "mastercard"]);
  });
});

async function payerOf(stripe: Stripe, subscription: string): Promise<string> {
  return String((await stripe.subscriptions.retrieve(subscription)).customer);
}
