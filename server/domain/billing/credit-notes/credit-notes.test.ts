// @module-tag ci
import { describe, expect } from "vitest";
import { Prisma } from "../../../platform/database/client/client.ts";
import { aStory } from "../../../testing/a-story.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { decryptBody } from "../../mail/encrypted-body.ts";
import { previewTakeBack } from "../corrections/preview-take-back.ts";
import { readRoom } from "../corrections/read-room.ts";

// Credit notes of invoices of ours, over REST.

const WHY = "the service was down";

/** A customer who pays 30.00 a month by transfer, with the invoice that is open. */
async function aDebtor(world: World, known?: TestTenant) {
  const tenant = known ?? (await aTenant(world));
  const { db, tenantId } = tenant.scope;
  const { id: subscription, customerId } = await aSubscription(tenant, { paidBy: "invoice", amount: 3000 });
  const { body } = await tenant.admin.get(`/v1/billing/invoices?subscription_id=${subscription}`);
  const path = `/v1/billing/invoices/${body.data[0].id}`;
  const read = async () => (await tenant.admin.get(path)).body;
  const credit = (fields: object, headers?: Record<string, string>) =>
    tenant.admin.post(`${path}/credit-notes`, { reason: WHY, ...fields }, headers);
  return {
    tenant,
    subscription,
    customerId,
    read,
    credit,
    line: body.data[0].lines[0].id as string,
    id: body.data[0].id as string,
    pay: (amount?: number) => tenant.admin.post(`${path}/payments`, { ...(amount && { amount }) }),
    preview: (fields: object = {}) => tenant.admin.post(`${path}/credit-notes/preview`, fields),
    async issued(fields: object = {}) {
      const reply = await credit(fields);
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      return reply.body;
    },
    balances: () => balancesOf(db, tenant.scope, customerId),
    wrong: () => foundIn(world.services.pool, tenantId),
    events: async () =>
      (await db.event.findMany({ where: { tenantId }, orderBy: { createdAt: "asc" } })).map(
        ({ type }) => type,
      ),
  };
}

describe("a credit note of an open invoice", () => {
  it("lowers what is to be paid, as a discount, and says so", { tags: ["long"] }, async ({ world }) => {
    const debtor = await aDebtor(world);
    const note = await debtor.issued({ amount: 1000 });
    expect(note).toMatchObject({
      number: "CN-00001",
      invoice_id: debtor.id,
      invoice_number: "INV-00001",
      status: "ISSUED",
      amount: 1000,
      amount_off_due: 1000,
      amount_to_balance: 0,
      amount_to_refund: 0,
      reason: WHY,
      lines: [{ invoice_line_id: debtor.line, amount: 1000 }],
    });
    expect(await debtor.read()).toMatchObject({
      status: "OPEN",
      total: 3000,
      amount_due: 2000,
      amount_remaining: 2000,
      amount_off_due: 1000,
      amount_credited: 1000,
      amount_refunded: 0,
    });
    expect(await debtor.balances()).toMatchObject({
      RECEIVABLE: 2000n,
      REVENUE: -3000n,
      DISCOUNT: 1000n,
      UNBILLED: 0n,
      CREDIT: 0n,
      CASH: 0n,
    });
    expect((await debtor.events()).slice(-2)).toEqual(["credit_note.created", "invoice.updated"]);
    expect(await debtor.wrong()).toEqual([]);
    expect((await debtor.pay(2001)).body.code).toBe("K6014");
    expect((await debtor.pay()).body).toMatchObject({ status: "PAID", amount_paid: 2000 });
    expect(await debtor.wrong()).toEqual([]);
  });

  it("of all of it settles it, and its subscription goes on", { tags: ["long"] }, async ({ world }) => {
    const story = await aStory(world, "2030-01-10T10:00:00Z", {
      plans: [{ slug: "pro", prices: [{ amount: 3000 }] }],
    });
    const id = await story.start("PROVIDER_B", "pro");
    const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    await story.to("2030-02-10T00:00:00Z");
    expect((await story.subscription(id)).status).toBe("PAST_DUE");
    const reply = await story.post(`/v1/billing/invoices/${data[0].id}/credit-notes`, { reason: WHY });
    expect(reply.body).toMatchObject({
      amount: 3000,
      amount_off_due: 3000,
      issued_at: "2030-02-10T00:00:00.000Z",
    });
    expect((await story.subscription(id)).status).toBe("ACTIVE");
    expect((await story.get(`/v1/billing/invoices/${data[0].id}`)).body).toMatchObject({
      status: "PAID",
      amount_due: 0,
      amount_paid: 0,
      paid_at: "2030-02-10T00:00:00.000Z",
    });
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("of which a part was paid lowers what is left first, and credits the rest", { tags: ["long"] }, async ({
    world,
  }) => {
    const debtor = await aDebtor(world);
    await debtor.pay(1200);
    const refused = await debtor.credit({ amount: 2000 });
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      422,
      "K6043",
      { paid: 200, paid_already: "$2.00" },
    ]);
    const note = await debtor.issued({ amount: 2000, to: "BALANCE" });
    expect(note).toMatchObject({ amount_off_due: 1800, amount_to_balance: 200, amount_to_refund: 0 });
    expect(await debtor.read()).toMatchObject({ status: "PAID", amount_due: 1200, amount_paid: 1200 });
    expect(await debtor.balances()).toMatchObject({ RECEIVABLE: 0n, UNBILLED: -200n, DISCOUNT: 2000n });
    expect(await debtor.wrong()).toEqual([]);
  });
});

