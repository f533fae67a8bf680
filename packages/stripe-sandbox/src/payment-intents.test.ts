// @module-tag ci
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aPayer, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

const TERMS = { amount: 1000, currency: "usd", allowed_payment_method_types: ["card" as const] };

describe("a payment intent", () => {
  test("waits for a payment method, and says so in the words that Stripe was seen to use", async () => {
    const { stripe } = sandbox.anAccount();
    const intent = await stripe.paymentIntents.create({
      amount: 1000,
      currency: "usd",
      metadata: { a: "1" },
    });
    expect(intent).toMatchObject({
      status: "requires_payment_method",
      capture_method: "automatic_async",
      automatic_payment_methods: { enabled: true, allow_redirects: "always" },
      customer: null,
      setup_future_usage: null,
      metadata: { a: "1" },
    });
    expect(await refused(stripe.paymentIntents.confirm(intent.id))).toMatchObject({
      code: "payment_intent_unexpected_state",
      message: expect.stringContaining(
        "or confirm it again directly with a payment method or ConfirmationToken.",
      ),
    });
    const { id: customer } = await stripe.customers.create({});
    const ofCustomer = await stripe.paymentIntents.create({ ...TERMS, customer });
    expect((await refused(stripe.paymentIntents.confirm(ofCustomer.id))).message).toContain(
      `To confirm the PaymentIntent with ${customer}, specify a payment method attached to this customer`,
    );
  });

  test("is confirmed with its customer's default, and its charge has its metadata", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await aPayer(stripe);
    const { id } = await stripe.paymentIntents.create({ ...TERMS, customer, metadata: { order: "7" } });
    const paid = await stripe.paymentIntents.confirm(id, { expand: ["latest_charge"] });
    expect(paid).toMatchObject({ status: "succeeded", latest_charge: { metadata: { order: "7" } } });
    const types = (await stripe.events.list({ limit: 3 })).data.map(({ type }) => type);
    expect(types).toEqual(["payment_intent.succeeded", "charge.succeeded", "payment_intent.created"]);
  });

  test("needs a return_url where a payment method might redirect, and takes one with a confirmation alone", async () => {
    const { stripe } = sandbox.anAccount();
    const automatic = { amount: 1000, currency: "usd", payment_method: "pm_card_visa" };
    const call = stripe.paymentIntents.create({ ...automatic, confirm: true });
    expect((await refused(call)).message).toContain("you must provide a `return_url`");
    const return_url = "https://example.com/done";
    expect((await stripe.paymentIntents.create({ ...automatic, confirm: true, return_url })).status).toBe(
      "succeeded",
    );
    expect(await refused(stripe.paymentIntents.create({ ...automatic, return_url }))).toMatchObject({
      param: "return_url",
    });
  });

  test("uses a card up that is not to be kept, and keeps it for its customer where it is", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await stripe.customers.create({});
    const used = await stripe.paymentMethods.create({ type: "card", card: { token: "tok_visa" } });
    const once = { ...TERMS, customer, payment_method: used.id, confirm: true };
    expect((await stripe.paymentIntents.create(once)).status).toBe("succeeded");
    expect((await refused(stripe.paymentIntents.create(once))).message).toContain(
      "It may not be used again.",
    );
    const kept = await stripe.paymentIntents.create({
      ...TERMS,
      customer,
      payment_method: "pm_card_visa",
      setup_future_usage: "off_session",
      confirm: true,
    });
    expect(await stripe.paymentMethods.retrieve(String(kept.payment_method))).toMatchObject({ customer });
  });

  test("refuses another customer's card", async () => {
    const { stripe } = sandbox.anAccount();
    const [ada, grace] = [await aPayer(stripe), await aPayer(stripe)];
    const payment_method = String(ada.invoice_settings.default_payment_method);
    expect(await refused(stripe.paymentIntents.create({ ...TERMS, payment_method }))).toMatchObject({
      code: "parameter_missing",
      param: "source",
      message: `The \`payment_method\` parameter supplied ${payment_method} belongs to the Customer ${ada.id}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
    });
    const { id } = await stripe.paymentIntents.create({ ...TERMS, customer: grace.id });
    expect(await refused(stripe.paymentIntents.confirm(id, { payment_method }))).toMatchObject({
      param: "payment_method",
      message: expect.stringContaining(
        "Please use this PaymentMethod with the Customer that it belongs to instead.",
      ),
    });
  });

  test("is declined without a charge where its holder is away and must confirm it", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await aPayer(stripe, "pm_card_authenticationRequired");
    const { id } = await stripe.paymentIntents.create({ ...TERMS, customer });
    expect(await refused(stripe.paymentIntents.confirm(id, { off_session: true }))).toMatchObject({
      statusCode: 402,
      code: "authentication_required",
      decline_code: "authentication_required",
    });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "requires_payment_method",
      latest_charge: null,
    });
    expect((await stripe.charges.list({ payment_intent: id })).data).toEqual([]);
    expect((await stripe.paymentIntents.confirm(id)).status).toBe("requires_action");
  });

  test("is not confirmed off session where it sets up future usage, at once or later, whatever the usage", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await aPayer(stripe);
    for (const setup_future_usage of ["off_session", "on_session"] as const) {
      const wanted = { ...TERMS, customer, payment_method: "pm_card_visa", setup_future_usage };
      const atOnce = await refused(
        stripe.paymentIntents.create({ ...wanted, confirm: true, off_session: true }),
      );
      const { id } = await stripe.paymentIntents.create(wanted);
      const later = await refused(stripe.paymentIntents.confirm(id, { off_session: true }));
      for (const error of [atOnce, later])
        expect(error).toMatchObject({
          statusCode: 400,
          type: "StripeInvalidRequestError",
          message:
            "You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the PaymentIntent because you cannot set up future usages when processing payments off-session.",
        });
      expect((await stripe.paymentIntents.confirm(id, { off_session: false })).status).toBe("succeeded");
    }
    expect((await stripe.charges.list({ customer })).data).toHaveLength(2);
  });

  test("is changed and canceled only while it is not paid", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await aPayer(stripe);
    const { id } = await stripe.paymentIntents.create({ ...TERMS, customer });
    expect((await stripe.paymentIntents.update(id, { amount: 5100 })).amount).toBe(5100);
    await stripe.paymentIntents.confirm(id);
    expect(await refused(stripe.paymentIntents.update(id, { amount: 1 }))).toMatchObject({
      code: "payment_intent_unexpected_state",
      param: "amount",
      message: expect.stringContaining(
        "because it has a status of succeeded. You may only update the amount",
      ),
    });
    expect((await stripe.paymentIntents.update(id, { description: "Paid" })).description).toBe("Paid");
    expect((await refused(stripe.paymentIntents.cancel(id))).message).toContain(
      "You cannot cancel this PaymentIntent because it has a status of succeeded.",
    );
    const other = await stripe.paymentIntents.create(TERMS);
    const canceled = await stripe.paymentIntents.cancel(other.id, { cancellation_reason: "abandoned" });
    expect(canceled).toMatchObject({ status: "canceled", cancellation_reason: "abandoned" });
    expect(canceled.canceled_at).toBeGreaterThanOrEqual(canceled.created);
  });

  test.each([
    [
      { amount: 0 },
      "parameter_invalid_integer",
      "The amount must be greater than or equal to the minimum charge",
    ],
    [{ amount: 49 }, "amount_too_small", "Amount must be at least $0.50 usd"],
    [{ amount: 100_000_000 }, "amount_too_large", "Amount must be no more than $999,999.99"],
    [{ amount: 1234, currency: "kwd" }, undefined, "must be evenly divisible by 10"],
  ])("of %o is refused", async (terms, code, words) => {
    const { stripe } = sandbox.anAccount();
    const error = await refused(stripe.paymentIntents.create({ ...TERMS, ...terms }));
    expect(error).toMatchObject({ param: "amount", message: expect.stringContaining(words) });
    expect(error.code).toBe(code);
    const { id } = await stripe.paymentIntents.create(TERMS);
    expect((await refused(stripe.paymentIntents.update(id, terms))).code).toBe(code);
  });

  test("of an invoice keeps the invoice's amount, and ends with the invoice alone", async () => {
    const { stripe } = sandbox.anAccount();
    const { id: customer } = await stripe.customers.create({});
    const draft = await stripe.invoices.create({ customer, auto_advance: false });
    await stripe.invoiceItems.create({ customer, invoice: draft.id, amount: 900, currency: "usd" });
    const open = await stripe.invoices.finalizeInvoice(draft.id, { expand: ["confirmation_secret"] });
    const [intent = ""] = open.confirmation_secret?.client_secret.split("_secret_") ?? [];
    const code = "payment_intent_unexpected_state";
    expect(await refused(stripe.paymentIntents.update(intent, { amount: 1 }))).toMatchObject({ code });
    expect(await refused(stripe.paymentIntents.cancel(intent))).toMatchObject({ code });
    await stripe.invoices.voidInvoice(draft.id);
    expect((await stripe.paymentIntents.retrieve(intent)).status).toBe("canceled");
  });
});
