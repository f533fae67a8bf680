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

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

const EVERYTHING: Features = {
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: {
    enabled: true,
    cancellation_reason: { enabled: true, options: ["too_expensive", "unused"] },
  },
};
const NEW_CARD = { action: "card", number: "5555555555554444", expiry: "11 / 35", cvc: "123" };

/** A customer with a running subscription, and the way into the portal. */
async function aVisitor(
  features: Features = EVERYTHING,
  more: Stripe.BillingPortal.SessionCreateParams = {},
) {
  const { stripe } = sandbox.anAccount();
  const customer = await aPayer(stripe);
  const price = await aPrice(stripe, 1200);
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  const configuration = await stripe.billingPortal.configurations.create({
    features,
    default_return_url: "http://127.0.0.1/account",
    business_profile: { headline: "Your plan & cards" },
  });
  const session = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    configuration: configuration.id,
    ...more,
    ...(more.flow_data?.subscription_cancel && {
      flow_data: { ...more.flow_data, subscription_cancel: { subscription: id } },
    }),
  });
  return {
    stripe,
    id,
    customer,
    configuration,
    session,
    look: async () => (await fetch(session.url)).text(),
    submit: (fields: Record<string, string>) =>
      fetch(session.url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }),
    subscription: () => stripe.subscriptions.retrieve(id),
    card: async () => {
      const known = await stripe.customers.retrieve(customer.id, {
        expand: ["invoice_settings.default_payment_method"],
      });
      if (known.deleted) throw new Error("The customer is gone.");
      const method = known.invoice_settings.default_payment_method;
      return typeof method === "string" ? null : (method?.card?.last4 ?? null);
    },
  };
}

describe("a configuration", () => {
  test("is made, changed, read and listed; what the page lacks is refused", async () => {
    const { stripe } = sandbox.anAccount();
    const { configurations } = stripe.billingPortal;
    const made = await configurations.create({ features: EVERYTHING, name: "Standard" });
    expect(made).toMatchObject({ active: true, is_default: false, name: "Standard" });
    const changed = await configurations.update(made.id, {
      active: false,
      features: { subscription_cancel: { mode: "immediately" } },
      name: "",
    });
    expect(changed).toMatchObject({
      active: false,
      name: null,
      features: { subscription_cancel: { enabled: true, mode: "immediately" } },
    });
    const { lastResponse: _, ...fields } = changed;
    expect(await configurations.retrieve(made.id)).toMatchObject(fields);
    expect((await configurations.list({ active: true })).data).toEqual([]);
    expect((await configurations.list({ active: false })).data).toHaveLength(1);
    const lacking = configurations.create({
      features: { subscription_pause: { enabled: true } } as Features,
    });
    expect((await refused(lacking)).message).toContain("The sandbox does not have");
    const types = (await stripe.events.list()).data.map(({ type }) => type);
    expect(types).toEqual(["billing_portal.configuration.updated", "billing_portal.configuration.created"]);
  });

  test("is named by a session; there is no default before one is saved", async () => {
    const { stripe, customer, configuration } = await aVisitor();
    const { sessions, configurations } = stripe.billingPortal;
    expect((await refused(sessions.create({ customer: customer.id }))).message).toContain(
      "default configuration",
    );
    await configurations.update(configuration.id, { active: false });
    const inactive = sessions.create({ customer: customer.id, configuration: configuration.id });
    expect(await refused(inactive)).toMatchObject({ statusCode: 400, param: "configuration" });
  });
});

test("the default configuration is chosen like in the Dashboard, and one at a time", async () => {
  const { stripe } = sandbox.anAccount();
  const { id: customer } = await stripe.customers.create({});
  const made = async () => (await stripe.billingPortal.configurations.create({ features: EVERYTHING })).id;
  for (const portal_configuration of [await made(), await made()]) {
    await stripe.rawRequest("POST", "/sandbox/settings", { portal_configuration });
    const { configuration } = await stripe.billingPortal.sessions.create({ customer });
    expect(configuration).toBe(portal_configuration);
    const { data } = await stripe.billingPortal.configurations.list({ is_default: true });
    expect(data.map(({ id }) => id)).toEqual([portal_configuration]);
  }
});

