import { describe, expect } from "vitest";
import { aCardBuyer } from "../../../testing/a-card-buyer.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { mendDrift } from "../card-provider/drift/drift.ts";
import { syncCorrections } from "./sync-corrections.ts";

// What is done with an invoice in Stripe's dashboard, or by a bank, as our API and journal say it. Callbacks are lost here: the hourly
// comparison finds it.

async function aPaidInvoice(world: World, amount = 5000) {
  const buyer = await aCardBuyer(world);
  const remote = await buyer.paid(amount);
  const { db, tenantId } = buyer.scope;
  const row = await db.invoice.findFirstOrThrow({ where: { tenantId, providerInvoiceId: remote } });
  const { admin } = buyer.tenant;
  return {
    ...buyer,
    remote,
    remoteCustomer: buyer.remote,
    id: row.id,
    line: (await db.invoiceLine.findFirstOrThrow({ where: { tenantId, invoiceId: row.id } })).id,
    charge: await buyer.chargeOf(remote),
    find: () => mendDrift(buyer.scope),
    read: async () => (await admin.get(`/v1/billing/invoices/${row.id}`)).body,
    notes: async () => (await admin.get(`/v1/billing/credit-notes?invoice_id=${row.id}`)).body.data,
    refunds: async () => (await admin.get(`/v1/billing/refunds?invoice_id=${row.id}`)).body.data,
    disputes: async () => (await admin.get(`/v1/billing/disputes?invoice_id=${row.id}`)).body.data,
    async events(): Promise<string[]> {
      const where = { tenantId, type: { in: TYPES } };
      const rows = await db.event.findMany({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
      return rows.map(({ type }) => type);
    },
  };
}

const TYPES = ["credit_note", "refund", "dispute"].flatMap((kind) =>
  ["created", "updated", "voided", "closed"].map((what) => `${kind}.${what}`),
);

describe("a credit note of Stripe's", () => {
  it("that is refunded is here with its lines and its refund, once", { tags: ["long"] }, async ({
    world,
  }) => {
    const paid = await aPaidInvoice(world);
    const [line] = (await paid.stripe.invoices.retrieve(paid.remote)).lines.data;
    const note = await paid.stripe.creditNotes.create({
      invoice: paid.remote,
      lines: [{ type: "invoice_line_item", invoice_line_item: line?.id ?? "", amount: 1200 }],
      refund_amount: 1200,
      memo: "The service was down.",
    });
    await paid.find();
    expect(await paid.notes()).toMatchObject([
      {
        provider: "PROVIDER_A",
        provider_credit_note_id: note.id,
        number: note.number,
        status: "ISSUED",
        currency: "USD",
        reason: "The service was down.",
        amount: 1200,
        amount_off_due: 0,
        amount_to_balance: 0,
        amount_to_refund: 1200,
        lines: [{ invoice_line_id: paid.line, amount: 1200 }],
      },
    ]);
    const [{ id }] = await paid.notes();
    expect(await paid.refunds()).toMatchObject([
      { credit_note_id: id, amount: 1200, status: "SUCCEEDED", provider: "PROVIDER_A" },
    ]);
    expect(await paid.read()).toMatchObject({
      status: "PAID",
      amount_due: 5000,
      amount_paid: 5000,
      amount_credited: 1200,
      amount_refunded: 1200,
      amount_off_due: 0,
    });
    const after = { CASH: 6800n, DISCOUNT: 1200n, CREDIT: 0n, RECEIVABLE: 0n, REVENUE: -8000n };
    expect(await paid.balances()).toMatchObject(after);
    expect(await paid.events()).toEqual(["credit_note.created", "refund.created"]);
    expect(await paid.wrong()).toEqual([]);
    await paid.find();
    expect(await paid.balances()).toMatchObject(after);
    expect(await paid.events()).toEqual(["credit_note.created", "refund.created"]);
  });

  it("that lowers what is to be paid is taken back when it is voided", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aCardBuyer(world);
    const { tenantId, db } = buyer.scope;
    const invoice = await buyer.invoice(5000);
    const note = await buyer.stripe.creditNotes.create({ invoice, amount: 1000 });
    await mendDrift(buyer.scope);
    const row = () => db.invoice.findFirstOrThrow({ where: { tenantId, providerInvoiceId: invoice } });
    expect(await row()).toMatchObject({ amountDue: 4000n, amountCredited: 1000n, creditNotes: 1000n });
    expect(await buyer.wrong()).toEqual([]);
    await buyer.stripe.creditNotes.voidCreditNote(note.id);
    await mendDrift(buyer.scope);
    expect(await row()).toMatchObject({ amountDue: 5000n, amountCredited: 0n, creditNotes: 0n });
    const kept = await db.creditNote.findFirstOrThrow({ where: { tenantId } });
    expect([kept.status, kept.voidedAt !== null]).toEqual(["VOID", true]);
    const types = await db.event.findMany({
      where: { tenantId, objectId: kept.id },
      orderBy: { sequence: "asc" },
    });
    expect(types.map(({ type }) => type)).toEqual(["credit_note.created", "credit_note.voided"]);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("may be credit, a refund and money from outside of Stripe at once", { tags: ["long"] }, async ({
    world,
  }) => {
    const paid = await aPaidInvoice(world);
    await paid.stripe.creditNotes.create({
      invoice: paid.remote,
      amount: 1000,
      credit_amount: 200,
      refund_amount: 300,
      out_of_band_amount: 500,
    });
    await paid.find();
    expect(await paid.notes()).toMatchObject([
      { amount: 1000, amount_off_due: 0, amount_to_balance: 200, amount_to_refund: 800 },
    ]);
    const refunds: { provider_refund_id: string | null; amount: number }[] = await paid.refunds();
    const amounts = refunds.map(({ provider_refund_id, amount }) => [provider_refund_id !== null, amount]);
    expect(amounts.sort()).toEqual([
      [false, 500],
      [true, 300],
    ]);
    expect(await paid.balances()).toMatchObject({ CASH: 7200n, DISCOUNT: 1000n, CREDIT: -200n });
    expect(await paid.wrong()).toEqual([]);
    await paid.find();
    expect(await paid.refunds()).toEqual(refunds);
  });

  it("names the refund that was made before it", { tags: ["long"] }, async ({ world }) => {
    const paid = await aPaidInvoice(world);
    const refund = await paid.stripe.refunds.create({ charge: paid.charge, amount: 700 });
    await paid.find();
    expect(await paid.refunds()).toMatchObject([{ credit_note_id: null, amount: 700 }]);
    await paid.stripe.creditNotes.create({
      invoice: paid.remote,
      amount: 700,
      refunds: [{ refund: refund.id }],
    });
    await paid.find();
    const [note] = await paid.notes();
    expect(await paid.refunds()).toMatchObject([{ credit_note_id: note.id, amount: 700 }]);
    expect(await paid.balances()).toMatchObject({ CASH: 7300n, DISCOUNT: 700n, GIVEN_BACK: 0n });
    expect(await paid.events()).toEqual(["refund.created", "credit_note.created", "refund.updated"]);
    expect(await paid.wrong()).toEqual([]);
  });

  it("of an invoice that credit paid in part gives both back", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aCardBuyer(world);
    await buyer.adjust(-500);
    const invoice = await buyer.paid(5000);
    await buyer.stripe.creditNotes.create({ invoice, amount: 5000, refund_amount: 4500, credit_amount: 500 });
    await mendDrift(buyer.scope);
    expect(await buyer.balances()).toMatchObject({
      CASH: 3000n,
      CREDIT: -500n,
      DISCOUNT: 5000n,
      GIVEN_BACK: 500n,
    });
    expect(await buyer.wrong()).toEqual([]);
  });

  it("keeps no words of a customer who was erased", async ({ world }) => {
    const paid = await aPaidInvoice(world);
    const { db, tenantId, clock } = paid.scope;
    const where = { tenantId_id: { tenantId, id: paid.customerId } };
    const erased = { erasedAt: clock.now(), email: null, name: null };
    await db.customer.update({ where, data: erased });
    const memo = "Ada asked for it.";
    await paid.stripe.creditNotes.create({ invoice: paid.remote, amount: 100, refund_amount: 100, memo });
    expect(await syncCorrections(paid.scope, paid.remote)).toBe(true);
    expect((await db.creditNote.findFirstOrThrow({ where: { tenantId } })).reason).toBeNull();
    expect(await syncCorrections(paid.scope, paid.remote)).toBe(false);
  });
});

describe("a refund of Stripe's", () => {
  it.for([
    [5000, 3000n],
    [700, 7300n],
  ] as const)(
    "of %i of 5000 takes cash back, and the invoice stays paid",
    { tags: ["long"] },
    async ([amount, CASH], { world }) => {
      const paid = await aPaidInvoice(world);
      const { id } = await paid.stripe.refunds.create({ charge: paid.charge, amount, reason: "duplicate" });
      await paid.find();
      expect(await paid.refunds()).toMatchObject([
        { provider_refund_id: id, amount, status: "SUCCEEDED", reason: "duplicate", credit_note_id: null },
      ]);
      expect(await paid.read()).toMatchObject({
        status: "PAID",
        amount_credited: 0,
        amount_refunded: amount,
      });
      expect(await paid.balances()).toMatchObject({
        CASH,
        GIVEN_BACK: BigInt(amount),
        DISCOUNT: 0n,
        RECEIVABLE: 0n,
      });
      expect(await paid.wrong()).toEqual([]);
    },
  );

  it("of what a note credited already is Stripe's to allow, and is known as it is", {
    tags: ["long"],
  }, async ({ world }) => {
    const paid = await aPaidInvoice(world);
    await paid.stripe.creditNotes.create({ invoice: paid.remote, amount: 2000, credit_amount: 2000 });
    await paid.stripe.creditNotes.create({ invoice: paid.remote, amount: 500, out_of_band_amount: 500 });
    await paid.stripe.refunds.create({ charge: paid.charge, amount: 5000 });
    await paid.find();
    expect(await paid.read()).toMatchObject({ amount_credited: 2500, amount_refunded: 5500 });
    expect(await paid.balances()).toMatchObject({
      CASH: 2500n,
      CREDIT: -2000n,
      DISCOUNT: 2500n,
      GIVEN_BACK: 5000n,
    });
    expect(await paid.wrong()).toEqual([]);
  });

  it("that fails some time later gives the cash back", { tags: ["long"], timeout: 30_000 }, async ({
    world,
  }) => {
    const buyer = await aCardBuyer(world);
    const card = await buyer.stripe.paymentMethods.attach("pm_card_refundFail", { customer: buyer.remote });
    await buyer.stripe.customers.update(buyer.remote, {
      invoice_settings: { default_payment_method: card.id },
    });
    const invoice = await buyer.invoice(5000);
    await buyer.stripe.invoices.pay(invoice, { payment_method: card.id });
    await mendDrift(buyer.scope);
    const charge = await buyer.chargeOf(invoice);
    const { id } = await buyer.stripe.refunds.create({ charge });
    await mendDrift(buyer.scope);
    expect(await buyer.balances()).toMatchObject({ CASH: 3000n, GIVEN_BACK: 5000n });
    const status = async () => (await buyer.stripe.refunds.retrieve(id)).status;
    await expect.poll(status, { timeout: 20_000, interval: 500 }).toBe("failed");
    await mendDrift(buyer.scope);
    expect(await buyer.balances()).toMatchObject({ CASH: 8000n, DISCOUNT: 0n, GIVEN_BACK: 0n });
    const { tenantId, db } = buyer.scope;
    expect(await db.refund.findFirstOrThrow({ where: { tenantId } })).toMatchObject({ status: "FAILED" });
    expect(await buyer.wrong()).toEqual([]);
  });

  it("of a payment for no invoice, or by another's customer, is left alone", { tags: ["long"] }, async ({
    world,
  }) => {
    const paid = await aPaidInvoice(world);
    const { stripe } = paid;
    const stranger = await stripe.customers.create({});
    for (const customer of [paid.remoteCustomer, stranger.id]) {
      const intent = await stripe.paymentIntents.create({
        amount: 900,
        currency: "usd",
        customer,
        payment_method: "pm_card_visa",
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: "never" },
      });
      await stripe.refunds.create({ payment_intent: intent.id });
    }
    await paid.find();
    expect(await paid.events()).toEqual([]);
    expect(await paid.balances()).toMatchObject({ CASH: 8000n, DISCOUNT: 0n, GIVEN_BACK: 0n });
    expect(await paid.wrong()).toEqual([]);
  });
});

describe("a dispute", () => {
  it("takes the money, which is back when it is won", { tags: ["long"] }, async ({ world }) => {
    const paid = await aPaidInvoice(world);
    const { id } = await paid.sandbox("disputes", { charge: paid.charge });
    await paid.find();
    expect(await paid.disputes()).toMatchObject([
      {
        provider_dispute_id: id,
        status: "NEEDS_RESPONSE",
        reason: "fraudulent",
        invoice_id: paid.id,
        amount: 5000,
        amount_withdrawn: 5000,
        currency: "USD",
        evidence_due_at: expect.stringMatching(/T23:59:59\.000Z$/),
      },
    ]);
    expect(await paid.read()).toMatchObject({ status: "PAID", amount_disputed: 5000, amount_refunded: 0 });
    expect(await paid.balances()).toMatchObject({ CASH: 3000n, DISPUTED: 5000n, WRITTEN_OFF: 0n });
    expect(await paid.wrong()).toEqual([]);
    await paid.sandbox(`disputes/${id}/win`);
    await paid.find();
    expect(await paid.disputes()).toMatchObject([{ status: "WON", amount_withdrawn: 0 }]);
    expect(await paid.read()).toMatchObject({ status: "PAID", amount_disputed: 0 });
    expect(await paid.balances()).toMatchObject({ CASH: 8000n, DISPUTED: 0n, WRITTEN_OFF: 0n });
    expect(await paid.events()).toEqual(["dispute.created", "dispute.closed"]);
    expect(await paid.wrong()).toEqual([]);
  });

  it("that is lost is written off, and the charge is not billed again", { tags: ["long"] }, async ({
    world,
  }) => {
    const paid = await aPaidInvoice(world);
    const { id } = await paid.sandbox("disputes", { charge: paid.charge, amount: "2000" });
    await paid.sandbox(`disputes/${id}/lose`);
    await paid.find();
    expect(await paid.disputes()).toMatchObject([{ status: "LOST", amount: 2000, amount_withdrawn: 2000 }]);
    const after = { CASH: 6000n, DISPUTED: 0n, WRITTEN_OFF: 2000n, UNBILLED: 0n, RECEIVABLE: 0n };
    expect(await paid.balances()).toMatchObject(after);
    expect(await paid.read()).toMatchObject({ status: "PAID", amount_disputed: 2000 });
    expect(await paid.wrong()).toEqual([]);
    await paid.find();
    expect(await paid.balances()).toMatchObject(after);
  });

  it("that only asks takes nothing", { tags: ["long"] }, async ({ world }) => {
    const paid = await aPaidInvoice(world);
    await paid.sandbox("disputes", { charge: paid.charge, inquiry: "true" });
    await paid.find();
    expect(await paid.disputes()).toMatchObject([{ status: "INQUIRY", amount_withdrawn: 0 }]);
    expect(await paid.balances()).toMatchObject({ CASH: 8000n, DISPUTED: 0n });
    expect(await paid.wrong()).toEqual([]);
  });
});

describe("reads of one invoice", () => {
  it("at once, and again, write each thing once", { tags: ["long"] }, async ({ world }) => {
    const paid = await aPaidInvoice(world);
    await paid.stripe.refunds.create({ charge: paid.charge, amount: 500 });
    await paid.stripe.creditNotes.create({ invoice: paid.remote, amount: 300, refund_amount: 300 });
    const changed = await Promise.all([1, 2, 3, 4].map(() => syncCorrections(paid.scope, paid.remote)));
    expect(changed.filter(Boolean)).toHaveLength(1);
    expect(await syncCorrections(paid.scope, paid.remote)).toBe(false);
    expect(await paid.balances()).toMatchObject({ CASH: 7200n, DISCOUNT: 300n, GIVEN_BACK: 500n });
    expect((await paid.events()).sort()).toEqual(["credit_note.created", "refund.created", "refund.created"]);
    expect(await paid.wrong()).toEqual([]);
  });
});
