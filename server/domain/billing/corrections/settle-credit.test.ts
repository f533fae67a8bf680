import { describe, expect } from "vitest";
import { aStory } from "../../../testing/a-story.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { readRoom } from "./read-room.ts";

// Credit that is left when a subscription has ended, over REST.

const SETTLE = "/v1/billing/ledger/settle-credit";
const WHY = "They left.";

/** Who paid a year of 399.00 by transfer, changed to 29.00 a month at once, and left: 370.00 is on no invoice. */
async function aLeaver(world: World) {
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    plans: [
      { slug: "pro", prices: [{ amount: 39_900, interval: "YEAR" }, { amount: 2_900 }] },
      { slug: "team", prices: [{ amount: 50_000 }] },
    ],
  });
  const id = await story.start("PROVIDER_B", "pro");
  const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
  await story.post(`/v1/billing/invoices/${data[0].id}/payments`);
  await story.tell(id, "change-plan", { plan_price_id: story.price("pro", 1), effective: "now" });
  const { db } = story.tenant.scope;
  const { customerId } = await db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: story.tenant.id, id } },
  });
  return {
    story,
    id,
    customerId,
    settle: (fields: object = {}) =>
      story.post(SETTLE, { subscription_id: id, amount: 37_000, to: "REFUND", reason: WHY, ...fields }),
    balances: () => balancesOf(db, story.tenant.scope, customerId),
    left: async () =>
      (await story.get(`/v1/billing/customers/${story.customer}/balance`)).body.balances.map(
        ({ waiting, credit }: Record<string, number>) => ({ waiting, credit }),
      ),
    figures: async () => {
      const range = "from_month=2030-01&to_month=2030-03&include_test_clocks=true";
      return (await story.get(`/v1/billing/revenue/booked?${range}`)).body.data[0].total;
    },
    wrong: () => foundIn(world.services.pool, story.tenant.id),
  };
}

