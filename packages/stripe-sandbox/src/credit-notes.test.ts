// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A finalized invoice over 20.00 and 5.00 that is to be paid. */
async function anOpenInvoice(more: Partial<Stripe.InvoiceCreateParams> = {}) {
  const { stripe } = sandbox.anAccount();
  const { id: customer } = await aPayer(stripe);
  const { id } = await stripe.invoices.create({ customer, ...more });
  for (const [amount, description] of [[2000, "Work"] as const, [500, "Travel"] as const])
    await stripe.invoiceItems.create({ customer, invoice: id, amount, description, currency: "usd" });
  const invoice = await stripe.invoices.finalizeInvoice(id);
  const lineOf = (text: string) =>
    invoice.lines.data.find(({ description }) => description === text)?.id ?? "";
  return { stripe, customer, invoice: id, work: lineOf("Work"), travel: lineOf("Travel") };
}

async function aPaidInvoice(more: Partial<Stripe.InvoiceCreateParams> = {}) {
  const open = await anOpenInvoice(more);
  await open.stripe.invoices.pay(open.invoice);
  const [charge] = (await open.stripe.charges.list({ customer: open.customer })).data;
  return { ...open, charge: charge?.id ?? "" };
}

async function balanceOf(stripe: Stripe, id: string) {
  const customer = await stripe.customers.retrieve(id);
  return customer.deleted ? null : customer.balance;
}

async function count(stripe: Stripe, type: string) {
  return (await stripe.events.list({ type })).data.length;
}

describe("a credit note of an open invoice", () => {
  test("takes its amount off what remains to be paid, of the invoice and of its payment", async () => {
    const { stripe, invoice, customer } = await anOpenInvoice();
    const note = await stripe.creditNotes.create({
      invoice,
      amount: 700,
      reason: "order_change",
      memo: "Sorry",
    });
    expect(note).toMatchObject({
      amount: 700,
      total: 700,
      subtotal: 700,
      currency: "usd",
      customer,
      invoice,
      status: "issued",
      type: "pre_payment",
      pre_payment_amount: 700,
      post_payment_amount: 0,
      reason: "order_change",
      memo: "Sorry",
      refunds: [],
      customer_balance_transaction: null,
      voided_at: null,
    });
    expect(note.number).toMatch(/-CN-01$/);
    const after = await stripe.invoices.retrieve(invoice);
    expect(after).toMatchObject({
      status: "open",
      total: 2500,
      amount_due: 1800,
      amount_remaining: 1800,
      pre_payment_credit_notes_amount: 700,
      post_payment_credit_notes_amount: 0,
    });
    expect((await stripe.invoices.pay(invoice)).amount_paid).toBe(1800);
    expect((await stripe.charges.list({ customer })).data[0]?.amount).toBe(1800);
    expect(await count(stripe, "credit_note.created")).toBe(1);
  });

  test("of the whole amount pays it, and nothing is charged", async () => {
    const { stripe, invoice, customer } = await anOpenInvoice();
    await stripe.creditNotes.create({ invoice, amount: 2500 });
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
      status: "paid",
      amount_paid: 0,
      amount_remaining: 0,
    });
    expect((await stripe.charges.list({ customer })).data).toEqual([]);
    expect((await stripe.paymentIntents.list({ customer })).data.map(({ status }) => status)).toEqual([
      "canceled",
    ]);
    expect(await count(stripe, "invoice.paid")).toBe(1);
  });

  test("lets an incomplete subscription begin when it credits the first invoice", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await stripe.customers.create();
    const price = await aPrice(stripe, 2000);
    const started = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      payment_behavior: "default_incomplete",
    });
    await stripe.creditNotes.create({ invoice: String(started.latest_invoice), amount: 2000 });
    expect((await stripe.subscriptions.retrieve(started.id)).status).toBe("active");
  });

  test("is voided while the invoice is open, once, and the invoice asks for the amount again", async () => {
    const { stripe, invoice, customer } = await anOpenInvoice();
    const { id } = await stripe.creditNotes.create({ invoice, amount: 700 });
    const voided = await stripe.creditNotes.voidCreditNote(id);
    expect(voided.status).toBe("void");
    expect(voided.voided_at).not.toBeNull();
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
      amount_due: 2500,
      amount_remaining: 2500,
      pre_payment_credit_notes_amount: 0,
    });
    expect((await refused(stripe.creditNotes.voidCreditNote(id))).message).toContain("already void");
    expect(await count(stripe, "credit_note.voided")).toBe(1);
    const second = await stripe.creditNotes.create({ invoice, amount: 100 });
    expect(second.number).toMatch(/-CN-02$/);
    await stripe.invoices.pay(invoice);
    expect((await stripe.charges.list({ customer })).data[0]?.amount).toBe(2400);
    expect((await refused(stripe.creditNotes.voidCreditNote(second.id))).message).toContain("open");
  });
});

