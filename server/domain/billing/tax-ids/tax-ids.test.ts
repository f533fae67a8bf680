import { readFile } from "node:fs/promises";
import Stripe from "stripe";
import { describe, expect } from "vitest";
import { Prisma } from "../../../platform/database/client/client.ts";
import { TAX_ID_TYPES } from "../../../platform/schema/tax-id-types.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { anOwner } from "../../../testing/mutations-dashboard.ts";
import { aStage } from "../../../testing/stage.ts";
import { unique, type World } from "../../../testing/world.ts";
import { reconcile } from "../card-provider/drift/drift.ts";
import { syncTaxIdsSince } from "./sync-changed.ts";

const HEADLESS = "/v1/billing/cardprovider/subscriptions/headless";
const TAX_IDS = "/v1/billing/tax-ids";
const GERMAN = { type: "eu_vat" as const, value: "DE123456789" };
const SUPPORTED = "https://docs.stripe.com/billing/customer/tax-ids#supported-tax-id";
const BRITISH = { type: "gb_vat" as const, value: "GB123456789" };

/** A tenant that sells one product in dollars and one in euros, and a customer of it. */
async function aShop(world: World) {
  const tenant = await aTenant(world);
  const plans = async (currency: string) => {
    const plan = { slug: "pro", prices: [{ amount: 2000, currency }] };
    return (await aCatalog(tenant.scope, { plans: [plan] })).plans.pro?.prices[0] ?? "";
  };
  const prices = { USD: await plans("USD"), EUR: await plans("EUR") };
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  const customer = unique("customer");
  const person = { customer, email: `${customer}@example.com` };
  return {
    tenant,
    stripe,
    customer,
    person,
    prices,
    async buy(currency: "USD" | "EUR"): Promise<string> {
      const { status, body } = await tenant.server.post(HEADLESS, {
        ...person,
        plan_price_id: prices[currency],
        cardprovider_test_card_token: "tok_visa",
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return body.provider_customer_id;
    },
    set: (tax_ids: { type: string; value: string }[]) => tenant.server.post(TAX_IDS, { customer, tax_ids }),
    /** The tax ids of each event of the customer, the newest first. */
    async events(): Promise<unknown[]> {
      const { body } = await tenant.admin.get("/v1/events?type=customer.updated");
      return body.data.map(({ data }: { data: { tax_ids: unknown } }) => data.tax_ids);
    },
    list: async () => (await tenant.server.get(`${TAX_IDS}?customer=${customer}`)).body.data,
    atStripe: async (id: string) =>
      (await stripe.customers.listTaxIds(id)).data.map(({ type, value }) => ({ type, value })),
  };
}

describe("a customer's tax ids", () => {
  it("are set, changed and removed at the card provider's customers of every currency", {
    tags: ["long"],
  }, async ({ world }) => {
    const shop = await aShop(world);
    const [dollars, euros] = [await shop.buy("USD"), await shop.buy("EUR")];
    expect(await shop.list()).toEqual([]);
    const set = await shop.set([GERMAN]);
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    expect(set.body.data).toEqual([{ ...GERMAN, verification: "PENDING" }]);
    for (const id of [dollars, euros]) expect(await shop.atStripe(id)).toEqual([GERMAN]);
    await shop.set([GERMAN, BRITISH]);
    expect((await shop.set([BRITISH])).body.data).toEqual([{ ...BRITISH, verification: "PENDING" }]);
    for (const id of [dollars, euros]) expect(await shop.atStripe(id)).toEqual([BRITISH]);
    expect((await shop.set([])).body.data).toEqual([]);
    for (const id of [dollars, euros]) expect(await shop.atStripe(id)).toEqual([]);
    expect(await shop.events()).toEqual([[], [BRITISH], [GERMAN, BRITISH], [GERMAN]]);
  });

  it("that the card provider says are none are refused in its words, and all stay as they were", {
    tags: ["long"],
  }, async ({ world }) => {
    const shop = await aShop(world);
    const id = await shop.buy("USD");
    await shop.set([GERMAN]);
    const refused = await shop.set([BRITISH, { type: "eu_vat", value: "nothing" }]);
    expect([refused.status, refused.body.code]).toEqual([422, "K7026"]);
    expect(refused.body.message).toContain("The tax id nothing of the type eu_vat is none");
    expect(refused.body.details).toMatchObject({
      type: "eu_vat",
      value: "nothing",
      reason: "Invalid value for eu_vat",
      provider: { code: "tax_id_invalid" },
    });
    expect(await shop.atStripe(id)).toEqual([GERMAN]);
    expect(await shop.list()).toMatchObject([GERMAN]);
    expect((await shop.events()).length).toBe(1);
    const unknown = await shop.set([{ type: "atlantis_vat", value: "1" }]);
    expect([unknown.status, unknown.body.issues]).toEqual([
      400,
      [
        {
          path: "tax_ids.0.type",
          message: `"atlantis_vat" is no type of tax id; ${SUPPORTED} lists them`,
        },
      ],
    ]);
    expect((await shop.set([GERMAN, GERMAN])).status).toBe(400);
  });

  it("that were set before the first sale, and an address, go to each of the card provider's customers", {
    tags: ["long"],
  }, async ({ world }) => {
    const shop = await aShop(world);
    const made = await shop.tenant.server.post("/v1/billing/cardprovider/setup-intent", shop.person);
    expect(made.status).toBe(201);
    await shop.set([GERMAN]);
    const dollars = await shop.buy("USD");
    const address = { country: "DE", city: "Berlin", line1: "Platz 1", postal_code: "10117" };
    await shop.stripe.customers.update(dollars, { address });
    await shop.stripe.customers.createTaxId(dollars, { type: "gb_vat", value: BRITISH.value });
    const euros = await shop.buy("EUR");
    expect(euros).not.toBe(dollars);
    expect(await shop.stripe.customers.retrieve(euros)).toMatchObject({ address });
    expect(new Set(await shop.atStripe(euros))).toEqual(new Set([GERMAN, BRITISH]));
  });

  it("set by many calls at once are those of one of them, whole, on both sides", { tags: ["long"] }, async ({
    world,
  }) => {
    const shop = await aShop(world);
    const ids = [await shop.buy("USD"), await shop.buy("EUR")];
    const vat = (nth: number) => ({ type: "eu_vat", value: `DE10000000${nth}` });
    const sets = [0, 1, 2, 3].map((nth) => [vat(nth), vat(nth + 1), vat(nth + 2)]);
    const answers = await Promise.all(sets.map((one) => shop.set(one)));
    for (const [index, { status, body }] of answers.entries()) {
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.data).toMatchObject(sets[index] ?? []);
    }
    const list = (await shop.list()).map(({ type, value }: typeof GERMAN) => ({ type, value }));
    expect(sets).toContainEqual(list);
    for (const id of ids) expect(new Set(await shop.atStripe(id))).toEqual(new Set(list));
  });

  it("are at a customer of the card provider's that a sale makes while they are set", {
    tags: ["long"],
  }, async ({ world }) => {
    const shop = await aShop(world);
    const dollars = await shop.buy("USD");
    const fault = { kind: "slow", method: "POST", path: "/v1/customers/*/tax_ids", delay_ms: 1_000 };
    await shop.stripe.rawRequest("POST", "/sandbox/faults", fault);
    const [set, euros] = await Promise.all([shop.set([GERMAN, BRITISH]), shop.buy("EUR")]);
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    for (const id of [dollars, euros])
      expect(new Set(await shop.atStripe(id))).toEqual(new Set([GERMAN, BRITISH]));
  });

  it("of a customer without a card are checked where a card provider is connected", async ({ world }) => {
    const shop = await aShop(world);
    const made = await shop.tenant.server.post("/v1/billing/subscriptions", {
      ...shop.person,
      plan_price_id: shop.prices.USD,
      provider: "PROVIDER_B",
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const refused = await shop.set([{ type: "eu_vat", value: "nothing" }]);
    expect([refused.status, refused.body.code]).toEqual([422, "K7026"]);
    expect(await shop.list()).toEqual([]);
    const set = await shop.set([GERMAN]);
    expect(set.body.data).toEqual([{ ...GERMAN, verification: "PENDING" }]);
  });

  it("that were never checked refuse a card sale by name, until they are corrected", {
    tags: ["long"],
  }, async ({ world }) => {
    const shop = await aShop(world);
    const { tenantId, db } = shop.tenant.scope;
    const made = await shop.tenant.server.post("/v1/billing/subscriptions", {
      ...shop.person,
      plan_price_id: shop.prices.EUR,
      provider: "PROVIDER_B",
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    // As they were set before the tenant had a card provider.
    const wrong = { type: "eu_vat", value: "nothing" };
    await db.customer.update({
      where: { tenantId_id: { tenantId, id: made.body.customer.id } },
      data: { taxIds: [GERMAN, wrong] },
    });
    const sale = () =>
      shop.tenant.server.post(HEADLESS, {
        ...shop.person,
        plan_price_id: shop.prices.USD,
        cardprovider_test_card_token: "tok_visa",
      });
    for (const refused of [await sale(), await sale()]) {
      expect([refused.status, refused.body.code]).toEqual([422, "K7026"]);
      expect(refused.body.message).toContain("The tax id nothing of the type eu_vat is none");
    }
    const form = await shop.tenant.server.post("/v1/billing/cardprovider/setup-intent", shop.person);
    expect(form.body.code).toBe("K7026");
    expect((await shop.set([GERMAN])).status).toBe(200);
    const sold = await sale();
    expect(sold.status, JSON.stringify(sold.body)).toBe(201);
    expect(await shop.atStripe(sold.body.provider_customer_id)).toEqual([GERMAN]);
  });

  it("whose callbacks were lost are copied by the reconciler, also those of imported customers", {
    tags: ["long"],
  }, async ({ world }) => {
    const shop = await aShop(world);
    const { scope } = shop.tenant;
    const dollars = await shop.buy("USD");
    await shop.stripe.customers.createTaxId(dollars, GERMAN);
    await reconcile(scope);
    expect(await shop.events()).toEqual([[GERMAN]]);
    // A customer who had a tax id before it stood for ours was never read.
    await shop.stripe.customers.createTaxId(dollars, BRITISH);
    const where = { tenantId: scope.tenantId, providerId: dollars };
    await scope.db.providerReference.updateMany({ where, data: { taxIds: Prisma.DbNull } });
    await syncTaxIdsSince(scope, new Date(Date.now() + 60_000));
    expect((await shop.events())[0]).toEqual([GERMAN, BRITISH]);
  });

  it("are asked for on the checkout page where taxes are computed", async ({ world }) => {
    const shop = await aShop(world);
    const settings = { automatic_tax: true, tax_behavior: "EXCLUSIVE" };
    expect((await shop.tenant.admin.send("PATCH", "/v1/settings", settings)).status).toBe(200);
    const page = await shop.tenant.server.post("/v1/billing/checkout", {
      ...shop.person,
      plan_price_id: shop.prices.USD,
    });
    const card = { number: "4242424242424242", expiry: "12 / 34", cvc: "123" };
    const typed = { do: "buy", name: "Ann Ltd", country: "de", tax_id: GERMAN.value, ...card };
    const answer = await fetch(page.body.url, {
      method: "POST",
      body: new URLSearchParams(typed),
      redirect: "manual",
    });
    expect(answer.status, await answer.text()).toBe(303);
    expect(await shop.list()).toEqual([{ ...GERMAN, verification: "PENDING" }]);
  });

  it("are on invoices of ours from the next one on", async ({ world }) => {
    const stage = await aStage(world);
    const owner = await anOwner(stage);
    const invoice = async (customer: string) => {
      const { body } = await stage.admin.post("/v1/billing/invoices", {
        customer,
        provider: "PROVIDER_B",
        currency: "USD",
        lines: [{ description: "Set-up", amount: 5_000 }],
      });
      return (await owner.invoices.getBuyer({ id: body.id })).billed_to;
    };
    const customer = unique("customer");
    const person = { customer, email: `${customer}@example.com` };
    const started = await stage.admin.post("/v1/billing/subscriptions", {
      ...person,
      plan_price_id: stage.catalog.plans.pro?.prices[0],
      provider: "PROVIDER_B",
    });
    expect(started.status, JSON.stringify(started.body)).toBe(201);
    expect(await invoice(customer)).not.toContain("Tax ID");
    const set = await stage.server.post(TAX_IDS, { customer, tax_ids: [GERMAN] });
    expect(set.body.data).toEqual([{ ...GERMAN, verification: "PENDING" }]);
    expect(await invoice(customer)).toMatch(/@example\.com\nTax ID DE123456789$/);
    const { id } = started.body.customer;
    await owner.customers.update({ id, invoice_address: "Ann Ltd\nVAT DE123456789" });
    expect(await invoice(customer)).toBe("Ann Ltd\nVAT DE123456789");
  });
});

it("the kinds of tax ids are those of Stripe's SDK", async () => {
  const file = new URL("../../../../node_modules/stripe/esm/resources/TaxIds.d.ts", import.meta.url);
  const source = await readFile(file, "utf8");
  const params = source.slice(source.indexOf("export declare namespace TaxIdCreateParams"));
  const union = params.match(/type Type = ([^;]*);/)?.[1] ?? "";
  expect([...union.matchAll(/'(\w+)'/g)].map(([, type]) => type)).toEqual([...TAX_ID_TYPES]);
});
