import { describe, expect } from "vitest";
import { aCardInvoice, WHY } from "../../../testing/a-card-invoice.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import { decryptBody } from "../../mail/encrypted-body.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { syncInvoice } from "../invoices/sync-invoice.ts";
import type { ProviderRequest } from "./provider-request.ts";
import { readRoom } from "./read-room.ts";
import { writeRequest } from "./requests.ts";
import { syncCorrections } from "./sync-corrections.ts";

// Credit notes and refunds of card invoices, over REST.

describe("a credit note of a card invoice", () => {
  it("gives the money back by card, by line", { tags: ["long"] }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    const fields = { lines: [{ line_id: paid.line, amount: 1000 }], to: "REFUND" };
    expect((await paid.preview(fields)).body).toMatchObject({
      amount: 1000,
      amount_off_due: 0,
      amount_to_refund: 1000,
      left_to_credit: 2000,
      lines: [{ invoice_line_id: paid.line, amount: 1000 }],
    });
    expect(await paid.counts()).toEqual({ notes: 0, refunds: 0 });
    const { status, body } = await paid.credit(fields);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      provider: "PROVIDER_A",
      status: "ISSUED",
      amount: 1000,
      amount_to_refund: 1000,
      reason: WHY,
      invoice_id: paid.id,
      lines: [{ invoice_line_id: paid.line, amount: 1000 }],
      number: expect.stringContaining("-CN-"),
    });
    expect(await paid.read()).toMatchObject({ status: "PAID", amount_credited: 1000, amount_refunded: 1000 });
    expect(await paid.balances()).toMatchObject({ CASH: 2000n, DISCOUNT: 1000n });
    expect(await paid.wrong()).toEqual([]);
    const { db, tenantId } = paid.scope;
    const entry = await db.auditEntry.findFirstOrThrow({
      where: { tenantId, action: "credit_note.created" },
    });
    expect(entry.actorType).not.toBe("SYSTEM");
    const more = await paid.credit({ lines: [{ line_id: paid.line, amount: 2001 }], to: "REFUND" });
    expect([more.status, more.body.code, more.body.details.left]).toEqual([409, "K6041", 2000]);
  });

  it("of all that is left leaves out what a note at Stripe took, before the note itself is known", {
    tags: ["long"],
  }, async ({ world }) => {
    const open = await aCardInvoice(world, false);
    await open.stripe.creditNotes.create({ invoice: open.remote, amount: 260 });
    await syncInvoice(open.scope, open.remote);
    expect((await open.preview({})).body).toMatchObject({ amount: 2740, left_to_credit: 0 });
    const { status, body } = await open.credit({});
    expect([status, body.amount], JSON.stringify(body)).toEqual([201, 2740]);
    expect(await open.wrong()).toEqual([]);
  });

  it("credits the balance, or records what was given back by hand", { tags: ["long"] }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    expect((await paid.credit({ amount: 500 })).body.code).toBe("K6043");
    expect((await paid.credit({ amount: 500, to: "BALANCE" })).body).toMatchObject({
      amount_to_balance: 500,
    });
    const byHand = { amount: 300, to: "REFUND", reference: "SEPA 17" };
    expect((await paid.credit(byHand)).body).toMatchObject({ amount_to_refund: 300 });
    await paid.sync();
    expect(await paid.balances()).toMatchObject({ CASH: 2700n, CREDIT: -500n, DISCOUNT: 800n });
    expect(await paid.counts()).toEqual({ notes: 2, refunds: 0 });
    expect(await paid.wrong()).toEqual([]);
    expect((await paid.credit({ amount: 2201, to: "REFUND" })).body.code).toBe("K6041");
    expect((await paid.credit({ to: "REFUND" })).body).toMatchObject({
      amount: 2200,
      amount_to_refund: 2200,
    });
    expect(await paid.balances()).toMatchObject({ CASH: 500n, DISCOUNT: 3000n });
  });

  it("gives back as money what the card paid, and as credit what credit paid: as its preview says", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aCardInvoice(world);
    await buyer.adjust(-1000);
    const remote = await buyer.paid(3000);
    const { db, tenantId } = buyer.scope;
    const { id } = await db.invoice.findFirstOrThrow({ where: { tenantId, providerInvoiceId: remote } });
    const { admin } = buyer.tenant;
    const path = `/v1/billing/invoices/${id}`;
    expect((await admin.get(path)).body).toMatchObject({ amount_paid: 2000, amount_from_credit: 1000 });
    const parts = { amount: 2500, amount_off_due: 0, amount_to_balance: 500, amount_to_refund: 2000 };
    const said = await admin.post(`${path}/credit-notes/preview`, { amount: 2500, to: "REFUND" });
    expect(said.body, JSON.stringify(said.body)).toMatchObject({ ...parts, left_to_credit: 500 });
    const done = await admin.post(`${path}/credit-notes`, { amount: 2500, to: "REFUND", reason: WHY });
    expect([done.status, done.body]).toMatchObject([201, parts]);
    const rest = await admin.post(`${path}/credit-notes`, { to: "REFUND", reason: WHY });
    expect([rest.status, rest.body]).toMatchObject([201, { amount_to_balance: 500, amount_to_refund: 0 }]);
    expect((await admin.get(path)).body).toMatchObject({ amount_credited: 3000, amount_refunded: 2000 });
    await buyer.sync();
    expect(await buyer.wrong()).toEqual([]);
  });

  it("of what credit paid leaves the card's money to be refunded", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aCardInvoice(world);
    await buyer.adjust(-1000);
    const remote = await buyer.paid(3000);
    const { db, tenantId } = buyer.scope;
    const { id } = await db.invoice.findFirstOrThrow({ where: { tenantId, providerInvoiceId: remote } });
    const { admin } = buyer.tenant;
    const path = `/v1/billing/invoices/${id}`;
    const note = await admin.post(`${path}/credit-notes`, { amount: 1000, to: "BALANCE", reason: WHY });
    expect(note.status, JSON.stringify(note.body)).toBe(201);
    expect((await admin.post(`${path}/refunds`)).body).toMatchObject({ amount: 2000 });
    expect((await admin.post(`${path}/refunds`, { amount: 1 })).body.code).toBe("K6049");
    await buyer.sync();
    expect(await buyer.wrong()).toEqual([]);
  });

  it("lowers what is to be paid of an open one, and all of it settles it", { tags: ["long"] }, async ({
    world,
  }) => {
    const open = await aCardInvoice(world, false);
    expect((await open.credit({ amount: 1000 })).body).toMatchObject({ amount: 1000, amount_off_due: 1000 });
    expect(await open.read()).toMatchObject({ status: "OPEN", amount_due: 2000, amount_off_due: 1000 });
    expect((await open.credit({})).body).toMatchObject({ amount: 2000, amount_off_due: 2000 });
    expect(await open.read()).toMatchObject({ status: "PAID", amount_due: 0, amount_credited: 3000 });
    expect(await open.wrong()).toEqual([]);
  });

  it("takes amounts that Stripe credits: of KWD the last of three places is 0, of all that is left any", {
    tags: ["long"],
  }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    const { db, tenantId } = paid.scope;
    const where = { tenantId_id: { tenantId, id: paid.id } };
    await db.invoice.update({ where, data: { currency: "KWD" } });
    for (const fields of [
      { amount: 1234, to: "REFUND" },
      { lines: [{ line_id: paid.line, amount: 1234 }], to: "REFUND" },
    ]) {
      for (const { status, body } of [await paid.credit(fields), await paid.preview(fields)])
        expect([status, body.code, body.details]).toEqual([
          ...[422, "K5019"],
          { amount: "1234", currency: "KWD", step: 10 },
        ]);
    }
    expect(await paid.counts()).toEqual({ notes: 0, refunds: 0 });
    expect((await paid.preview({ amount: 1230, to: "REFUND" })).status).toBe(200);
    await db.invoice.update({ where, data: { amountCredited: 1766n } });
    expect((await paid.preview({ amount: 1234, to: "REFUND" })).status).toBe(200);
  });

  it("refused by Stripe says why, changes nothing, and is known here then", { tags: ["long"] }, async ({
    world,
  }) => {
    const paid = await aCardInvoice(world);
    const [payment] = (await paid.stripe.invoicePayments.list({ invoice: paid.remote })).data;
    await paid.stripe.refunds.create({
      payment_intent: String(payment?.payment.payment_intent),
      amount: 2500,
    });
    const refused = await paid.credit({ amount: 1000, to: "REFUND" });
    expect([refused.status, refused.body.code]).toEqual([409, "K6048"]);
    expect(refused.body.message).toContain("greater than what can still be credited");
    expect(await paid.requests()).toEqual(["FAILED"]);
    expect((await paid.credit({ amount: 1000, to: "REFUND" })).body).toMatchObject({
      code: "K6041",
      details: { left: 500 },
    });
    expect(await paid.read()).toMatchObject({ amount_credited: 0, amount_refunded: 2500 });
    expect(await paid.wrong()).toEqual([]);
  });

  it("of two at once, one is issued and the other is refused", { tags: ["long"] }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    const replies = await Promise.all([1, 2].map(() => paid.credit({ amount: 2000, to: "REFUND" })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = replies.find(({ status }) => status === 409)?.body.code;
    expect(["K6041", "K6047"]).toContain(refused);
    expect(await paid.counts()).toEqual({ notes: 1, refunds: 1 });
    expect(await paid.balances()).toMatchObject({ CASH: 1000n, DISCOUNT: 2000n });
    expect(await paid.wrong()).toEqual([]);
  });

  it("counts what the caller saw: of two that saw the same the second is told, also of refunds", {
    tags: ["long"],
  }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    const seen = { amount: 500, to: "REFUND", left_to_credit: 3000 };
    const keyed = { "idempotency-key": "one note" };
    expect((await paid.credit(seen, keyed)).status).toBe(201);
    expect((await paid.credit(seen, keyed)).status).toBe(201);
    for (const fields of [seen, { ...seen, amount: 2800 }]) {
      const { status, body } = await paid.credit(fields);
      expect([status, body.code, body.details.left]).toEqual([409, "K6077", 2500]);
    }
    const seenPaid = { amount: 500, left_to_refund: 2500 };
    expect((await paid.refund(seenPaid)).status).toBe(201);
    const again = await paid.refund(seenPaid);
    expect([again.status, again.body.code, again.body.details.left]).toEqual([409, "K6077", 2000]);
    expect(await paid.counts()).toEqual({ notes: 1, refunds: 2 });
    expect(await paid.wrong()).toEqual([]);
  });
});