describe("a credit note of a paid invoice", () => {
  it("is credit that the next invoice uses", { tags: ["long"] }, async ({ world }) => {
    const story = await aStory(world, "2030-01-10T10:00:00Z", {
      plans: [{ slug: "pro", prices: [{ amount: 3000 }] }],
    });
    const id = await story.start("PROVIDER_B", "pro");
    const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    const path = `/v1/billing/invoices/${data[0].id}`;
    await story.post(`${path}/payments`);
    const asked = { reason: WHY, lines: [{ line_id: data[0].lines[0].id, amount: 1250 }], to: "BALANCE" };
    expect((await story.post(`${path}/credit-notes`, asked)).status).toBe(201);
    await story.to("2030-02-10T11:00:00Z");
    expect((await story.invoices(id)).map(({ total, amounts }) => [total, amounts])).toEqual([
      [3000, [3000]],
      [1750, [3000, -1250]],
    ]);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("is money that went back, with its reference and day", { tags: ["long"] }, async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.pay();
    const refunded_at = "2026-11-20T00:00:00.000Z";
    const note = await debtor.issued({ amount: 700, to: "REFUND", reference: "SEPA 17", refunded_at });
    expect(note).toMatchObject({ amount_off_due: 0, amount_to_refund: 700 });
    expect(await debtor.read()).toMatchObject({
      status: "PAID",
      amount_due: 3000,
      amount_paid: 3000,
      amount_credited: 700,
      amount_refunded: 700,
    });
    const { db, tenantId } = debtor.tenant.scope;
    const event = await db.event.findFirstOrThrow({ where: { tenantId, type: "refund.created" } });
    expect(event.data).toMatchObject({
      credit_note_id: note.id,
      amount: 700,
      status: "SUCCEEDED",
      reference: "SEPA 17",
      refunded_at,
    });
    expect(await debtor.balances()).toMatchObject({
      CASH: 2300n,
      DISCOUNT: 700n,
      REVENUE: -3000n,
      RECEIVABLE: 0n,
      UNBILLED: 0n,
    });
    expect(await debtor.wrong()).toEqual([]);
  });

  it("refuses a day in the future", async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.pay();
    const late = await debtor.credit({ to: "REFUND", refunded_at: "2090-01-01T00:00:00.000Z" });
    expect([late.status, late.body.code]).toEqual([422, "K6045"]);
  });

  it("is credit to be settled where no invoice comes any more", { tags: ["long"] }, async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.pay();
    const { admin } = debtor.tenant;
    await admin.post(`/v1/billing/subscriptions/${debtor.subscription}/cancel`, { at: "now" });
    await debtor.issued({ to: "BALANCE" });
    const settled = await admin.post("/v1/billing/ledger/settle-credit", {
      subscription_id: debtor.subscription,
      amount: 3000,
      to: "REFUND",
      reason: WHY,
    });
    expect(settled.status, JSON.stringify(settled.body)).toBe(200);
    expect(await debtor.balances()).toMatchObject({ CASH: 0n, CREDIT: 0n, UNBILLED: 0n, RECEIVABLE: 0n });
    expect(await debtor.wrong()).toEqual([]);
  });

  it("for no subscription is credit of the next one-off invoice", { tags: ["long"] }, async ({ world }) => {
    const debtor = await aDebtor(world);
    const { admin } = debtor.tenant;
    await admin.post(`/v1/billing/subscriptions/${debtor.subscription}/cancel`, { at: "now" });
    const issue = async (amount: number) => {
      const lines = [{ description: "Work", amount }];
      return (
        await admin.post("/v1/billing/invoices", { customer: debtor.customerId, currency: "USD", lines })
      ).body;
    };
    const first = await issue(5000);
    await admin.post(`/v1/billing/invoices/${first.id}/payments`);
    const notes = `/v1/billing/invoices/${first.id}/credit-notes`;
    expect((await admin.post(notes, { reason: WHY, amount: 2000, to: "BALANCE" })).status).toBe(201);
    expect(await issue(3500)).toMatchObject({ total: 1500, lines: [{ amount: 3500 }, { amount: -2000 }] });
    expect(await debtor.wrong()).toEqual([]);
  });
});