describe("a credit note of a paid invoice", () => {
  test("refunds the card, credits the balance and records what goes back elsewhere", async () => {
    const { stripe, invoice, customer, charge } = await aPaidInvoice();
    const note = await stripe.creditNotes.create({
      invoice,
      amount: 1500,
      refund_amount: 1000,
      credit_amount: 300,
      out_of_band_amount: 200,
    });
    expect(note).toMatchObject({
      type: "post_payment",
      pre_payment_amount: 0,
      post_payment_amount: 1500,
      out_of_band_amount: 200,
      refunds: [{ amount_refunded: 1000, type: "refund" }],
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1000, refunded: false });
    expect((await stripe.refunds.list({ charge })).data.map(({ id }) => id)).toEqual([
      note.refunds[0]?.refund,
    ]);
    expect(await balanceOf(stripe, customer)).toBe(-300);
    const [transaction] = (await stripe.customers.listBalanceTransactions(customer)).data;
    expect(transaction).toMatchObject({
      id: note.customer_balance_transaction,
      amount: -300,
      ending_balance: -300,
      type: "credit_note",
      credit_note: note.id,
    });
    expect(await stripe.invoices.retrieve(invoice)).toMatchObject({
      status: "paid",
      amount_paid: 2500,
      amount_due: 2500,
      post_payment_credit_notes_amount: 1500,
    });
    expect((await refused(stripe.creditNotes.voidCreditNote(note.id))).statusCode).toBe(400);
  });

  test("is linked to a refund that was made before, up to its amount", async () => {
    const { stripe, invoice, charge } = await aPaidInvoice();
    const { id: refund } = await stripe.refunds.create({ charge, amount: 600 });
    const note = await stripe.creditNotes.create({
      invoice,
      amount: 400,
      refunds: [{ refund, amount_refunded: 400 }],
    });
    expect(note.refunds).toMatchObject([{ refund, amount_refunded: 400 }]);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 600 });
    const over = { invoice, amount: 300, refunds: [{ refund, amount_refunded: 300 }] };
    expect((await refused(stripe.creditNotes.create(over))).message).toContain("whole amount");
  });

  test("never credits more than the invoice, less what was refunded without a credit note", async () => {
    const { stripe, invoice, charge } = await aPaidInvoice();
    await stripe.refunds.create({ charge, amount: 1000 });
    const most = await refused(stripe.creditNotes.create({ invoice, amount: 1501, credit_amount: 1501 }));
    expect(most.message).toContain("$15.00");
    await stripe.creditNotes.create({ invoice, amount: 1500, credit_amount: 1500 });
    expect(
      (await refused(stripe.creditNotes.create({ invoice, amount: 1, credit_amount: 1 }))).statusCode,
    ).toBe(400);
  });

  test("credits once when two come at the same time for the whole", async () => {
    const { stripe, invoice, customer } = await aPaidInvoice();
    const both = await Promise.allSettled(
      [1, 2].map(() => stripe.creditNotes.create({ invoice, amount: 2500, credit_amount: 2500 })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await balanceOf(stripe, customer)).toBe(-2500);
  });

  test.each<[string, Partial<Stripe.CreditNoteCreateParams>, string]>([
    ["without an amount or lines", {}, "amount or lines"],
    ["with parts that do not add up", { amount: 500, refund_amount: 400 }, "must equal"],
    ["without saying where the money goes", { amount: 500 }, "must equal"],
    [
      "with a line that is not the invoice's",
      { lines: [{ type: "invoice_line_item", invoice_line_item: "il_x" }] },
      "No such invoice line item",
    ],
    [
      "with shipping, which the sandbox does not have",
      { amount: 500, shipping_cost: { shipping_rate: "shr_1" } },
      "The sandbox does not have the parameter shipping_cost.",
    ],
  ])("%s is refused", async (_, params, message) => {
    const { stripe, invoice } = await aPaidInvoice();
    const error = await refused(stripe.creditNotes.create({ invoice, ...params }));
    expect([error.statusCode, error.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await stripe.creditNotes.list({ invoice })).data).toEqual([]);
  });
});