describe("a credit note that is cut off", () => {
  it.for(["cut_before", "cut_after"])(
    "%s Stripe made it is made once, in the background",
    { tags: ["long"] },
    async (kind, { world }) => {
      const paid = await aCardInvoice(world);
      await paid.fault(kind, "/v1/credit_notes");
      const cut = await paid.credit({ amount: 1000, to: "REFUND" });
      expect([cut.status, cut.body.code]).toEqual([503, "K7005"]);
      expect(await paid.requests()).toEqual(["REQUESTED"]);
      expect((await paid.credit({ amount: 500, to: "REFUND" })).body.code).toBe("K6047");
      await paid.sandboxClear();
      await paid.resume();
      expect(await paid.requests()).toEqual(["DONE"]);
      expect(await paid.counts()).toEqual({ notes: 1, refunds: 1 });
      expect(await paid.read()).toMatchObject({ amount_credited: 1000, amount_refunded: 1000 });
      expect(await paid.wrong()).toEqual([]);
    },
  );

  it("after its request was written, and after Stripe answered, is finished", { tags: ["long"] }, async ({
    world,
  }) => {
    const paid = await aCardInvoice(world);
    const plan: ProviderRequest = {
      amount: 700,
      lines: [],
      toBalance: 0,
      toRefund: 700,
      outside: 0,
      kind: "CREDIT_NOTE",
      reason: WHY,
    };
    const { id: key } = await writeRequest(paid.scope, paid.id, async () => plan);
    const provider = await cardProviderOf(paid.scope);
    const input = { key, invoiceId: paid.remote, amount: 700n, lines: [], reason: WHY };
    await provider.createCreditNote({ ...input, toBalance: 0n, toRefund: 700n, outside: 0n });
    expect(await paid.read()).toMatchObject({ amount_credited: 0 });
    await paid.resume();
    await paid.resume();
    expect(await paid.counts()).toEqual({ notes: 1, refunds: 1 });
    expect(await paid.read()).toMatchObject({ amount_credited: 700, amount_refunded: 700 });
    expect(await paid.requests()).toEqual(["DONE"]);
    expect(await paid.wrong()).toEqual([]);
  });
});

