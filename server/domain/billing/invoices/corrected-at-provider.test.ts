import { describe, expect } from "vitest";
import { aCardBuyer } from "../../../testing/a-card-buyer.ts";
import { it } from "../../../testing/it.ts";
import { mendDrift } from "../card-provider/drift/drift.ts";
import { recheckInvoices } from "./recheck-invoices.ts";

// What a person does with an invoice at the card provider, and what the journal says of it. Callbacks are lost here.
// What it refunds, and what banks dispute: ../corrections/corrections.test.ts.

describe("a credit note of an open invoice", () => {
  it("lowers what is left to pay as a discount, and is no credit; voided, it is owed again", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aCardBuyer(world);
    await buyer.adjust(-500);
    const invoice = await buyer.invoice(5000);
    await mendDrift(buyer.scope);
    expect(await buyer.balances()).toMatchObject({
      RECEIVABLE: 4500n,
      CREDIT: 0n,
      GIVEN_BACK: 500n,
      DISCOUNT: 0n,
    });
    const note = await buyer.stripe.creditNotes.create({ invoice, amount: 1000 });
    await mendDrift(buyer.scope);
    const noted = {
      RECEIVABLE: 3500n,
      CREDIT: 0n,
      GIVEN_BACK: 500n,
      DISCOUNT: 1000n,
      CASH: 3000n,
      REVENUE: -8000n,
    };
    expect(await buyer.balances()).toMatchObject(noted);
    expect(await buyer.wrong()).toEqual([]);
    await buyer.stripe.creditNotes.voidCreditNote(note.id);
    await mendDrift(buyer.scope);
    expect(await buyer.balances()).toMatchObject({
      RECEIVABLE: 4500n,
      CREDIT: 0n,
      GIVEN_BACK: 500n,
      DISCOUNT: 0n,
    });
    await buyer.stripe.creditNotes.create({ invoice, amount: 4500 });
    await mendDrift(buyer.scope);
    const row = await buyer.scope.db.invoice.findFirstOrThrow({
      where: { tenantId: buyer.scope.tenantId, providerInvoiceId: invoice },
    });
    expect(row).toMatchObject({ status: "PAID", total: 5000n, amountDue: 0n, creditNotes: 4500n });
    expect(await buyer.balances()).toMatchObject({
      RECEIVABLE: 0n,
      CREDIT: 0n,
      GIVEN_BACK: 500n,
      DISCOUNT: 4500n,
    });
    expect(await buyer.wrong()).toEqual([]);
  });

  it("that a version before took for credit is told from it when the invoice is read again, once", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aCardBuyer(world);
    const { tenantId, db, clock } = buyer.scope;
    const invoice = await buyer.invoice(5000);
    await buyer.stripe.creditNotes.create({ invoice, amount: 1000 });
    await buyer.stripe.invoices.pay(invoice);
    await mendDrift(buyer.scope);
    await db.invoice.updateMany({ where: { tenantId }, data: { creditNotes: null } });
    expect(await buyer.balances()).toMatchObject({ CREDIT: 1000n, DISCOUNT: 0n, RECEIVABLE: 0n });
    const later = new Date(clock.now().getTime() + 60_000);
    const { changed, failed } = await recheckInvoices(buyer.scope, later);
    expect([changed, failed]).toEqual([1, 0]);
    expect(await buyer.balances()).toMatchObject({ CREDIT: 0n, DISCOUNT: 1000n, RECEIVABLE: 0n });
    expect((await recheckInvoices(buyer.scope, later)).changed).toBe(0);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("is not looked for again where an invoice from before only used credit", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aCardBuyer(world);
    const { tenantId, db, clock } = buyer.scope;
    await buyer.adjust(-500);
    const invoice = await buyer.invoice(5000);
    await buyer.stripe.invoices.pay(invoice);
    await mendDrift(buyer.scope);
    await db.invoice.updateMany({ where: { tenantId }, data: { creditNotes: null } });
    const events = () => db.event.count({ where: { tenantId, type: "invoice.updated" } });
    const before = await events();
    const later = new Date(clock.now().getTime() + 60_000);
    expect((await recheckInvoices(buyer.scope, later)).changed).toBe(0);
    const where = { tenantId, providerInvoiceId: invoice };
    expect((await db.invoice.findFirstOrThrow({ where })).creditNotes).toBe(0n);
    expect(await events()).toBe(before);
    expect(await buyer.wrong()).toEqual([]);
  });
});

describe("a credit note of a paid invoice", () => {
  it("is a discount and credit where it credits the balance, which the next invoice uses", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aCardBuyer(world);
    const invoice = await buyer.paid(5000);
    await buyer.stripe.creditNotes.create({ invoice, amount: 1200, credit_amount: 1200 });
    await mendDrift(buyer.scope);
    expect(await buyer.balances()).toMatchObject({ CREDIT: -1200n, DISCOUNT: 1200n, RECEIVABLE: 0n });
    expect(await buyer.wrong()).toEqual([]);
    await buyer.paid(2000);
    expect(await buyer.balances()).toMatchObject({
      CREDIT: 0n,
      DISCOUNT: 1200n,
      CASH: 8800n,
      REVENUE: -10000n,
    });
    expect(await buyer.wrong()).toEqual([]);
  });

  it("of both kinds on one invoice, one before and one after payment, is a discount each", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aCardBuyer(world);
    const invoice = await buyer.invoice(5000);
    await buyer.stripe.creditNotes.create({ invoice, amount: 1000 });
    await buyer.stripe.invoices.pay(invoice);
    await buyer.stripe.creditNotes.create({ invoice, amount: 500, credit_amount: 500 });
    await mendDrift(buyer.scope);
    expect(await buyer.balances()).toMatchObject({
      CREDIT: -500n,
      DISCOUNT: 1500n,
      CASH: 7000n,
      RECEIVABLE: 0n,
    });
    expect(await buyer.wrong()).toEqual([]);
  });
});

describe("an invoice of a subscription that Usher does not know", () => {
  it("is left alone, and changes neither the journal nor the customer's credit", async ({ world }) => {
    const buyer = await aCardBuyer(world);
    const { stripe, scope, remote: customer } = buyer;
    const before = await buyer.balances();
    const product = (await stripe.products.create({ name: "Another product" })).id;
    const price_data = {
      currency: "usd",
      product,
      unit_amount: 2000,
      recurring: { interval: "month" as const },
    };
    const foreign = await stripe.subscriptions.create({ customer, items: [{ price_data }] });
    await mendDrift(scope);
    const row = { tenantId: scope.tenantId, providerInvoiceId: String(foreign.latest_invoice) };
    expect(await scope.db.invoice.count({ where: row })).toBe(0);
    expect(await buyer.balances()).toEqual(before);
    // That there is such a subscription is all that is found.
    expect((await buyer.wrong()).filter((line) => !line.includes(foreign.id))).toEqual([]);
  });
});
