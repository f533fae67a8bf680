// @module-tag ci
import Stripe from "stripe";
import { describe, expect } from "vitest";
import { aStory } from "../../../../testing/a-story.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
import { taxByCard } from "../../../../testing/tax-by-card.ts";
import type { World } from "../../../../testing/world.ts";
import { mendDrift } from "../../card-provider/drift/drift.ts";
import { readRoom } from "../../corrections/read-room.ts";

// A change of plan after a part of the running period's price went back to the customer, by a credit note, a refund or a dispute: only
// the unused time of what is left is given back, and the same by card and by invoice.

type Provider = "PROVIDER_A" | "PROVIDER_B";

const BOTH = ["PROVIDER_A", "PROVIDER_B"] as const;
/** 21 of 31 days are left. */
const LATER = "2030-01-20T10:00:00Z";

async function aBuyer(world: World, provider: Provider, fields: object = {}, isTaxed = false) {
  const step = { limit: 1, driverStepSize: 1, prices: [{ currency: "USD", driverStepAmount: 701n }] };
  const plan = (slug: string, amount: number, yearly: number) => ({
    slug,
    entitlements: { seats: step },
    prices: [{ amount }, { amount: yearly, interval: "YEAR" as const }],
  });
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    features: { seats: { type: "ALLOCATED" } },
    plans: [plan("pro", 2999, 29990), plan("max", 9001, 90010), plan("mini", 701, 7010)],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host, port, protocol: "http" });
  const coupon = await stripe.coupons.create({ percent_off: 50, duration: "once" });
  await stripe.promotionCodes.create({ code: "HALF", promotion: { type: "coupon", coupon: coupon.id } });
  if (isTaxed) await taxByCard(stripe, story);
  const id = await story.start(provider, "pro", fields);
  const path = `/v1/billing/subscriptions/${id}`;
  const newest = async () => (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data[0];
  const first = await newest();
  if (provider === "PROVIDER_B") await story.post(`/v1/billing/invoices/${first.id}/payments`);
  return {
    story,
    id,
    first,
    newest,
    stripe,
    /** Takes something of an invoice back. */
    async takeBack(what: "credit-notes" | "refunds", fields: object, invoice = first) {
      const reason = "The service was down.";
      const done = await story.post(`/v1/billing/invoices/${invoice.id}/${what}`, { ...fields, reason });
      expect(done.status, JSON.stringify(done.body)).toBe(201);
    },
    /** The cardholder's bank takes a part of an invoice's payment back, and decides for them. */
    async dispute(amount: number, { provider_invoice_id: invoice } = first) {
      const bank = async (path: string, fields: Record<string, string>) => {
        const headers = { authorization: `Bearer ${story.tenant.providerKey}` };
        const body = new URLSearchParams(fields);
        const reply = await fetch(`${world.sandboxUrl}/sandbox/${path}`, { method: "POST", headers, body });
        expect(reply.status).toBe(200);
        return (await reply.json()) as { id: string };
      };
      const { data } = await stripe.invoicePayments.list({ invoice });
      const intent = await stripe.paymentIntents.retrieve(String(data[0]?.payment.payment_intent));
      const { id } = await bank("disputes", { charge: String(intent.latest_charge), amount: `${amount}` });
      await bank(`disputes/${id}/lose`, {});
      await mendDrift(story.tenant.scope);
    },
    /** What a change costs by its quote, whose price it then has: in all, without credit. */
    async change(slug: string, fields: object = {}, nth = 0) {
      const wanted = { plan_price_id: story.price(slug, nth), effective: "now", ...fields };
      const quote = await story.post(`${path}/change-plan/preview`, wanted);
      expect(quote.status, JSON.stringify(quote.body)).toBe(201);
      const changed = await story.post(`${path}/change-plan`, { ...wanted, quote_id: quote.body.id });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      if (provider === "PROVIDER_A") {
        const { total, amount_due, lines } = await newest();
        expect([total, amount_due]).toEqual([quote.body.total, quote.body.amount_due]);
        const amounts = (of: { amount: number }[]) => of.map(({ amount }) => amount).sort();
        expect(amounts(lines)).toEqual(amounts(quote.body.lines));
      }
      const lines: { amount: number; description: string }[] = quote.body.lines;
      const ofChange = lines.filter(
        ({ description }) => !/credit/i.test(description) || /Already/.test(description),
      );
      return {
        sum: ofChange.reduce((sum, { amount }) => sum + amount, 0),
        lines,
        startsAnew: changed.body.current_period_start === "2030-01-20T10:00:00.000Z",
      };
    },
    wrong: () => foundIn(world.services.pool, story.tenant.id),
  };
}