describe("a refund of a card invoice", () => {
  it("goes back by card, in part and then whole, never more", { tags: ["long"] }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    const part = await paid.refund({ amount: 1000, reason: "As agreed with Ada." });
    expect(part.status, JSON.stringify(part.body)).toBe(201);
    expect(part.body).toMatchObject({
      provider: "PROVIDER_A",
      status: "SUCCEEDED",
      amount: 1000,
      credit_note_id: null,
      reason: "As agreed with Ada.",
      provider_refund_id: expect.stringMatching(/^re_/),
    });
    const more = await paid.refund({ amount: 2001 });
    expect([more.status, more.body.code, more.body.details.left]).toEqual([409, "K6049", 2000]);
    expect((await paid.refund()).body).toMatchObject({ amount: 2000 });
    expect((await paid.refund()).body.code).toBe("K6049");
    expect(await paid.read()).toMatchObject({ status: "PAID", amount_refunded: 3000, amount_credited: 0 });
    expect(await paid.balances()).toMatchObject({ CASH: 0n, GIVEN_BACK: 3000n });
    expect(await paid.wrong()).toEqual([]);
  });

  it("under one Idempotency-Key is made once", { tags: ["long"] }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    const keyed = { "idempotency-key": "one refund" };
    const replies = await Promise.all([1, 2].map(() => paid.refund({ amount: 400 }, keyed)));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(await paid.counts()).toEqual({ notes: 0, refunds: 1 });
  });

  it("of a disputed payment is refused with Stripe's words", { tags: ["long"] }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    await paid.sandbox("disputes", { charge: await paid.chargeOf(paid.remote) });
    const refused = await paid.refund({ amount: 100 });
    expect([refused.status, refused.body.code]).toEqual([409, "K6048"]);
    expect(refused.body.message).toContain("charged back");
    expect(await paid.read()).toMatchObject({ amount_disputed: 3000, amount_refunded: 0 });
    expect(await paid.wrong()).toEqual([]);
  });

  it("of a payment whose dispute is known is refused as its preview is", { tags: ["long"] }, async ({
    world,
  }) => {
    const paid = await aCardInvoice(world);
    await paid.sandbox("disputes", { charge: await paid.chargeOf(paid.remote) });
    await syncCorrections(paid.scope, paid.remote);
    for (const reply of [
      await paid.refund({ amount: 100 }),
      await paid.refund(),
      await paid.preview({ amount: 100, to: "REFUND" }),
      await paid.credit({ amount: 100, to: "REFUND" }),
    ])
      expect([reply.status, reply.body.code]).toEqual([409, "K6063"]);
    expect((await paid.preview({ amount: 100, to: "BALANCE" })).body).toMatchObject({
      amount_to_balance: 100,
    });
    expect(await readRoom(paid.scope, { id: paid.id })).toEqual({
      currency: "USD",
      left_to_credit: 3000,
      left_to_refund: 0,
      refunded_alone: 0,
      disputed: 3000,
      given_for_unused_time: 0,
      creditable_lines: [{ id: expect.any(String), left: 3000 }],
      paid_by_credit: 0,
      now: expect.any(String),
    });
  });

  it("of a payment whose dispute is lost is refused, and nobody is told to wait for the bank", {
    tags: ["long"],
  }, async ({ world }) => {
    const paid = await aCardInvoice(world);
    const { id } = await paid.sandbox("disputes", { charge: await paid.chargeOf(paid.remote) });
    await syncCorrections(paid.scope, paid.remote);
    const undecided = await paid.refund({ amount: 100 });
    expect(undecided.body.message).toContain("Wait until the bank has decided.");
    await paid.sandbox(`disputes/${id}/lose`);
    await syncCorrections(paid.scope, paid.remote);
    for (const { status, body } of [
      await paid.refund({ amount: 100 }),
      await paid.credit({ amount: 100, to: "REFUND" }),
    ]) {
      expect([status, body.code]).toEqual([409, "K6063"]);
      expect(body.message).toContain("The bank has decided for the customer");
      expect(body.message).not.toContain("Wait");
    }
  });
});