describe("a credit note of a payment that is taken back", () => {
  /** A debtor who paid, with what takes the payment back. */
  async function aPayer(world: World) {
    const debtor = await aDebtor(world);
    await debtor.pay();
    const { admin, scope } = debtor.tenant;
    const path = `/v1/billing/invoices/${debtor.id}/payments`;
    const last = async () => (await admin.get(path)).body.data[0].id;
    return {
      ...debtor,
      admin,
      async takeBack() {
        const preview = await previewTakeBack(scope, { id: debtor.id, payment_id: await last() });
        const reply = await admin.post(`${path}/${await last()}/take-back`, { reason: "It bounced." });
        expect(reply.status, JSON.stringify(reply.body)).toBe(200);
        expect(reply.body.amount_due - reply.body.amount_paid).toBe(preview.amount_unpaid);
        return { invoice: reply.body, preview };
      },
      notes: async () =>
        (await admin.get(`/v1/billing/credit-notes?invoice_id=${debtor.id}`)).body.data.map(
          (note: Record<string, number>) => [
            ...[note.amount_off_due, note.amount_to_balance, note.amount_to_refund],
          ],
        ),
      addItem: (amount: number) =>
        admin.post(`/v1/billing/subscriptions/${debtor.subscription}/items`, {
          description: "Training",
          amount,
          invoice: "now",
        }),
      newest: async () =>
        (await admin.get(`/v1/billing/invoices?subscription_id=${debtor.subscription}`)).body.data[0],
    };
  }

  it("lowers what is to be paid again, instead of being credit that nobody paid for", {
    tags: ["long"],
  }, async ({ world }) => {
    const payer = await aPayer(world);
    await payer.issued({ amount: 1000, to: "BALANCE" });
    const { invoice, preview } = await payer.takeBack();
    expect(preview).toMatchObject({ amount_unpaid: 2000, amount_off_due: 1000, amount_given_back: 0 });
    expect(preview).toMatchObject({ is_off_due_asked_at_once: false, is_surplus_asked_at_once: false });
    expect(invoice).toMatchObject({
      status: "OPEN",
      amount_due: 2000,
      amount_paid: 0,
      amount_off_due: 1000,
      amount_credited: 1000,
    });
    expect(await payer.notes()).toEqual([[1000, 0, 0]]);
    expect(await payer.balances()).toMatchObject({
      RECEIVABLE: 2000n,
      CASH: 0n,
      UNBILLED: 0n,
      DISCOUNT: 1000n,
    });
    expect(await payer.wrong()).toEqual([]);
    expect((await payer.events()).slice(-2)).toEqual(["credit_note.updated", "invoice.payment_taken_back"]);
    await payer.pay();
    await payer.issued({ amount: 2000, to: "BALANCE" });
    expect(await payer.wrong()).toEqual([]);
  });

  it("is owed as far as it was used meanwhile, with the next invoice", { tags: ["long"] }, async ({
    world,
  }) => {
    const payer = await aPayer(world);
    await payer.issued({ amount: 1000, to: "BALANCE" });
    await payer.addItem(600);
    expect(await payer.newest()).toMatchObject({ total: 0, status: "PAID" });
    await payer.takeBack();
    expect(await payer.balances()).toMatchObject({ RECEIVABLE: 2000n, CASH: 0n, DISCOUNT: 1000n });
    await payer.addItem(500);
    // 10.00 were taken back, of which 4.00 had not been used.
    const owed = await payer.newest();
    expect(owed.total).toBe(1100);
    // To forgive the 10.00 is to give that credit again: 4.00 of it paid this invoice.
    const notes = `/v1/billing/invoices/${owed.id}/credit-notes`;
    expect((await payer.admin.post(notes, { reason: WHY, to: "BALANCE" })).body).toMatchObject({
      amount: 1500,
      amount_off_due: 1100,
      amount_to_balance: 400,
    });
    expect(await payer.wrong()).toEqual([]);
  });

  it("is owed by nobody where it was written off, and nobody used it", { tags: ["long"] }, async ({
    world,
  }) => {
    const payer = await aPayer(world);
    await payer.issued({ amount: 1000, to: "BALANCE" });
    await payer.addItem(600);
    await payer.admin.post(`/v1/billing/subscriptions/${payer.subscription}/cancel`, { at: "now" });
    const settled = await payer.admin.post("/v1/billing/ledger/settle-credit", {
      subscription_id: payer.subscription,
      amount: 400,
      to: "WRITE_OFF",
      reason: WHY,
    });
    expect(settled.status, JSON.stringify(settled.body)).toBe(200);
    await payer.takeBack();
    expect(await payer.balances()).toMatchObject({
      RECEIVABLE: 2000n,
      CASH: 0n,
      DISCOUNT: 1000n,
      UNBILLED: 600n,
      CREDIT: 0n,
      WRITTEN_OFF: 0n,
    });
    expect(await payer.wrong()).toEqual([]);
    const voided = await payer.admin.post(`/v1/billing/invoices/${payer.id}/void`, {});
    expect(voided.status, JSON.stringify(voided.body)).toBe(200);
    expect(await payer.balances()).toMatchObject({ RECEIVABLE: 0n, UNBILLED: 600n, CREDIT: 0n });
    expect(await payer.wrong()).toEqual([]);
  });

  it("settles the invoice where it took back all of it", { tags: ["long"] }, async ({ world }) => {
    const payer = await aPayer(world);
    await payer.issued({ to: "BALANCE" });
    expect((await payer.takeBack()).invoice).toMatchObject({ status: "PAID", amount_due: 0, amount_paid: 0 });
    expect(await payer.balances()).toMatchObject({ RECEIVABLE: 0n, CASH: 0n, UNBILLED: 0n });
    expect(await payer.wrong()).toEqual([]);
  });

  it("leaves money that went back to be paid", { tags: ["long"] }, async ({ world }) => {
    const payer = await aPayer(world);
    await payer.issued({ amount: 700, to: "REFUND" });
    const { invoice, preview } = await payer.takeBack();
    expect(preview).toMatchObject({ amount_unpaid: 3000, amount_off_due: 0, amount_given_back: 700 });
    expect(invoice).toMatchObject({ status: "OPEN", amount_due: 3000, amount_refunded: 700 });
    expect(await payer.balances()).toMatchObject({ RECEIVABLE: 3000n, CASH: -700n, DISCOUNT: 700n });
    const voided = await payer.admin.post(`/v1/billing/invoices/${payer.id}/void`, {});
    expect([voided.status, voided.body.code]).toEqual([409, "K6013"]);
    // 7.00 are still owed when all that was billed is credited.
    await payer.issued({ amount: 2300 });
    expect(await payer.read()).toMatchObject({ status: "OPEN", amount_remaining: 700 });
    expect(await payer.wrong()).toEqual([]);
    await payer.pay();
    expect(await payer.balances()).toMatchObject({ RECEIVABLE: 0n, CASH: 0n, DISCOUNT: 3000n });
    expect(await payer.wrong()).toEqual([]);
  });
});