const days = (amount: number) => Math.round((amount * 21) / 31);

describe.for(BOTH)("on %s", (provider) => {
  it.for([
    ["a credit note of an amount, to the balance", "credit-notes", { amount: 1000, to: "BALANCE" }],
    ["a credit note of an amount, refunded", "credit-notes", { amount: 1000, to: "REFUND" }],
    ["a refund without a credit note", "refunds", { amount: 1000 }],
  ] as const)(
    "after %s, what is left is given back",
    { tags: ["long"] },
    async ([, what, fields], { world }) => {
      const buyer = await aBuyer(world, provider);
      await buyer.takeBack(what, fields);
      await buyer.story.to(LATER);
      expect(await buyer.change("max")).toMatchObject({ sum: days(9001) - days(1999), startsAnew: false });
      // The new line stands whole.
      await buyer.story.to("2030-01-25T10:00:00Z");
      const [kept, next] = [Math.round((days(9001) * 16) / 21), Math.round((701 * 16) / 31)];
      expect((await buyer.change("mini")).sum).toBe(next - kept);
      expect(await buyer.wrong()).toEqual([]);
    },
  );

  it.for([
    ["a refund as large as the plan's line", "refunds", () => ({ amount: 2999 })],
    [
      "a credit note of the plan's line",
      "credit-notes",
      (line: string) => ({ lines: [{ line_id: line, amount: 2999 }], to: "BALANCE" }),
    ],
  ] as const)(
    "after %s, another number of seats costs what the seats cost, and another plan what it costs",
    { tags: ["long"] },
    async ([, what, fields], { world }) => {
      const seats = (steps: number) => ({ drivers: [{ feature_key: "seats", steps }] });
      const buyer = await aBuyer(world, provider, seats(3));
      const line = buyer.first.lines.find(({ amount }: { amount: number }) => amount === 2999);
      await buyer.takeBack(what, fields(line.id));
      await buyer.story.to(LATER);
      expect(await buyer.change("pro", seats(4))).toMatchObject({
        sum: days(4 * 701) - days(3 * 701),
        startsAnew: false,
      });
      expect((await buyer.change("max", seats(4))).sum).toBe(days(9001));
      expect((await buyer.change("max", seats(0))).sum).toBe(-days(4 * 701));
      expect(await buyer.wrong()).toEqual([]);
    },
  );

  it.for([
    ["a refund of all of it", "refunds", { amount: days(9001) - days(1999) }],
    ["a credit note of an amount", "credit-notes", { amount: 1000, to: "REFUND" }],
  ] as const)(
    "after %s of a change that came after a refund, what is left is given back",
    { tags: ["long"] },
    async ([, what, fields], { world }) => {
      const buyer = await aBuyer(world, provider);
      await buyer.takeBack("refunds", { amount: 1000 });
      await buyer.story.to(LATER);
      await buyer.change("max");
      const second = await buyer.newest();
      if (provider === "PROVIDER_B") await buyer.story.post(`/v1/billing/invoices/${second.id}/payments`);
      await buyer.takeBack(what, fields, second);
      await buyer.story.to("2030-01-25T10:00:00Z");
      const left = days(9001) - fields.amount;
      const [kept, next] = [Math.round((left * 16) / 21), Math.round((701 * 16) / 31)];
      expect((await buyer.change("mini")).sum).toBe(next - kept);
      expect(await buyer.wrong()).toEqual([]);
    },
  );

  it("after a credit note of a part of a line, another interval", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world, provider);
    const lines = [{ line_id: buyer.first.lines[0].id, amount: 1234 }];
    await buyer.takeBack("credit-notes", { lines, to: "REFUND" });
    await buyer.story.to(LATER);
    const changed = await buyer.change("max", {}, 1);
    expect(changed).toMatchObject({ sum: 90010 - days(2999 - 1234), startsAnew: true });
    expect(await buyer.wrong()).toEqual([]);
  });

  it("an item that stays as it is takes no part in it", { tags: ["long"] }, async ({ world }) => {
    const drivers = [{ feature_key: "seats", steps: 3 }];
    const buyer = await aBuyer(world, provider, { drivers });
    const [plan, seats] = buyer.first.lines;
    expect([plan.amount, seats.amount]).toEqual([2999, 2103]);
    const lines = [
      { line_id: plan.id, amount: 1000 },
      { line_id: seats.id, amount: 1500 },
    ];
    await buyer.takeBack("credit-notes", { lines, to: "REFUND" });
    await buyer.story.to(LATER);
    const fewer = [{ feature_key: "seats", steps: 1 }];
    expect((await buyer.change("pro", { drivers: fewer })).sum).toBe(days(701) - days(603));
    expect(await buyer.wrong()).toEqual([]);
  });

  it("a second note, of what the change charged, counts for that alone", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aBuyer(world, provider);
    await buyer.takeBack("credit-notes", { amount: 1000, to: "REFUND" });
    await buyer.story.to(LATER);
    await buyer.change("max");
    const invoice = await buyer.newest();
    if (provider === "PROVIDER_B") await buyer.story.post(`/v1/billing/invoices/${invoice.id}/payments`);
    const { id } = invoice.lines.find(({ amount }: { amount: number }) => amount === days(9001));
    await buyer.takeBack("credit-notes", { lines: [{ line_id: id, amount: 2000 }], to: "REFUND" }, invoice);
    await buyer.story.to("2030-01-25T10:00:00Z");
    const kept = Math.round(((days(9001) - 2000) * 16) / 21);
    expect((await buyer.change("mini")).sum).toBe(Math.round((701 * 16) / 31) - kept);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("after a refund of all, the change begins a new period at the full price", async ({ world }) => {
    const buyer = await aBuyer(world, provider);
    await buyer.takeBack("refunds", {});
    await buyer.story.to(LATER);
    expect(await buyer.change("max")).toMatchObject({ sum: 9001, startsAnew: true });
    expect(await buyer.wrong()).toEqual([]);
  });

  it("what a change gave back of the rest is given back no more", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world, provider);
    await buyer.takeBack("credit-notes", { amount: 1000, to: "REFUND" });
    await buyer.story.to(LATER);
    await buyer.change("mini");
    const room = await readRoom(buyer.story.tenant.scope, { id: buyer.first.id });
    expect(room).toMatchObject({ given_for_unused_time: days(1999), left_to_credit: 1999 - days(1999) });
  });
});