describe("lines of a credit note", () => {
  test("credit lines of the invoice, whole or in part, and others of their own", async () => {
    const { stripe, invoice, work, travel } = await anOpenInvoice();
    const note = await stripe.creditNotes.create({
      invoice,
      lines: [
        { type: "invoice_line_item", invoice_line_item: work, amount: 400 },
        { type: "invoice_line_item", invoice_line_item: travel },
        { type: "custom_line_item", description: "Goodwill", quantity: 2, unit_amount: 50 },
      ],
    });
    expect(note.total).toBe(1000);
    const seen = note.lines.data.map((line) => [
      line.type,
      line.invoice_line_item,
      line.amount,
      line.unit_amount,
    ]);
    expect(seen).toEqual([
      ["invoice_line_item", work, 400, null],
      ["invoice_line_item", travel, 500, null],
      ["custom_line_item", undefined, 100, 50],
    ]);
    const { data, has_more } = await stripe.creditNotes.listLineItems(note.id, { limit: 2 });
    expect([data.map(({ id }) => id), has_more]).toEqual([
      note.lines.data.slice(0, 2).map(({ id }) => id),
      true,
    ]);
    const rest = await stripe.creditNotes.listLineItems(note.id, { starting_after: data[1]?.id ?? "" });
    expect(rest.data.map(({ description }) => description)).toEqual(["Goodwill"]);
    const over = { type: "invoice_line_item" as const, invoice_line_item: travel, amount: 501 };
    expect((await refused(stripe.creditNotes.create({ invoice, lines: [over] }))).statusCode).toBe(400);
  });

  test("take their part of taxes along", async () => {
    const { stripe: account } = sandbox.anAccount();
    const rate = await account.taxRates.create({ display_name: "VAT", percentage: 10, inclusive: false });
    const { id: customer } = await account.customers.create();
    const { id: invoice } = await account.invoices.create({ customer, default_tax_rates: [rate.id] });
    await account.invoiceItems.create({ customer, invoice, amount: 2000, currency: "usd" });
    const { lines, total } = await account.invoices.finalizeInvoice(invoice);
    expect(total).toBe(2200);
    const line = {
      type: "invoice_line_item" as const,
      invoice_line_item: lines.data[0]?.id ?? "",
      amount: 500,
    };
    const note = await account.creditNotes.create({ invoice, lines: [line] });
    expect(note).toMatchObject({ subtotal: 500, total: 550, total_excluding_tax: 500 });
    expect(note.total_taxes).toMatchObject([
      { amount: 50, taxable_amount: 500, tax_rate_details: { tax_rate: rate.id } },
    ]);
    expect((await account.invoices.retrieve(invoice)).amount_due).toBe(1650);
  });
});

describe("credit notes", () => {
  test("are previewed with their lines, and nothing is written", async () => {
    const { stripe, invoice, work } = await anOpenInvoice();
    const lines = [{ type: "invoice_line_item" as const, invoice_line_item: work }];
    const preview = await stripe.creditNotes.preview({ invoice, lines });
    expect(preview).toMatchObject({ total: 2000, pre_payment_amount: 2000, status: "issued" });
    const shown = await stripe.creditNotes.listPreviewLineItems({ invoice, lines });
    expect(shown.data.map(({ amount }) => amount)).toEqual([2000]);
    expect((await stripe.creditNotes.list({ invoice })).data).toEqual([]);
    expect((await stripe.invoices.retrieve(invoice)).amount_due).toBe(2500);
  });

  test("are read, listed by invoice and customer, and updated with memo and metadata", async () => {
    const { stripe, invoice, customer } = await anOpenInvoice();
    const { id } = await stripe.creditNotes.create({ invoice, amount: 100, metadata: { a: "1" } });
    const changed = await stripe.creditNotes.update(id, { memo: "For you", metadata: { b: "2" } });
    expect(changed).toMatchObject({ memo: "For you", metadata: { a: "1", b: "2" } });
    expect(await stripe.creditNotes.retrieve(id)).toEqual(changed);
    expect((await stripe.creditNotes.list({ invoice })).data).toEqual([changed]);
    expect((await stripe.creditNotes.list({ customer })).data).toEqual([changed]);
    expect((await stripe.creditNotes.list({ customer: "cus_other" })).data).toEqual([]);
    expect(await count(stripe, "credit_note.updated")).toBe(1);
  });

  test("are for finalized invoices alone", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await stripe.customers.create();
    const { id: invoice } = await stripe.invoices.create({ customer });
    expect((await refused(stripe.creditNotes.create({ invoice, amount: 100 }))).param).toBe("invoice");
  });
});