describe("a credit note of what the customer's credit paid", () => {
  /** An invoice of 50.00, of which credit of 20.00 is a line below 0. */
  async function aCreditor(world: World) {
    const debtor = await aDebtor(world);
    await debtor.pay();
    await debtor.issued({ amount: 2000, to: "BALANCE" });
    const { admin } = debtor.tenant;
    await admin.post(`/v1/billing/subscriptions/${debtor.subscription}/items`, {
      description: "Training",
      amount: 5000,
      invoice: "now",
    });
    const { data } = (await admin.get(`/v1/billing/invoices?subscription_id=${debtor.subscription}`)).body;
    const path = `/v1/billing/invoices/${data[0].id}`;
    expect(data[0]).toMatchObject({ total: 3000, amount_due: 3000 });
    return {
      debtor,
      path,
      invoice: data[0],
      read: async () => (await admin.get(path)).body,
      pay: () => admin.post(`${path}/payments`),
      note: (fields: object) => admin.post(`${path}/credit-notes`, { reason: WHY, ...fields }),
      preview: (fields: object) => admin.post(`${path}/credit-notes/preview`, fields),
      room: () => readRoom(debtor.tenant.scope, { id: data[0].id }),
    };
  }

  it("makes that credit again, and refunds no more than came as money", { tags: ["long"] }, async ({
    world,
  }) => {
    const { debtor, read, pay, note, preview, room } = await aCreditor(world);
    await pay();
    expect(await room()).toMatchObject({ left_to_credit: 5000, left_to_refund: 3000 });
    const whole = { amount: 5000, amount_off_due: 0, amount_to_balance: 2000, amount_to_refund: 3000 };
    expect((await preview({ to: "REFUND" })).body).toMatchObject({ ...whole, left_to_credit: 0 });
    expect((await note({ to: "REFUND", amount: 5001 })).body.code).toBe("K6041");
    expect((await note({ to: "REFUND" })).body).toMatchObject(whole);
    expect(await read()).toMatchObject({
      status: "PAID",
      total: 3000,
      amount_credited: 5000,
      amount_refunded: 3000,
    });
    expect(await debtor.balances()).toMatchObject({
      CASH: 3000n,
      UNBILLED: -2000n,
      RECEIVABLE: 0n,
      CREDIT: 0n,
    });
    expect(await debtor.wrong()).toEqual([]);
  });

  it("lowers what is to be paid first, then makes it credit again", { tags: ["long"] }, async ({ world }) => {
    const { debtor, read, note, room } = await aCreditor(world);
    expect((await note({ amount: 4000 })).body.code).toBe("K6043");
    expect((await note({ amount: 4000, to: "BALANCE" })).body).toMatchObject({
      amount_off_due: 3000,
      amount_to_balance: 1000,
      amount_to_refund: 0,
    });
    expect(await read()).toMatchObject({ status: "PAID", amount_due: 0, amount_paid: 0 });
    expect(await room()).toMatchObject({ left_to_credit: 1000, left_to_refund: 0 });
    expect((await note({ to: "REFUND" })).body).toMatchObject({
      amount_to_balance: 1000,
      amount_to_refund: 0,
    });
    expect(await debtor.balances()).toMatchObject({ UNBILLED: -2000n, RECEIVABLE: 0n, CASH: 3000n });
    expect(await debtor.wrong()).toEqual([]);
  });

  it("is never one of the line that carries credit on", { tags: ["long"] }, async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.pay();
    await debtor.issued({ to: "BALANCE" });
    const { admin } = debtor.tenant;
    await admin.post(`/v1/billing/subscriptions/${debtor.subscription}/items`, {
      description: "Training",
      amount: 1000,
      invoice: "now",
    });
    const { data } = (await admin.get(`/v1/billing/invoices?subscription_id=${debtor.subscription}`)).body;
    expect(data[0]).toMatchObject({ total: 0, status: "PAID" });
    const notes = `/v1/billing/invoices/${data[0].id}/credit-notes`;
    expect((await admin.post(notes, { reason: WHY, to: "BALANCE", amount: 1001 })).body.code).toBe("K6041");
    expect((await admin.post(notes, { reason: WHY, to: "BALANCE" })).body).toMatchObject({ amount: 1000 });
    expect(await debtor.balances()).toMatchObject({ CREDIT: -2000n, UNBILLED: -1000n, RECEIVABLE: 0n });
    expect(await debtor.wrong()).toEqual([]);
  });
});

