// @module-tag ci
import Stripe from "stripe";
import { describe, expect } from "vitest";
import { compareTenant } from "../../../doctor/providers.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aStory } from "../../../testing/a-story.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import { unique, type World } from "../../../testing/world.ts";
import { getCustomer } from "../../customers/get-customer.ts";
import { listProviderCustomers } from "../../customers/provider-customer.ts";
import { carryOutErasure } from "../../privacy/carry-out-erasure.ts";
import { getDrift, mendDrift } from "../card-provider/drift/drift.ts";

// A customer who pays in two currencies. Stripe refuses live subscriptions in both on one customer of its own
// (https://docs.stripe.com/invoicing/multi-currency-customers), so it has one for each. Everything is done over REST.

type Currency = "USD" | "EUR";

const HEADLESS = "/v1/billing/cardprovider/subscriptions/headless";
const SETUP_INTENT = "/v1/billing/cardprovider/setup-intent";
const CARDS = "/v1/billing/payment-methods";

/** A product in a currency: a large and a small plan, each with a feature whose use past 100 is billed. */
const aProductIn = (currency: Currency, feature: string) => {
  const prices = [{ currency, pricing: "FLAT" as const, unitAmount: 10 }];
  const entitlements = { [feature]: { limit: 100, overage: "BILL" as const, prices } };
  const plan = (slug: string, amount: number) => ({ slug, entitlements, prices: [{ amount, currency }] });
  return {
    features: { [feature]: { type: "METERED" as const } },
    plans: [plan("large", 9000), plan("small", 3000)],
  };
};

const stripeOf = (world: World, { providerKey }: { providerKey: string }) => {
  const { hostname, port } = new URL(world.sandboxUrl);
  return new Stripe(providerKey, { host: hostname, port, protocol: "http" });
};