describe("credit that is left of a subscription that has ended", () => {
  it("is paid back by hand, and then what is billed is what stays paid", { tags: ["long"] }, async ({
    world,
  }) => {
    const leaver = await aLeaver(world);
    expect((await leaver.settle()).body.code).toBe("K6061");
    await leaver.story.end(leaver.id);
    expect(await leaver.left()).toEqual([{ waiting: -37_000, credit: 0 }]);
    const refused = await leaver.settle({ amount: 36_999 });
    expect([refused.status, refused.body.code]).toEqual([409, "K6060"]);
    const { status, body } = await leaver.settle({ reference: "SEPA 4" });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ amount: 37_000, to: "REFUND", currency: "USD" });
    expect(await leaver.balances()).toEqual({
      UNBILLED: 0n,
      RECEIVABLE: 0n,
      CREDIT: 0n,
      CASH: 2_900n,
      REVENUE: -2_900n,
      DISCOUNT: 0n,
      GIVEN_BACK: 0n,
      TAX: 0n,
      DISPUTED: 0n,
      WRITTEN_OFF: 0n,
      CANCELED: 0n,
    });
    expect(await leaver.figures()).toMatchObject({ billed: 2_900, collected: 2_900, given_back: 0 });
    const invoice = (await leaver.story.get(`/v1/billing/invoices/${body.invoice_id}`)).body;
    expect(invoice).toMatchObject({ status: "PAID", total: 0, amount_refunded: 37_000, amount_remaining: 0 });
    expect(invoice.lines.map(({ amount }: { amount: number }) => amount)).toEqual([-39_900, 2_900, 37_000]);
    const { data } = (await leaver.story.get(`/v1/billing/refunds?invoice_id=${body.invoice_id}`)).body;
    expect(data).toMatchObject([
      { id: body.refund_id, amount: 37_000, is_of_credit: true, reference: "SEPA 4", reason: WHY },
    ]);
    expect((await leaver.settle()).body.code).toBe("K6060");
    expect(await leaver.wrong()).toEqual([]);
  });

  it("is not given back once more as money of the invoice that was paid", { tags: ["long"] }, async ({
    world,
  }) => {
    const { story, id, settle, wrong } = await aLeaver(world);
    const [first] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data.slice(-1);
    const room = () => readRoom(story.tenant.scope, { id: first.id });
    const refund = (fields: object = {}) => story.post(`/v1/billing/invoices/${first.id}/refunds`, fields);
    await story.end(id);
    expect((await settle()).status).toBe(200);
    expect(await room()).toMatchObject({ left_to_refund: 0, given_for_unused_time: 39_900 });
    const refused = await refund({ amount: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, "K6049"]);
    expect(refused.body.details).toMatchObject({ left: 0 });
    expect((await refund()).body.code).toBe("K6049");
    expect(await wrong()).toEqual([]);
  });

  it("that is written off leaves all of the payment to be refunded", async ({ world }) => {
    const { story, id, settle } = await aLeaver(world);
    const [first] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data.slice(-1);
    await story.end(id);
    expect((await settle({ to: "WRITE_OFF" })).status).toBe(200);
    expect(await readRoom(story.tenant.scope, { id: first.id })).toMatchObject({
      left_to_refund: 39_900,
      given_for_unused_time: 0,
    });
  });

  it("of unused time on a card is not given back once more", { tags: ["long"] }, async ({ world }) => {
    const story = await aStory(world, "2030-01-10T10:00:00Z", {
      plans: [{ slug: "pro", prices: [{ amount: 9_900 }, { amount: 900 }] }],
    });
    const id = await story.start("PROVIDER_A", "pro");
    await story.to("2030-01-20T10:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("pro", 1), effective: "now" });
    await story.to("2030-02-11T10:00:00Z");
    const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    const first = data.at(-1);
    const unused = data
      .flatMap(({ lines }: { lines: { amount: number; description: string }[] }) => lines)
      .filter(({ amount }: { amount: number }) => amount < 0)
      .reduce((sum: number, { amount }: { amount: number }) => sum - amount, 0);
    expect(unused).toBeGreaterThan(6_000);
    const left = 9_900 - unused;
    expect(await readRoom(story.tenant.scope, { id: first.id })).toMatchObject({
      left_to_refund: left,
      left_to_credit: left,
      given_for_unused_time: unused,
    });
    const path = `/v1/billing/invoices/${first.id}`;
    expect((await story.post(`${path}/refunds`, { amount: left + 1 })).body.code).toBe("K6049");
    const note = { amount: left + 1, to: "REFUND" };
    expect((await story.post(`${path}/credit-notes/preview`, note)).body.code).toBe("K6041");
    expect((await story.post(`${path}/credit-notes`, { ...note, reason: WHY })).body.code).toBe("K6041");
    expect((await story.post(`${path}/refunds`, { amount: left })).status).toBe(201);
  });

  it("pays an open invoice of the customer's, never more than is due, and the rest stays", {
    tags: ["long"],
  }, async ({ world }) => {
    const leaver = await aLeaver(world);
    const { story, id, settle, left, wrong } = leaver;
    await story.end(id);
    const order = { customer: story.customer, currency: "USD" };
    const issue = async (amount: number) =>
      (await story.post("/v1/billing/invoices", { ...order, lines: [{ description: "Training", amount }] }))
        .body;
    const open = await issue(20_000);
    await story.post(`/v1/billing/invoices/${open.id}/payments`, { amount: 5_000 });
    const to = (invoice: string, fields: object = {}) =>
      settle({ to: "INVOICE", to_invoice_id: invoice, ...fields });
    expect((await settle({ to: "INVOICE" })).body.code).toBe("K1002");
    const { status, body } = await to(open.id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ amount: 15_000, to: "INVOICE", refund_id: null });
    const paid = (await story.get(`/v1/billing/invoices/${open.id}`)).body;
    expect(paid).toMatchObject({
      status: "PAID",
      total: 20_000,
      amount_from_credit: 15_000,
      amount_due: 5_000,
      amount_paid: 5_000,
    });
    expect(await left()).toEqual([{ waiting: 0, credit: 22_000 }]);
    const final = (await story.get(`/v1/billing/invoices/${body.invoice_id}`)).body;
    expect(final).toMatchObject({ status: "PAID", total: 0 });
    expect(final.lines.at(-1)).toMatchObject({
      description: `Credit that pays invoice ${open.number}`,
      amount: 37_000,
    });
    expect(await wrong()).toEqual([]);

    const more = await issue(30_000);
    expect((await to(more.id, { amount: 37_000 })).body.code).toBe("K6060");
    expect((await to(more.id, { amount: 22_000 })).body).toMatchObject({ amount: 22_000 });
    const part = (await story.get(`/v1/billing/invoices/${more.id}`)).body;
    expect(part).toMatchObject({ status: "OPEN", amount_remaining: 8_000, amount_from_credit: 22_000 });
    expect((await story.post(`/v1/billing/invoices/${more.id}/void`, {})).body.code).toBe("K6013");
    await story.post(`/v1/billing/invoices/${more.id}/payments`);
    // No more goes back than came as money: the rest is credit again.
    const note = { to: "REFUND", reason: WHY };
    const notes = `/v1/billing/invoices/${more.id}/credit-notes`;
    expect((await story.post(notes, { ...note, amount: 30_000 })).body).toMatchObject({
      amount_to_refund: 8_000,
      amount_to_balance: 22_000,
    });
    expect(await leaver.balances()).toMatchObject({ UNBILLED: -22_000n, RECEIVABLE: 0n, CREDIT: 0n });
    expect(await wrong()).toEqual([]);
  });

  it("pays no invoice by card, of another customer, or that is not open", { tags: ["long"] }, async ({
    world,
  }) => {
    const { story, id, settle, wrong } = await aLeaver(world);
    await story.end(id);
    const card = await aSubscription(story.tenant, { amount: 900, paidBy: "card" });
    const other = await aSubscription(story.tenant, { amount: 900, paidBy: "invoice" });
    const own = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    const firstOf = async (one: string) =>
      (await story.get(`/v1/billing/invoices?subscription_id=${one}`)).body.data[0].id;
    for (const invoice of [await firstOf(card.id), await firstOf(other.id), own[0].id]) {
      const refused = await settle({ to: "INVOICE", to_invoice_id: invoice });
      expect([refused.status, refused.body.code]).toEqual([409, "K6067"]);
    }
    expect(await wrong()).toEqual([]);
  });

  it("is settled once by five at once", { tags: ["long"] }, async ({ world }) => {
    const leaver = await aLeaver(world);
    await leaver.story.end(leaver.id);
    const ways = [{}, { to: "WRITE_OFF" }, {}, { to: "WRITE_OFF" }, {}];
    const replies = await Promise.all(ways.map(leaver.settle));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await leaver.balances()).toMatchObject({ UNBILLED: 0n, CREDIT: 0n });
    expect(await leaver.wrong()).toEqual([]);
  });

  it("is written off, and then what was paid stays billed", { tags: ["long"] }, async ({ world }) => {
    const leaver = await aLeaver(world);
    await leaver.story.end(leaver.id);
    expect((await leaver.settle({ to: "WRITE_OFF" })).status).toBe(200);
    expect(await leaver.balances()).toMatchObject({ UNBILLED: 0n, CREDIT: 0n, CANCELED: -37_000n });
    expect(await leaver.figures()).toMatchObject({ billed: 39_900, collected: 39_900 });
    expect(await leaver.left()).toEqual([{ waiting: 0, credit: 0 }]);
    expect(await leaver.wrong()).toEqual([]);
  });

  it("goes to another subscription, whose next invoice uses it", { tags: ["long"] }, async ({ world }) => {
    const leaver = await aLeaver(world);
    const { story, id } = leaver;
    await story.end(id);
    const to = (to_subscription_id: string) => leaver.settle({ to: "SUBSCRIPTION", to_subscription_id });
    expect((await to(id)).body.code).toBe("K6062");
    const next = await story.start("PROVIDER_B", "team");
    const { status, body } = await to(next);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await leaver.left()).toEqual([{ waiting: 0, credit: 37_000 }]);
    await story.to("2030-02-11T00:00:00Z");
    expect((await story.invoices(next)).at(-1)).toMatchObject({ total: 13_000, amounts: [50_000, -37_000] });
    expect(await leaver.balances()).toMatchObject({ UNBILLED: 0n, CREDIT: 0n });
    expect(await leaver.wrong()).toEqual([]);
  });

  it("is paid back by hand of a subscription on cards, too", { tags: ["long"] }, async ({ world }) => {
    const story = await aStory(world, "2030-01-10T10:00:00Z", {
      plans: [{ slug: "pro", prices: [{ amount: 3_000 }] }],
    });
    const id = await story.start("PROVIDER_A", "pro");
    const item = { amount: -2_000, description: "For the trouble" };
    expect((await story.post(`/v1/billing/subscriptions/${id}/items`, item)).status).toBe(201);
    await story.end(id);
    const wanted = { subscription_id: id, amount: 2_000, to: "REFUND", reason: WHY };
    const { status, body } = await story.post(SETTLE, wanted);
    expect(status, JSON.stringify(body)).toBe(200);
    const { db } = story.tenant.scope;
    const { customerId } = await db.subscription.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: story.tenant.id, id } },
    });
    expect(await balancesOf(db, story.tenant.scope, customerId)).toMatchObject({
      UNBILLED: 0n,
      RECEIVABLE: 0n,
      CREDIT: 0n,
      CASH: 1_000n,
      REVENUE: -1_000n,
      GIVEN_BACK: 0n,
    });
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });
});
