// @module-tag ci
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

describe("a balance transaction", () => {
  test("that is made changes the customer's balance, which the next invoice uses up", async () => {
    const { stripe } = sandbox.anAccount();
    const { id } = await aPayer(stripe);
    const made = await stripe.customers.createBalanceTransaction(id, {
      amount: -500,
      currency: "usd",
      description: "Goodwill",
      metadata: { a: "1" },
    });
    expect(made).toMatchObject({
      amount: -500,
      ending_balance: -500,
      currency: "usd",
      customer: id,
      type: "adjustment",
      description: "Goodwill",
      metadata: { a: "1" },
      invoice: null,
      credit_note: null,
    });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ balance: -500, currency: "usd" });
    const [event] = (await stripe.events.list({ type: "customer.updated", limit: 1 })).data;
    expect(event?.data.previous_attributes).toEqual({ balance: 0, currency: null });
    const price = await aPrice(stripe, 2000);
    const started = await stripe.subscriptions.create({ customer: id, items: [{ price: price.id }] });
    const invoice = String(started.latest_invoice);
    expect((await stripe.charges.list({ customer: id })).data[0]?.amount).toBe(1500);
    const { data } = await stripe.customers.listBalanceTransactions(id);
    expect(data.map((one) => [one.type, one.amount, one.ending_balance, one.invoice])).toEqual([
      ["applied_to_invoice", 500, 0, invoice],
      ["adjustment", -500, -500, null],
    ]);
    const ofInvoice = await stripe.customers.listBalanceTransactions(id, { invoice });
    expect(ofInvoice.data.map(({ type }) => type)).toEqual(["applied_to_invoice"]);
  });

  test("stands for each balance that is set and for what a void invoice gives back", async () => {
    const { stripe } = sandbox.anAccount();
    const { id } = await stripe.customers.create({ balance: -800 });
    await stripe.customers.update(id, { balance: -300 });
    const { id: invoice } = await stripe.invoices.create({ customer: id });
    await stripe.invoiceItems.create({ customer: id, invoice, amount: 1000, currency: "usd" });
    await stripe.invoices.finalizeInvoice(invoice);
    await stripe.invoices.voidInvoice(invoice);
    const { data } = await stripe.customers.listBalanceTransactions(id);
    expect(data.map(({ type, amount, ending_balance }) => [type, amount, ending_balance])).toEqual([
      ["unapplied_from_invoice", -300, -300],
      ["applied_to_invoice", 300, 0],
      ["adjustment", 500, -300],
      ["initial", -800, -800],
    ]);
    expect(await stripe.customers.retrieve(id)).toMatchObject({ balance: -300 });
  });

  test("adds up when several come at once", async () => {
    const { stripe } = sandbox.anAccount();
    const { id } = await stripe.customers.create();
    const params = { amount: -100, currency: "usd" };
    await Promise.all([1, 2, 3].map(() => stripe.customers.createBalanceTransaction(id, params)));
    expect(await stripe.customers.retrieve(id)).toMatchObject({ balance: -300 });
  });

  test("is read and described anew by its own customer alone; its amount never changes", async () => {
    const { stripe } = sandbox.anAccount();
    const [one, other] = [await stripe.customers.create(), await stripe.customers.create()];
    const { id } = await stripe.customers.createBalanceTransaction(one.id, { amount: 100, currency: "usd" });
    const changed = await stripe.customers.updateBalanceTransaction(one.id, id, { description: "Late fee" });
    expect(changed).toMatchObject({ amount: 100, description: "Late fee" });
    expect(await stripe.customers.retrieveBalanceTransaction(one.id, id)).toEqual(changed);
    const foreign = await refused(stripe.customers.retrieveBalanceTransaction(other.id, id));
    expect(foreign.statusCode).toBe(404);
    const amount: object = { amount: 5 };
    const error = await refused(stripe.customers.updateBalanceTransaction(one.id, id, amount));
    expect(error.code).toBe("parameter_unknown");
  });

  test("of another currency than the customer's is kept apart from it", async () => {
    const { stripe } = sandbox.anAccount();
    const { id } = await stripe.customers.create();
    const made = async (currency: string, amount: number) =>
      (await stripe.customers.createBalanceTransaction(id, { amount, currency })).ending_balance;
    expect([await made("usd", 100), await made("eur", 70), await made("eur", -20)]).toEqual([100, 70, 50]);
    const known = await stripe.customers.retrieve(id);
    expect(known).toMatchObject({ balance: 100, currency: "usd" });
    expect(known).not.toHaveProperty("invoice_credit_balance");
    // Where `balance` is what they owe, this is what they have to their credit.
    expect(await stripe.customers.retrieve(id, { expand: ["invoice_credit_balance"] })).toMatchObject({
      invoice_credit_balance: { usd: -100, eur: -50 },
    });
  });

  test.each([
    ["too small", 49, "invoice_too_small"],
    ["too large", 100_000_000, "invoice_too_large"],
  ])("says of an invoice that it was %s to be charged", async (_, total, type) => {
    const { stripe } = sandbox.anAccount();
    const { id } = await aPayer(stripe);
    const { id: invoice } = await stripe.invoices.create({ customer: id });
    for (const amount of total > 100 ? [total - 100, 100] : [total])
      await stripe.invoiceItems.create({ customer: id, invoice, amount, currency: "usd" });
    expect((await stripe.invoices.finalizeInvoice(invoice)).status).toBe("paid");
    const { data } = await stripe.customers.listBalanceTransactions(id);
    expect(data.map((one) => [one.type, one.amount, one.ending_balance, one.invoice])).toEqual([
      [type, total, total, invoice],
    ]);
  });
});