/** A tenant that sells one product in dollars and one in euros, and a customer of it. */
async function aShop(world: World) {
  const tenant = await aTenant(world);
  const { scope, admin } = tenant;
  const sold = {
    USD: await aCatalog(scope, aProductIn("USD", "calls")),
    EUR: await aCatalog(scope, aProductIn("EUR", "events")),
  };
  const stripe = stripeOf(world, tenant);
  const customer = unique("customer");
  const person = { customer, email: `${customer}@example.com` };
  const sale = (currency: Currency, card: string | null = null) => ({
    ...person,
    plan_price_id: sold[currency].plans.small?.prices[0],
    ...(card === null
      ? { cardprovider_test_card_token: "tok_visa" }
      : { cardprovider_payment_method_id: card }),
  });
  const ask = (currency: Currency, card?: string) => admin.post(HEADLESS, sale(currency, card));
  return {
    tenant,
    scope,
    admin,
    stripe,
    customer,
    ask,
    async start(currency: Currency, card?: string) {
      const { status, body } = await ask(currency, card);
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    /** The card that a customer enters in the form. */
    async enterCard(fields: { currency?: Currency } = {}): Promise<string> {
      const { status, body } = await admin.post(SETUP_INTENT, { ...person, ...fields });
      expect(status, JSON.stringify(body)).toBe(201);
      const [id = ""] = body.client_secret.split("_secret_");
      const { payment_method } = await stripe.setupIntents.confirm(id, { payment_method: "pm_card_visa" });
      return String(payment_method);
    },
    async cards(): Promise<{ id: string; currency: string | null; is_default: boolean }[]> {
      const { body } = await admin.get(`${CARDS}?customer=${customer}`);
      return body.data;
    },
    references: () =>
      scope.db.providerReference.findMany({ where: { tenantId: tenant.id, kind: "CUSTOMER" } }),
    wrong: async () => [
      ...(await foundIn(world.services.pool, tenant.id)),
      ...(await compareTenant(scope)).wrong,
    ],
  };
}

const currenciesOf = (rows: { currency: string | null }[]) => rows.map(({ currency }) => currency).sort();

describe("a customer who pays in dollars and in euros", () => {
  it("has two subscriptions at once, which renew, bill overage and hold credit, each in its own", {
    tags: ["long"],
    // A story of three months with two test clocks.
    timeout: 180_000,
  }, async ({ world }) => {
    const story = await aStory(world, "2030-01-10T10:00:00Z", aProductIn("USD", "calls"));
    const { scope, admin } = story.tenant;
    const euros = await aCatalog(scope, aProductIn("EUR", "events"));
    const stripe = stripeOf(world, story.tenant);
    const inEuros = (slug: string) => euros.plans[slug]?.prices[0] ?? "";
    const dollar = await story.start("PROVIDER_A", "large");
    const euro = await story.start("PROVIDER_A", "large", { plan_price_id: inEuros("large") });
    const payers = [await story.subscription(dollar), await story.subscription(euro)].map(
      ({ provider_customer_id }) => provider_customer_id,
    );
    expect(new Set(payers).size).toBe(2);
    const remotes = await Promise.all(payers.map((id) => stripe.customers.retrieve(id)));
    expect(remotes).toMatchObject([{ currency: "usd" }, { currency: "eur" }]);
    expect((await story.use("calls", 150)).status).toBe(201);
    expect((await story.use("events", 130)).status).toBe(201);
    await story.tell(dollar, "change-plan", { plan_price_id: story.price("small") });
    await story.tell(euro, "change-plan", { plan_price_id: inEuros("small") });
    const { customerId } = await scope.db.subscription.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: scope.tenantId, id: dollar } },
    });
    const credit = async () => {
      const [usd, eur] = [
        await balancesOf(scope.db, scope, customerId, "USD"),
        await balancesOf(scope.db, scope, customerId, "EUR"),
      ];
      return [Number(usd.CREDIT), Number(eur.CREDIT)];
    };
    await mendDrift(scope);
    expect(await credit()).toEqual([-6000, -6000]);
    await story.to("2030-02-10T14:00:00Z");
    expect((await story.invoices(dollar)).at(-1)).toMatchObject({ status: "PAID", total: 3500 });
    expect((await story.invoices(euro)).at(-1)).toMatchObject({ status: "PAID", total: 3300 });
    expect(await credit()).toEqual([-2500, -2700]);
    expect((await admin.get(`${CARDS}?customer=${story.customer}`)).body.data).toMatchObject([
      { currency: "USD", is_default: true },
      { currency: "EUR", is_default: true },
    ]);
    expect((await getDrift(scope)).differences).toEqual([]);
    expect(await foundIn(world.services.pool, scope.tenantId)).toEqual([]);
    expect((await compareTenant(scope)).wrong).toEqual([]);
  });

  it("gets one customer at Stripe for each currency, however many sales begin at once", {
    tags: ["long"],
  }, async ({ world }) => {
    for (const hasSavedCard of [false, true]) {
      const shop = await aShop(world);
      if (hasSavedCard) await shop.enterCard();
      const currencies = ["USD", "EUR", "USD", "EUR"] as const;
      const replies = await Promise.all(currencies.map((currency) => shop.ask(currency)));
      const started = replies.filter(({ status }) => status === 201).map(({ body }) => body);
      expect(started.map(({ plan_price }) => plan_price.currency).sort()).toEqual(["EUR", "USD"]);
      const references = await shop.references();
      expect(currenciesOf(references)).toEqual(["EUR", "USD"]);
      expect((await shop.stripe.customers.list({ limit: 100 })).data).toHaveLength(2);
      for (const { provider_customer_id, plan_price } of started)
        expect(references).toContainEqual(
          expect.objectContaining({ currency: plan_price.currency, providerId: provider_customer_id }),
        );
      expect(await shop.wrong()).toEqual([]);
    }
  });

  it("buys on pages in both", { tags: ["long"] }, async ({ world }) => {
    const shop = await aShop(world);
    await shop.start("USD");
    const { status, body } = await shop.admin.post("/v1/billing/checkout", {
      customer: shop.customer,
      plan_price_id: (await aCatalog(shop.scope, aProductIn("EUR", "others"))).plans.small?.prices[0],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const [session] = (await shop.stripe.checkout.sessions.list()).data;
    const euro = (await shop.references()).find(({ currency }) => currency === "EUR");
    expect(session?.customer).toBe(euro?.providerId);
  });
});