describe("what is left to credit and to refund of an invoice", () => {
  it("is what a credit note and a refund of it take, on both providers", { tags: ["long"] }, async ({
    world,
  }) => {
    const paid = await aCardInvoice(world);
    const ours = await aSubscription(paid.tenant, { paidBy: "invoice", amount: 3000 });
    const { data } = (await paid.tenant.admin.get(`/v1/billing/invoices?subscription_id=${ours.id}`)).body;
    await paid.tenant.admin.post(`/v1/billing/invoices/${data[0].id}/payments`);
    for (const id of [paid.id, data[0].id as string]) {
      const path = `/v1/billing/invoices/${id}`;
      expect((await paid.tenant.admin.post(`${path}/refunds`, { amount: 1000 })).status).toBe(201);
      expect(await readRoom(paid.scope, { id })).toMatchObject({
        left_to_credit: 2000,
        left_to_refund: 2000,
        refunded_alone: 1000,
        disputed: 0,
      });
      const note = (amount: number) =>
        paid.tenant.admin.post(`${path}/credit-notes`, { amount, to: "REFUND", reason: "r" });
      expect((await note(2001)).body.code).toBe("K6041");
      expect((await note(2000)).status).toBe(201);
      expect(await readRoom(paid.scope, { id })).toMatchObject({ left_to_credit: 0, left_to_refund: 0 });
    }
  });
});