describe("the portal", () => {
  test("shows the subscription, the card and the invoices, and the way back", async () => {
    const { look, stripe, customer } = await aVisitor();
    const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
    const html = await look();
    for (const text of [
      "Your plan &amp; cards",
      "Plan at 1200",
      "$12.00 / month",
      "visa •••• 4242",
      String(invoice?.hosted_invoice_url),
      "http://127.0.0.1/account",
    ])
      expect(html).toContain(text);
  });

  test("changes the card, for subscriptions with one of their own, too", async () => {
    const visitor = await aVisitor();
    const own = await visitor.stripe.paymentMethods.attach("pm_card_amex", { customer: visitor.customer.id });
    await visitor.stripe.subscriptions.update(visitor.id, { default_payment_method: own.id });
    const done = await visitor.submit(NEW_CARD);
    expect(done.status).toBe(303);
    expect(await visitor.card()).toBe("4444");
    const method = String((await visitor.subscription()).default_payment_method);
    expect((await visitor.stripe.paymentMethods.retrieve(method)).card?.last4).toBe("4444");
    expect(await visitor.look()).toContain("mastercard •••• 4444");
  });

  test("keeps the card that is there when the new one is declined, or its holder does not confirm", async () => {
    const visitor = await aVisitor();
    const declined = await visitor.submit({ ...NEW_CARD, number: "4000000000000002" });
    expect([declined.status, await declined.text()]).toEqual([402, expect.stringContaining("declined")]);
    const asked = await (await visitor.submit({ ...NEW_CARD, number: "4000002500003155" })).text();
    const method = /name="payment_method" value="(\w+)"/.exec(asked)?.[1] ?? "";
    const answer = { action: "card", payment_method: method };
    expect((await visitor.submit({ ...answer, authentication: "fail" })).status).toBe(402);
    expect(await visitor.card()).toBe("4242");
    expect((await visitor.submit({ ...answer, authentication: "complete" })).status).toBe(303);
    expect(await visitor.card()).toBe("3155");
  });

  test("cancels at the period's end with a reason, and takes that back", async () => {
    const visitor = await aVisitor();
    await visitor.submit({ action: "cancel", subscription: visitor.id, feedback: "too_expensive" });
    expect(await visitor.subscription()).toMatchObject({
      status: "active",
      cancel_at_period_end: true,
      cancellation_details: { feedback: "too_expensive", reason: "cancellation_requested" },
    });
    expect(await visitor.look()).toContain("Keep the subscription");
    await visitor.submit({ action: "renew", subscription: visitor.id });
    expect(await visitor.subscription()).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  });

  test("cancels at once where the configuration says so", async () => {
    const visitor = await aVisitor({ subscription_cancel: { enabled: true, mode: "immediately" } });
    await visitor.submit({ action: "cancel", subscription: visitor.id });
    expect((await visitor.subscription()).status).toBe("canceled");
  });

  test("offers no more than its configuration, and no one else's subscription", async () => {
    const visitor = await aVisitor({ payment_method_update: { enabled: false } });
    const other = await aVisitor();
    const orders: Record<string, string>[] = [
      NEW_CARD,
      { action: "cancel", subscription: visitor.id },
      { action: "renew", subscription: visitor.id },
      { action: "explode" },
    ];
    for (const fields of orders) expect((await visitor.submit(fields)).status).toBe(400);
    expect((await other.submit({ action: "cancel", subscription: visitor.id })).status).toBe(400);
    expect((await visitor.subscription()).cancel_at_period_end).toBe(false);
  });

  test("is closed to who guesses", async () => {
    const { session } = await aVisitor();
    const token = new URL(session.url).pathname.split("test_")[1] ?? "";
    const [account, id] = Buffer.from(token, "base64url").toString().split(",");
    const guessed = Buffer.from(`${account},${id},guess`).toString("base64url");
    for (const path of [guessed, "nonsense", ""])
      expect((await fetch(`${sandbox.url}/p/session/test_${path}`)).status).toBe(404);
  });
});

