import Stripe from "stripe";
import { describe, expect } from "vitest";
import { aStory } from "../../../../testing/a-story.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
import { taxByCard } from "../../../../testing/tax-by-card.ts";
import type { World } from "../../../../testing/world.ts";

// What was paid without a card is given back by a change by card, and the other way round, once: Stripe itself gives back what it has
// charged (https://docs.stripe.com/billing/subscriptions/billing-mode/compare#credit-proration-calculations), and no more.

type Provider = "PROVIDER_A" | "PROVIDER_B";

const START = "2030-04-01T00:00:00Z";
/** Half of April has passed. */
const MIDDLE = "2030-04-16T00:00:00Z";

async function aMover(world: World, provider: Provider, slug: string, seats = 0) {
  const step = { limit: 1, driverStepSize: 1, prices: [{ currency: "USD", driverStepAmount: 500n }] };
  const plan = (slug: string, amount: number) => ({
    slug,
    entitlements: { seats: step },
    prices: [{ amount }],
  });
  const story = await aStory(world, START, {
    features: { seats: { type: "ALLOCATED" } },
    plans: [plan("pro", 1000), plan("big", 2500), plan("free", 0)],
  });
  const drivers = seats > 0 ? { drivers: [{ feature_key: "seats", steps: seats }] } : {};
  const fields = { ...drivers, ...(provider === "PROVIDER_B" && { due_days: 90 }) };
  const id = await story.start(provider, slug, fields);
  const path = `/v1/billing/subscriptions/${id}`;
  return {
    story,
    id,
    /** From now on Stripe computes taxes of what is sold by card, to a customer in Germany. */
    async tax() {
      const { hostname: host, port } = new URL(world.sandboxUrl);
      const stripe = new Stripe(story.tenant.providerKey, { host, port, protocol: "http" });
      await taxByCard(stripe, story);
    },
    async move(to: Provider) {
      const card = to === "PROVIDER_A" ? { cardprovider_test_card_token: "tok_visa" } : {};
      const { status, body } = await story.post(`${path}/move-provider`, { provider: to, ...card });
      expect(status, JSON.stringify(body)).toBe(200);
    },
    /** Previews and makes a change: what the preview says, in all. */
    async change(slug: string, fields: object = {}) {
      const wanted = { plan_price_id: story.price(slug), ...fields };
      const quote = await story.post(`${path}/change-plan/preview`, wanted);
      expect(quote.status, JSON.stringify(quote.body)).toBe(201);
      const changed = await story.post(`${path}/change-plan`, { ...wanted, quote_id: quote.body.id });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      return { total: quote.body.total, due: quote.body.amount_due, lines: quote.body.lines };
    },
    async newest() {
      const { body } = await story.get(`/v1/billing/invoices?subscription_id=${id}&limit=1`);
      return (await story.get(`/v1/billing/invoices/${body.data[0].id}`)).body;
    },
    wrong: () => foundIn(world.services.pool, story.tenant.id),
  };
}

describe("a subscription that was paid by invoice and moved to the card", () => {
  it("gets the unused time back when it changes up, as the preview says, and only once", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, move, change, newest, wrong } = await aMover(world, "PROVIDER_B", "pro");
    await move("PROVIDER_A");
    await story.to(MIDDLE);
    const up = await change("big");
    expect(up).toMatchObject({ total: 750, due: 750 });
    expect(
      up.lines.map(({ description, amount }: { description: string; amount: number }) => [
        amount,
        description,
      ]),
    ).toEqual(expect.arrayContaining([[-500, expect.stringContaining("Unused time")]]));
    const invoice = await newest();
    expect([invoice.status, invoice.total]).toEqual(["PAID", 750]);
    const { lines } = invoice;
    expect(lines.map(({ amount }: { amount: number }) => amount).sort()).toEqual([-500, 1250].sort());
    expect(JSON.stringify(lines)).toContain("Unused time");
    // The card provider has charged what runs now, and gives that back by itself.
    expect(await change("pro")).toMatchObject({ total: -750, due: 0 });
    expect(await wrong()).toEqual([]);
  });

  it("changes at the end of the period where Stripe computes taxes, as it then gives back no time that it did not charge", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, id, tax, move, newest, wrong } = await aMover(world, "PROVIDER_B", "pro");
    await tax();
    await move("PROVIDER_A");
    await story.to(MIDDLE);
    const path = `/v1/billing/subscriptions/${id}/change-plan`;
    const wanted = { plan_price_id: story.price("big") };
    for (const at of [`${path}/preview`, path])
      expect((await story.post(at, wanted)).body).toMatchObject({ code: "K6068" });
    expect(await story.subscription(id)).toMatchObject({ plan: { slug: "pro" } });
    expect((await story.post(path, { ...wanted, effective: "period_end" })).status).toBe(200);
    await story.to("2030-05-01T02:00:00Z");
    expect(await newest()).toMatchObject({ status: "PAID", subtotal: 2500, tax: 475, total: 2975 });
    // What Stripe has charged it prorates, and taxes, itself.
    await story.to("2030-05-16T12:00:00Z");
    const down = await story.post(`${path}/preview`, { plan_price_id: story.price("pro") });
    expect(down.status).toBe(201);
    expect(down.body.tax).toBeLessThan(0);
    expect(await wrong()).toEqual([]);
  });

  it("gets credit when it changes down, which the next renewal takes", { tags: ["long"] }, async ({
    world,
  }) => {
    const { story, move, change, newest, wrong } = await aMover(world, "PROVIDER_B", "big");
    await move("PROVIDER_A");
    await story.to(MIDDLE);
    expect(await change("pro")).toMatchObject({ total: -750, due: 0 });
    await story.to("2030-05-01T02:00:00Z");
    const renewal = await newest();
    expect([renewal.total, renewal.amount_due, renewal.amount_paid]).toEqual([1000, 250, 250]);
    expect(await wrong()).toEqual([]);
  });

  it("keeps what it paid where the change is declined", { tags: ["long"] }, async ({ world }) => {
    const { story, id, move, change, wrong } = await aMover(world, "PROVIDER_B", "pro");
    await move("PROVIDER_A");
    await story.to(MIDDLE);
    const path = `/v1/billing/subscriptions/${id}`;
    const bad = await story.post("/v1/billing/payment-methods", {
      customer: story.customer,
      cardprovider_test_card_token: "tok_chargeCustomerFail",
    });
    expect(bad.status, JSON.stringify(bad.body)).toBeLessThan(300);
    const refused = await story.post(`${path}/change-plan`, { plan_price_id: story.price("big") });
    expect([refused.status, refused.body.code]).toEqual([402, "K7001"]);
    const good = await story.post("/v1/billing/payment-methods", {
      customer: story.customer,
      cardprovider_test_card_token: "tok_visa",
    });
    expect(good.status).toBeLessThan(300);
    expect(await change("big")).toMatchObject({ total: 750, due: 750 });
    expect(await wrong()).toEqual([]);
  });
});