describe("a refund of an invoice of ours", () => {
  it("is mailed to the customer, once, with its day and reference", async ({ world }) => {
    const tenant = await aTenant(world);
    const { id } = await aSubscription(tenant, { paidBy: "invoice", amount: 3000 });
    const { data } = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    const path = `/v1/billing/invoices/${data[0].id}`;
    await tenant.admin.post(`${path}/payments`);
    const { db, tenantId } = tenant.scope;
    const given = {
      reference: "SEPA 4",
      reason: "Ada asked twice.",
      refunded_at: "2026-11-20T00:00:00.000Z",
    };
    for (const amount of [700, 700])
      await tenant.admin.post(`${path}/refunds`, { ...given, amount }, { "idempotency-key": "one refund" });
    await tenant.admin.post(`${path}/credit-notes`, { reason: WHY, amount: 100, to: "REFUND" });
    const mails = await db.mailMessage.findMany({ where: { tenantId, template: "refund" } });
    expect(mails).toHaveLength(1);
    const [mail = expect.fail()] = mails;
    const { name } = await db.tenant.findUniqueOrThrow({ where: { id: tenantId } });
    expect(mail.subject).toBe(`Refund of $7.00 from ${name}`);
    const { text } = decryptBody(world.services.vault, mail);
    expect(text).toContain("We gave back $7.00 of what you paid for invoice INV-00001");
    expect(text).toContain("20 November 2026");
    expect(text).toContain("The reference of the transfer is SEPA 4.");
    expect(text).not.toContain("Ada asked");
  });

  it("is recorded, and lowers what can be credited", async ({ world }) => {
    const tenant = await aTenant(world);
    const { id } = await aSubscription(tenant, { paidBy: "invoice", amount: 3000 });
    const { data } = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    const path = `/v1/billing/invoices/${data[0].id}`;
    expect((await tenant.admin.post(`${path}/refunds`)).body.code).toBe("K6049");
    await tenant.admin.post(`${path}/payments`);
    const given = { amount: 700, reference: "SEPA 4", refunded_at: "2026-11-20T00:00:00.000Z" };
    const { status, body } = await tenant.admin.post(`${path}/refunds`, given);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body).toMatchObject({
      ...given,
      provider: "PROVIDER_B",
      status: "SUCCEEDED",
      credit_note_id: null,
    });
    expect((await tenant.admin.get(path)).body).toMatchObject({ status: "PAID", amount_refunded: 700 });
    const note = { reason: WHY, amount: 2301, to: "REFUND" };
    expect((await tenant.admin.post(`${path}/credit-notes`, note)).body.code).toBe("K6041");
    expect((await tenant.admin.post(`${path}/refunds`, { amount: 2301 })).body.code).toBe("K6049");
    expect((await tenant.admin.post(`${path}/credit-notes`, { ...note, amount: 2300 })).status).toBe(201);
    const payments = (await tenant.admin.get(`${path}/payments`)).body.data;
    const taken = await tenant.admin.post(`${path}/payments/${payments[0].id}/take-back`, { reason: WHY });
    // All of it went back and was not paid.
    expect(taken.body).toMatchObject({ status: "OPEN", amount_remaining: 3000, amount_refunded: 3000 });
    expect(await foundIn(world.services.pool, tenant.id)).toEqual([]);
  });
});