describe("by card", () => {
  it.for([
    [1000, days(9001) - days(1999), false],
    [2999, 9001, true],
  ] as const)(
    "after a lost dispute of %i",
    { tags: ["long"] },
    async ([amount, sum, startsAnew], { world }) => {
      const buyer = await aBuyer(world, "PROVIDER_A");
      await buyer.dispute(amount);
      expect((await buyer.newest()).amount_disputed).toBe(amount);
      await buyer.story.to(LATER);
      expect(await buyer.change("max")).toMatchObject({ sum, startsAnew });
      expect(await buyer.wrong()).toEqual([]);
    },
  );

  it("where Stripe computes taxes, the tax of what is taken back comes with it", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aBuyer(world, "PROVIDER_A", {}, true);
    expect(buyer.first.total).toBe(2999 + 570);
    const lines = [{ line_id: buyer.first.lines[0].id, amount: 1000 }];
    await buyer.takeBack("credit-notes", { lines, to: "REFUND" });
    await buyer.story.to(LATER);
    expect((await buyer.change("max")).sum).toBe(days(9001) - days(1999));
    const { tax } = await buyer.newest();
    expect(Math.abs(tax - 0.19 * (days(9001) - days(1999)))).toBeLessThan(2);
  });

  it("a discount that the line had lowers what is taken back as well", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aBuyer(world, "PROVIDER_A", { promotion_code: "HALF" });
    expect(buyer.first).toMatchObject({ total: 1499 });
    await buyer.takeBack("credit-notes", { amount: 750, to: "REFUND" });
    await buyer.story.to(LATER);
    const [given, taken] = (await buyer.change("max")).lines
      .map(({ amount }) => amount)
      .filter((amount) => Math.abs(amount) < 2000)
      .sort((a, b) => a - b);
    expect(given).toBe(-days(1499));
    expect(Math.abs((taken ?? 0) - days(750))).toBeLessThanOrEqual(1);
  });

  it("after a move to invoices, what the card charged is given back for what is left of it", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world, "PROVIDER_A");
    await buyer.takeBack("credit-notes", { amount: 1000, to: "REFUND" });
    await buyer.story.tell(buyer.id, "move-provider", { provider: "PROVIDER_B" });
    await buyer.story.to(LATER);
    const wanted = { plan_price_id: buyer.story.price("max"), effective: "now" };
    const quote = await buyer.story.post(`/v1/billing/subscriptions/${buyer.id}/change-plan/preview`, wanted);
    expect(quote.body.total, JSON.stringify(quote.body)).toBe(days(9001) - days(1999));
  });
});