describe("a card", () => {
  it("that is saved before the first sale pays for it, in any currency", { tags: ["long"] }, async ({
    world,
  }) => {
    const shop = await aShop(world);
    const card = await shop.enterCard();
    expect(await shop.cards()).toMatchObject([{ id: card, currency: null }]);
    await shop.start("EUR", card);
    expect(await shop.cards()).toMatchObject([{ id: card, currency: "EUR", is_default: true }]);
    expect(currenciesOf(await shop.references())).toEqual(["EUR"]);
  });

  it("of one currency cannot pay in another: it is entered again for that one", { tags: ["long"] }, async ({
    world,
  }) => {
    const shop = await aShop(world);
    const first = await shop.enterCard();
    const dollars = await shop.start("USD", first);
    const { status, body } = await shop.ask("EUR", first);
    expect([status, body.code, body.details]).toEqual([
      422,
      "K7021",
      { currency: "EUR", card_currency: "USD" },
    ]);
    expect(body.message).toContain("setup intent for EUR");
    const set = await shop.admin.post(CARDS, {
      customer: shop.customer,
      currency: "EUR",
      cardprovider_payment_method_id: first,
    });
    expect([set.status, set.body.code]).toEqual([422, "K7021"]);
    const second = await shop.enterCard({ currency: "EUR" });
    const euros = await shop.start("EUR", second);
    expect(await shop.cards()).toMatchObject([
      { id: first, currency: "USD", is_default: true },
      { id: second, currency: "EUR", is_default: true },
    ]);
    const cardOf = async ({ provider_subscription_id: id }: { provider_subscription_id: string }) =>
      (await shop.stripe.subscriptions.retrieve(id)).default_payment_method;
    // A new card is the default of the currency for which it was entered, and of no other.
    const third = await shop.enterCard({ currency: "EUR" });
    const { status: isSet } = await shop.admin.post(CARDS, {
      customer: shop.customer,
      cardprovider_payment_method_id: third,
    });
    expect(isSet).toBe(200);
    expect([await cardOf(dollars), await cardOf(euros)]).toEqual([first, third]);
    const removed = await shop.admin.send("DELETE", `${CARDS}/${second}?customer=${shop.customer}`);
    expect(removed.body.data).toMatchObject([{ id: first }, { id: third }]);
    expect(await shop.cards()).toHaveLength(2);
  });

  it("that is saved without a currency is for what the customer pays already", { tags: ["long"] }, async ({
    world,
  }) => {
    const shop = await aShop(world);
    const dollars = await shop.start("USD");
    await shop.start("EUR");
    const ended = await shop.admin.post(`/v1/billing/subscriptions/${dollars.id}/cancel`, { at: "now" });
    expect(ended.status).toBe(200);
    const card = await shop.enterCard();
    expect(await shop.cards()).toContainEqual(expect.objectContaining({ id: card, currency: "EUR" }));
  });

  it("is for a currency in which something can be sold", async ({ world }) => {
    const shop = await aShop(world);
    const named = { customer: shop.customer, email: "ada@example.com" };
    for (const [currency, code] of [
      ["QQQ", "K5011"],
      ["IQD", "K5018"],
    ] as const) {
      const asked = await shop.admin.post(SETUP_INTENT, { ...named, currency });
      expect([asked.status, asked.body.code]).toEqual([422, code]);
    }
    expect(await shop.references()).toEqual([]);
  });

  it("of another customer is refused as before", async ({ world }) => {
    const shop = await aShop(world);
    const other = await shop.enterCard();
    const email = `${unique("person")}@example.com`;
    const { body } = await shop.admin.post(CARDS, {
      customer: (await shop.admin.post(SETUP_INTENT, { customer: unique("customer"), email })).body
        .customer_id,
      cardprovider_payment_method_id: other,
    });
    expect(body.code).toBe("K7004");
  });

  it("of the currency pays a one-off invoice", { tags: ["long"] }, async ({ world }) => {
    const shop = await aShop(world);
    await shop.start("USD");
    const invoice = {
      customer: shop.customer,
      provider: "PROVIDER_A",
      currency: "EUR",
      lines: [{ description: "Set-up", amount: 5000 }],
    };
    const path = "/v1/billing/invoices";
    const refused = await shop.admin.post(path, invoice);
    expect([refused.status, refused.body.code]).toEqual([409, "K6052"]);
    expect(refused.body.message).toContain("in EUR");
    await shop.enterCard({ currency: "EUR" });
    const { status, body } = await shop.admin.post(path, invoice);
    expect([status, body.status, body.currency], JSON.stringify(body)).toEqual([201, "PAID", "EUR"]);
    const euro = (await shop.references()).find(({ currency }) => currency === "EUR");
    const { data } = await shop.stripe.invoices.list({ customer: euro?.providerId ?? "" });
    expect(data).toMatchObject([{ currency: "eur", amount_paid: 5000 }]);
    await mendDrift(shop.scope);
    expect(await shop.wrong()).toEqual([]);
  });
});