describe("what is left to credit", () => {
  it("is never exceeded, by a line or by the invoice, and a refusal uses no number", {
    tags: ["long"],
  }, async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.issued({ amount: 1000 });
    const over = await debtor.credit({ lines: [{ line_id: debtor.line, amount: 2001 }] });
    expect([over.status, over.body.code, over.body.details]).toEqual([
      409,
      "K6041",
      { left: 2000, left_to_credit: "$20.00", line_id: debtor.line },
    ]);
    expect(await readRoom(debtor.tenant.scope, { id: debtor.id })).toMatchObject({
      creditable_lines: [{ id: debtor.line, left: 2000 }],
    });
    expect((await debtor.credit({ lines: [{ line_id: "line_x" }] })).body.code).toBe("K6042");
    expect((await debtor.credit({ amount: 1, lines: [{ line_id: debtor.line }] })).status).toBe(400);
    expect((await debtor.issued()).number).toBe("CN-00002");
    expect((await debtor.credit({})).body).toMatchObject({ code: "K6041", details: { left: 0 } });
    expect(await debtor.wrong()).toEqual([]);
  });

  it("goes to one of several at once; the others are refused, and numbers have no gap", {
    tags: ["long"],
  }, async ({ world }) => {
    const debtor = await aDebtor(world);
    const replies = await Promise.all(Array.from({ length: 4 }, () => debtor.credit({ amount: 2000 })));
    expect(replies.map(({ status, body }) => [status, body.code]).toSorted()).toEqual([
      [201, undefined],
      [409, "K6041"],
      [409, "K6041"],
      [409, "K6041"],
    ]);
    const second = await aDebtor(world, debtor.tenant);
    expect((await second.issued({ amount: 1 })).number).toBe("CN-00002");
    expect(await debtor.wrong()).toEqual([]);
  });

  it("counts what the caller saw: of two that saw the same the second is told, also of refunds", async ({
    world,
  }) => {
    const debtor = await aDebtor(world);
    const refund = (fields: object) =>
      debtor.tenant.admin.post(`/v1/billing/invoices/${debtor.id}/refunds`, fields);
    const seen = { amount: 500, left_to_credit: 3000 };
    expect((await debtor.credit(seen)).status).toBe(201);
    const stale = await debtor.credit(seen);
    expect([stale.status, stale.body.code, stale.body.details]).toEqual([
      ...[409, "K6077"],
      { left: 2500, left_now: "$25.00", seen: "$30.00", done: "credited" },
    ]);
    expect((await debtor.credit({ ...seen, amount: 2800 })).body.code).toBe("K6077");
    expect((await debtor.pay()).status).toBe(200);
    const seenPaid = { amount: 500, left_to_refund: 2500 };
    expect((await refund(seenPaid)).status).toBe(201);
    const again = await refund(seenPaid);
    expect([again.status, again.body.code, again.body.details]).toEqual([
      ...[409, "K6077"],
      { left: 2000, left_now: "$20.00", seen: "$25.00", done: "given back" },
    ]);
    expect((await refund({ amount: 500, left_to_refund: 2000 })).status).toBe(201);
    expect(await debtor.wrong()).toEqual([]);
  });

  it("is less by what a change of plan gave back, and a change gives back a part of what a note left", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aStory(world, "2030-04-10T10:00:00Z", {
      plans: [
        { slug: "pro", prices: [{ amount: 3000 }] },
        { slug: "large", prices: [{ amount: 9000 }] },
      ],
    });
    const id = await story.start("PROVIDER_B", "pro");
    const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    const credit = (fields: object) =>
      story.post(`/v1/billing/invoices/${data[0].id}/credit-notes`, { reason: WHY, ...fields });
    expect((await credit({ amount: 2000 })).status).toBe(201);
    await story.to("2030-04-25T10:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("large") });
    expect((await story.invoices(id)).map(({ amounts }) => amounts)).toEqual([[3000], [-500, 4500]]);
    expect((await credit({ amount: 501 })).body).toMatchObject({ code: "K6041", details: { left: 500 } });
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("of a period that was credited whole is nothing: a change begins a new one at the full price", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aStory(world, "2030-04-10T10:00:00Z", {
      plans: [
        { slug: "pro", prices: [{ amount: 3000 }] },
        { slug: "large", prices: [{ amount: 9000 }] },
      ],
    });
    const id = await story.start("PROVIDER_B", "pro");
    const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    await story.post(`/v1/billing/invoices/${data[0].id}/credit-notes`, { reason: WHY });
    await story.to("2030-04-25T10:00:00Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("large") });
    expect((await story.invoices(id)).map(({ amounts }) => amounts)).toEqual([[3000], [9000]]);
  });
});

describe("an invoice that was credited in part", () => {
  it.for(["wait", "write_off"] as const)(
    "and is voided then (%s) owes no more than was left",
    { tags: ["long"] },
    async (charges, { world }) => {
      const story = await aStory(world, "2030-01-10T10:00:00Z", {
        plans: [{ slug: "pro", prices: [{ amount: 3000 }] }],
      });
      const id = await story.start("PROVIDER_B", "pro");
      const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
      const path = `/v1/billing/invoices/${data[0].id}`;
      await story.post(`${path}/credit-notes`, { reason: WHY, amount: 1000 });
      expect((await story.post(`${path}/void`, { charges })).status).toBe(200);
      await story.to("2030-02-10T11:00:00Z");
      expect((await story.invoices(id)).at(-1)?.total).toBe(charges === "wait" ? 5000 : 3000);
      expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
    },
  );
});

describe("a preview", () => {
  it("says what the note then does, and writes nothing", { tags: ["long"] }, async ({ world }) => {
    const debtor = await aDebtor(world);
    await debtor.pay(500);
    const { status, body } = await debtor.preview({ to: "REFUND" });
    expect([status, body]).toEqual([
      200,
      {
        currency: "USD",
        amount: 3000,
        amount_off_due: 2500,
        amount_to_balance: 0,
        amount_to_refund: 500,
        tax: 0,
        invoice_amount_due: 500,
        invoice_amount_remaining: 0,
        left_to_credit: 0,
        lines: [{ invoice_line_id: debtor.line, description: expect.any(String), amount: 3000 }],
      },
    ]);
    expect((await debtor.tenant.admin.get("/v1/billing/credit-notes")).body.data).toEqual([]);
    expect((await debtor.preview()).body.code).toBe("K6043");
    const { id: _, ...line } = (await debtor.issued({ to: "REFUND" })).lines[0];
    expect([line]).toEqual(body.lines);
  });
});

describe("who and what", () => {
  it("lists them by invoice and customer, reads one, and refuses what is void or not there", {
    tags: ["long"],
  }, async ({ world }) => {
    const debtor = await aDebtor(world);
    const { admin, server } = debtor.tenant;
    const note = await debtor.issued({ amount: 5 });
    for (const filter of [
      `invoice_id=${debtor.id}`,
      `customer=${debtor.customerId}`,
      `subscription_id=${debtor.subscription}`,
    ])
      expect((await admin.get(`/v1/billing/credit-notes?${filter}`)).body.data).toEqual([note]);
    expect((await admin.get("/v1/billing/credit-notes?invoice_id=invoice_x")).body.data).toEqual([]);
    expect((await admin.get(`/v1/billing/credit-notes/${note.id}`)).body).toEqual(note);
    expect((await admin.get("/v1/billing/credit-notes/cn_x")).body.code).toBe("K6040");
    expect(
      (await server.post(`/v1/billing/invoices/${debtor.id}/credit-notes`, { reason: WHY })).status,
    ).toBe(403);
    expect((await admin.post("/v1/billing/invoices/invoice_x/credit-notes", { reason: WHY })).body.code).toBe(
      "K6012",
    );
    const { id: card } = await aSubscription(debtor.tenant, { amount: 3000 });
    const { data } = (await admin.get(`/v1/billing/invoices?subscription_id=${card}`)).body;
    expect(
      (await admin.post(`/v1/billing/invoices/${data[0].id}/credit-notes`, { reason: WHY })).body.code,
    ).toBe("K6043");
    const voided = await aDebtor(world, debtor.tenant);
    await admin.post(`/v1/billing/invoices/${voided.id}/void`);
    expect((await voided.credit({})).body.code).toBe("K6013");
  });

  it("has a PDF, which the mail leads to; the link to one kind of document opens no other", {
    tags: ["long"],
  }, async ({ world }) => {
    const debtor = await aDebtor(world);
    const { admin, scope } = debtor.tenant;
    const note = await debtor.issued({ amount: 500, reason: "השירות היה מושבת 東京" });
    const pdf = await admin.get(`/v1/billing/credit-notes/${note.id}/pdf`);
    expect([pdf.status, pdf.headers.get("content-type"), pdf.body.slice(0, 5)]).toEqual([
      200,
      "application/pdf",
      "%PDF-",
    ]);
    expect((await admin.get("/v1/billing/credit-notes/cn_x/pdf")).body.code).toBe("K6040");
    const mail = await scope.db.mailMessage.findFirstOrThrow({
      where: { tenantId: scope.tenantId, template: "credit_note" },
    });
    const { text } = decryptBody(world.services.vault, mail);
    const link = /http[^\s"<>]*\/credit-notes\/[^\s"<>]+/.exec(text)?.[0] ?? "";
    const opened = await fetch(link);
    expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    for (const other of [`${link.slice(0, -4)}AAAA`, link.replace("/credit-notes/", "/invoices/")])
      expect((await fetch(other)).status).toBe(404);
    await scope.db.creditNote.updateMany({
      where: { tenantId: scope.tenantId },
      data: { provider: "PROVIDER_A", letterhead: Prisma.DbNull },
    });
    expect((await admin.get(`/v1/billing/credit-notes/${note.id}/pdf`)).body.code).toBe("K6050");
  });

  it("mails the customer what it takes off, once", { tags: ["long"] }, async ({ world }) => {
    const debtor = await aDebtor(world);
    const headers = { "idempotency-key": "one note" };
    const [first, again] = [
      await debtor.credit({ amount: 500 }, headers),
      await debtor.credit({ amount: 500 }, headers),
    ];
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    const { db, tenantId } = debtor.tenant.scope;
    const mails = await db.mailMessage.findMany({ where: { tenantId, template: "credit_note" } });
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Credit note CN-00001 from ${(await db.tenant.findUniqueOrThrow({ where: { id: tenantId } })).name}`,
    ]);
  });
});