describe("a flow", () => {
  test("asks for the card alone and goes back to its return URL", async () => {
    const return_url = "http://127.0.0.1/after";
    const visitor = await aVisitor(EVERYTHING, {
      flow_data: {
        type: "payment_method_update",
        after_completion: { type: "redirect", redirect: { return_url } },
      },
    });
    expect(await visitor.look()).not.toContain("Plan at 1200");
    expect((await visitor.submit(NEW_CARD)).headers.get("location")).toBe(return_url);
  });

  test("cancels one subscription and says so", async () => {
    const visitor = await aVisitor(EVERYTHING, {
      flow_data: {
        type: "subscription_cancel",
        subscription_cancel: { subscription: "its own" },
        after_completion: { type: "hosted_confirmation" },
      },
    });
    const done = await visitor.submit({ action: "cancel", subscription: visitor.id });
    const page = await fetch(new URL(done.headers.get("location") ?? "", sandbox.url));
    expect(await page.text()).toContain("Your changes have been saved.");
    expect((await visitor.subscription()).cancel_at_period_end).toBe(true);
  });

  test("needs a feature that is switched on", async () => {
    const call = aVisitor(
      { invoice_history: { enabled: true } },
      { flow_data: { type: "payment_method_update" } },
    );
    expect(await refused(call)).toMatchObject({ statusCode: 400, param: "flow_data[type]" });
  });

  /** A visitor who is to confirm a change to a dearer plan, where the portal offers it. */
  async function aChange(prices: "listed" | "not listed", card?: string) {
    const visitor = await aVisitor();
    const { stripe, customer, id } = visitor;
    if (card !== undefined) {
      const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
      await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
    }
    const [item] = (await visitor.subscription()).items.data;
    const [pro, other] = [await aPrice(stripe, 3000), await aPrice(stripe, 5000)];
    const listed = prices === "listed" ? pro : other;
    const configuration = await stripe.billingPortal.configurations.create({
      features: {
        subscription_update: {
          enabled: true,
          default_allowed_updates: ["price"],
          products: [{ product: String(listed.product), prices: [listed.id] }],
          proration_behavior: "always_invoice",
        },
      },
    });
    const open = (terms: { price?: string; quantity?: number }, named = configuration.id) =>
      stripe.billingPortal.sessions.create({
        customer: customer.id,
        configuration: named,
        flow_data: {
          type: "subscription_update_confirm",
          subscription_update_confirm: { subscription: id, items: [{ id: item?.id ?? "", ...terms }] },
          after_completion: { type: "redirect", redirect: { return_url: "http://127.0.0.1/done" } },
        },
      });
    const confirm = ({ url }: Stripe.BillingPortal.Session) =>
      fetch(url, { method: "POST", body: new URLSearchParams({ action: "update" }), redirect: "manual" });
    return { ...visitor, item, pro, open, confirm };
  }

  test("asks to confirm a change of plan, makes it and invoices it", async () => {
    const { stripe, id, pro, open, confirm, subscription } = await aChange("listed");
    const session = await open({ price: pro.id });
    expect(await (await fetch(session.url)).text()).toContain("Plan at 3000");
    const answer = await confirm(session);
    expect(answer.headers.get("location")).toBe("http://127.0.0.1/done");
    expect((await subscription()).items.data.map(({ price }) => price.id)).toEqual([pro.id]);
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ["subscription_update", "paid"],
      ["subscription_create", "paid"],
    ]);
  });

  test("leaves the plan as it was when the card is declined", { tags: ["long"] }, async () => {
    const { pro, item, open, confirm, subscription } = await aChange("listed", "pm_card_chargeCustomerFail");
    const answer = await confirm(await open({ price: pro.id }));
    expect(answer.status).toBe(402);
    expect((await subscription()).items.data.map(({ price }) => price.id)).toEqual([item?.price.id]);
  });

  test("of a change needs the feature, a listed price, and something to confirm", async () => {
    const { pro, item, open, configuration } = await aChange("not listed");
    expect((await refused(open({ price: pro.id }))).param).toContain("[items][0][price]");
    expect((await refused(open({ price: pro.id }, configuration.id))).message).toBe(
      "This subscription cannot be updated because the subscription update feature in the portal configuration is disabled.",
    );
    expect((await refused(open({ price: item?.price.id ?? "" }))).message).toBe(
      "Cannot update the subscription because there are no changes to confirm.",
    );
    expect((await refused(open({ quantity: 2 }))).param).toContain("[items][0][quantity]");
  });
});