describe("a subscription that moved to the card in the middle of its period", () => {
  it("pays for the rest of the period as one that was paid by card from the start", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, move, change, newest, wrong } = await aMover(world, "PROVIDER_B", "pro");
    await story.to(MIDDLE);
    await move("PROVIDER_A");
    expect(await change("big")).toMatchObject({ total: 750, due: 750 });
    expect(await newest()).toMatchObject({ status: "PAID", total: 750 });
    await story.to("2030-05-01T02:00:00Z");
    expect(await newest()).toMatchObject({ status: "PAID", total: 2500 });
    expect(await wrong()).toEqual([]);
  });

  it("gets back what another subscription at the card provider was paid before", { tags: ["long"] }, async ({
    world,
  }) => {
    const { story, move, change, wrong } = await aMover(world, "PROVIDER_A", "big");
    await story.to("2030-04-10T00:00:00Z");
    await move("PROVIDER_B");
    await move("PROVIDER_A");
    await story.to(MIDDLE);
    expect(await change("pro")).toMatchObject({ total: -750, due: 0 });
    expect(await change("big")).toMatchObject({ total: 750, due: 0 });
    expect(await wrong()).toEqual([]);
  });
});

describe("seats that were paid by invoice", () => {
  it("are given back where the new plan charges as many of its own", { tags: ["long"] }, async ({
    world,
  }) => {
    const { move, change, wrong } = await aMover(world, "PROVIDER_B", "pro", 3);
    await move("PROVIDER_A");
    expect(await change("big")).toMatchObject({ total: 1500, due: 1500 });
    expect(await wrong()).toEqual([]);
  });

  it("are credit at once when the last of them go, as the preview says, which moves along", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, move, change, newest, wrong } = await aMover(world, "PROVIDER_B", "pro", 1);
    await move("PROVIDER_A");
    await story.to(MIDDLE);
    const gone = await change("pro", { drivers: [{ feature_key: "seats", steps: 0 }] });
    expect(gone).toMatchObject({ total: -250, due: 0 });
    expect(gone.lines).toHaveLength(1);
    expect(await newest()).toMatchObject({ status: "PAID", total: -250 });
    await move("PROVIDER_B");
    const up = await change("big");
    expect(up.lines.map(({ amount }: { amount: number }) => amount).sort()).toEqual(
      [-250, -500, 1250].sort(),
    );
    expect(await wrong()).toEqual([]);
  });
});

describe("a subscription that moves to and fro", () => {
  it("pays for what runs, and gets back what it paid for last, whoever charged it", {
    tags: ["long"],
  }, async ({ world }) => {
    const { move, change, wrong } = await aMover(world, "PROVIDER_B", "pro");
    expect(await change("big")).toMatchObject({ total: 1500 });
    await move("PROVIDER_A");
    expect(await change("pro")).toMatchObject({ total: -1500, due: 0 });
    await move("PROVIDER_B");
    // The credit of the change before waits with us since the move, and is on the invoice.
    const back = await change("big");
    expect(back.lines.map(({ amount }: { amount: number }) => amount).sort()).toEqual(
      [-1000, -1500, 2500].sort(),
    );
    expect(back).toMatchObject({ total: 0 });
    await move("PROVIDER_A");
    expect(await change("pro")).toMatchObject({ total: -1500, due: 0 });
    expect(await wrong()).toEqual([]);
  });

  it("begins by card, and changes there after it has been paid without one", { tags: ["long"] }, async ({
    world,
  }) => {
    const { move, change, wrong } = await aMover(world, "PROVIDER_A", "pro");
    await move("PROVIDER_B");
    expect(await change("big")).toMatchObject({ total: 1500 });
    await move("PROVIDER_A");
    expect(await change("pro")).toMatchObject({ total: -1500, due: 0 });
    expect(await wrong()).toEqual([]);
  });
});