describe("both customers at Stripe", () => {
  it("have a portal of their own, and the dashboard names both", { tags: ["long"] }, async ({ world }) => {
    const shop = await aShop(world);
    const [dollars, euros] = [await shop.start("USD"), await shop.start("EUR")];
    for (const currency of [undefined, "USD", "EUR"]) {
      const { status, body } = await shop.admin.post("/v1/billing/cardprovider/portal-session", {
        customer: shop.customer,
        ...(currency && { currency }),
      });
      expect(status, JSON.stringify(body)).toBe(201);
    }
    const payers = await listProviderCustomers(shop.scope.db, shop.scope, dollars.customer.id);
    expect(payers).toEqual([
      { id: dollars.provider_customer_id, currency: "USD" },
      { id: euros.provider_customer_id, currency: "EUR" },
    ]);
    expect(await getCustomer(shop.scope, { id: shop.customer })).toMatchObject({
      provider_customer_id: dollars.provider_customer_id,
      provider_customers: payers,
    });
  });

  it("take a subscription back that had moved to invoices, with its credit", { tags: ["long"] }, async ({
    world,
  }) => {
    const shop = await aShop(world);
    const [dollars, euros] = [await shop.start("USD"), await shop.start("EUR")];
    const payer: string = euros.provider_customer_id;
    await shop.stripe.customers.createBalanceTransaction(payer, { amount: -700, currency: "eur" });
    const move = async (fields: object) => {
      const path = `/v1/billing/subscriptions/${euros.id}/move-provider`;
      const { status, body } = await shop.admin.post(path, fields);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const balance = async () => {
      const known = await shop.stripe.customers.retrieve(payer, { expand: ["invoice_credit_balance"] });
      return known.deleted ? null : (known.invoice_credit_balance?.eur ?? 0);
    };
    await move({ provider: "PROVIDER_B" });
    expect(await balance()).toBe(0);
    const back = await move({ provider: "PROVIDER_A", cardprovider_test_card_token: "tok_visa" });
    expect([back.provider_customer_id, await balance()]).toEqual([payer, 700]);
    expect(dollars.provider_customer_id).not.toBe(payer);
    await mendDrift(shop.scope);
    expect(await shop.wrong()).toEqual([]);
  });

  it("move from cards to transfers, back and again, each with its own card, credit and customer", {
    tags: ["long"],
    timeout: 60_000,
  }, async ({ world }) => {
    const shop = await aShop(world);
    const begun = { USD: await shop.start("USD"), EUR: await shop.start("EUR") };
    const payers = { USD: begun.USD.provider_customer_id, EUR: begun.EUR.provider_customer_id };
    expect(payers.USD).not.toBe(payers.EUR);
    const currencies = ["USD", "EUR"] as const;
    const moveAll = async (provider: string, card?: string) => {
      const moved = await Promise.all(
        currencies.map(async (currency) => {
          const path = `/v1/billing/subscriptions/${begun[currency].id}/move-provider`;
          const fields = card === undefined ? {} : { cardprovider_test_card_token: card };
          // Of two moves of one customer's at once, one waits: K6007.
          for (;;) {
            const { status, body } = await shop.admin.post(path, { provider, ...fields });
            if (status === 409 && body.code === "K6007") continue;
            expect(status, JSON.stringify(body)).toBe(200);
            return body;
          }
        }),
      );
      await mendDrift(shop.scope);
      expect(await shop.wrong()).toEqual([]);
      return moved;
    };
    const live = async (payer: string) => {
      const { data } = await shop.stripe.subscriptions.list({ customer: payer, status: "active" });
      return data.map(({ currency, items }) => [currency, items.data.map(({ price }) => price.unit_amount)]);
    };
    const toTransfers = async () => {
      for (const body of await moveAll("PROVIDER_B"))
        expect(body).toMatchObject({ provider: "PROVIDER_B", status: "ACTIVE" });
      for (const currency of currencies) expect(await live(payers[currency])).toEqual([]);
    };
    const toCards = async (card: string) => {
      const moved = await moveAll("PROVIDER_A", card);
      for (const [nth, currency] of currencies.entries()) {
        const { provider, status, provider_customer_id: payer } = moved[nth];
        expect([provider, status, payer]).toEqual(["PROVIDER_A", "ACTIVE", payers[currency]]);
        expect(await live(payers[currency])).toEqual([[currency.toLowerCase(), [3000]]]);
      }
    };
    await toTransfers();
    await toCards("tok_visa");
    await toTransfers();
    await toCards("tok_mastercard");
    // Each period was paid once, when it began.
    const invoices = await shop.admin.get("/v1/billing/invoices?limit=100");
    const paid = invoices.body.data.filter(({ total }: { total: number }) => total > 0);
    expect(
      paid.map(({ currency, total, status }: Record<string, unknown>) => [currency, total, status]).sort(),
    ).toEqual([
      ["EUR", 3000, "PAID"],
      ["USD", 3000, "PAID"],
    ]);
    const cards = (await shop.cards()).filter((card) => card.is_default);
    expect(currenciesOf(cards)).toEqual(["EUR", "USD"]);
  });

  it("are deleted when the person is erased", { tags: ["long"] }, async ({ world }) => {
    const shop = await aShop(world);
    const payers = [await shop.start("USD"), await shop.start("EUR")].map((one) => one.provider_customer_id);
    const { body } = await shop.admin.post("/v1/privacy/erasures", { customer: shop.customer, cancel: true });
    await carryOutErasure(shop.scope, body.id);
    expect((await shop.admin.get(`/v1/privacy/erasures/${body.id}`)).body.status).toBe("DONE");
    for (const id of payers)
      expect(await shop.stripe.customers.retrieve(id)).toMatchObject({ deleted: true });
    expect(await shop.references()).toEqual([]);
  });

  it("count on a test clock, which takes three", { tags: ["long"] }, async ({ world }) => {
    const story = await aStory(world, "2030-01-10T10:00:00Z", aProductIn("USD", "calls"));
    const { plans } = await aCatalog(story.tenant.scope, aProductIn("EUR", "events"));
    const inEuros = plans.small?.prices[0] ?? "";
    const add = () => {
      const customer = unique("customer");
      const email = `${customer}@example.com`;
      return story.post(`/v1/test-clocks/${story.clockId}/customers`, { customer, email });
    };
    await story.start("PROVIDER_A", "small");
    await story.start("PROVIDER_A", "small", { plan_price_id: inEuros });
    const third = await add();
    expect(third.status).toBe(201);
    expect((await add()).body.code).toBe("K3022");
    await story.start("PROVIDER_A", "small", { customer: third.body.external_id });
    const sale = {
      customer: third.body.external_id,
      plan_price_id: inEuros,
      provider: "PROVIDER_A",
      cardprovider_test_card_token: "tok_visa",
    };
    const fourth = await story.post("/v1/billing/subscriptions", sale);
    expect([fourth.status, fourth.body.code]).toEqual([422, "K7020"]);
    expect(fourth.body.message).toContain("3 customers");
  });

  it("are found by an import as one customer", { tags: ["long"] }, async ({ world }) => {
    const shop = await aShop(world);
    const own = await aCatalog(shop.scope, aProductIn("USD", "own"));
    const more = await aCatalog(shop.scope, aProductIn("EUR", "more"));
    const product = await shop.stripe.products.create({ name: "Old" });
    const prices: { provider_price_id: string; plan_price_id: string | undefined }[] = [];
    const ids: string[] = [];
    for (const [currency, catalog] of [
      ["usd", own],
      ["eur", more],
    ] as const) {
      const { id } = await shop.stripe.prices.create({
        product: product.id,
        currency,
        unit_amount: 3000,
        recurring: { interval: "month" },
      });
      prices.push({ provider_price_id: id, plan_price_id: catalog.plans.small?.prices[0] });
      const customer = await shop.stripe.customers.create({
        email: "ada@example.com",
        metadata: { account: "ada" },
        payment_method: "pm_card_visa",
        invoice_settings: { default_payment_method: "pm_card_visa" },
      });
      const items = [{ price: id }];
      ids.push((await shop.stripe.subscriptions.create({ customer: customer.id, items })).id);
    }
    for (const is_dry_run of [true, false]) {
      const { body } = await shop.admin.post("/v1/billing/cardprovider/import", {
        prices,
        external_id: { metadata: "account" },
        is_dry_run,
      });
      expect(body.skipped).toEqual([]);
      const imported = body.imported.map(
        (one: { provider_subscription_id: string }) => one.provider_subscription_id,
      );
      expect(imported.sort()).toEqual(ids.toSorted());
    }
    expect(currenciesOf(await shop.references())).toEqual(["EUR", "USD"]);
    expect(await shop.scope.db.customer.count({ where: { tenantId: shop.tenant.id } })).toBe(1);
    expect(await shop.wrong()).toEqual([]);
  });
});

describe("a customer from before currencies were stored", () => {
  it("keeps the one at Stripe for the currency that is sold through it, and gets another for the next", async ({
    world,
  }) => {
    const shop = await aShop(world);
    const dollars = await shop.start("USD");
    const forget = () =>
      shop.scope.db.providerReference.updateMany({
        where: { tenantId: shop.tenant.id, kind: "CUSTOMER", currency: "USD" },
        data: { currency: "" },
      });
    await forget();
    const euros = await shop.start("EUR");
    expect(euros.provider_customer_id).not.toBe(dollars.provider_customer_id);
    expect(currenciesOf(await shop.references())).toEqual(["EUR", "USD"]);
  });
});
