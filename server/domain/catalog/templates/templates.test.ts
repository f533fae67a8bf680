import { expect } from "vitest";
import { aTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { minorUnitsIn } from "./money.ts";

const AT = "/v1/catalog/templates";
const KEYS = ["saas-with-seats", "api-with-overage", "freemium-with-waitlist"];
const ATLAS = { name: "Atlas", slug: "atlas", currency: "USD" };

for (const key of KEYS) {
  it(`${key} can be bought right after it was applied, at the prices that were shown`, {
    tags: ["long"],
  }, async ({ world }) => {
    const { admin, server } = await aTenant(world, { mode: "TEST" });
    const { body: list } = await admin.get(`${AT}?currency=EUR`);
    const shown = list.data.find(({ template }: { template: string }) => template === key);
    const applied = await admin.post(`${AT}/${key}/products`, { ...ATLAS, currency: "EUR" });
    expect(applied).toMatchObject({ status: 201, body: { product: { slug: "atlas", name: "Atlas" } } });

    const { body: pricing } = await server.get("/v1/pricing?currency=EUR");
    const { plans } = pricing.products[0];
    const amounts = (of: { slug: string; prices: { amount: number; interval: string }[] }[]) =>
      of.map(({ slug, prices }) => [slug, prices.map(({ amount, interval }) => [interval, amount])]);
    expect(amounts(plans)).toEqual(amounts(shown.plans));
    for (const plan of plans) expect(plan.features.length).toBeGreaterThan(0);

    const last = plans.at(-1);
    const bought = await server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer: "ada",
      email: "ada@example.com",
      plan_price_id: last.prices[0].id,
      cardprovider_test_card_token: "tok_visa",
    });
    expect(bought).toMatchObject({ status: 201, body: { plan: { slug: last.slug } } });
  });
}

it("applies a template once, for as many at once as like", async ({ world }) => {
  const { admin } = await aTenant(world, { mode: "TEST" });
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => admin.post(`${AT}/saas-with-seats/products`, ATLAS)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: "K5006",
    message: "The slug atlas is taken. Choose another.",
  });
  const { body: plans } = await admin.get("/v1/catalog/plans");
  expect(plans.data).toHaveLength(3);
});

it("uses features that are there, and refuses one of another type with nothing written", async ({
  world,
}) => {
  const { admin } = await aTenant(world, { mode: "TEST" });
  await admin.post("/v1/catalog/features", {
    key: "api_calls",
    name: "Requests",
    type: "METERED",
    unit_label: "request",
  });
  await admin.post(`${AT}/api-with-overage/products`, ATLAS);
  const { body: features } = await admin.get("/v1/catalog/features");
  expect(features.data.map(({ name }: { name: string }) => name)).toContain("Requests");

  await admin.post("/v1/catalog/features", { key: "exports", name: "Exports", type: "BOOLEAN" });
  const refused = await admin.post(`${AT}/freemium-with-waitlist/products`, { ...ATLAS, slug: "borealis" });
  expect(refused).toMatchObject({ status: 409, body: { code: "K5006" } });
  const { body: products } = await admin.get("/v1/catalog/products");
  expect(products.data).toHaveLength(1);
  expect((await admin.get("/v1/settings")).body.signup_policy).not.toBe("WAITLIST");
});

it("opens the waitlist with the template that has one", async ({ world }) => {
  const { admin } = await aTenant(world, { mode: "TEST" });
  await admin.post(`${AT}/freemium-with-waitlist/products`, ATLAS);
  expect((await admin.get("/v1/settings")).body.signup_policy).toBe("WAITLIST");
});

it("refuses a currency that nothing is sold in: K5018, K5011", async ({ world }) => {
  const { admin } = await aTenant(world, { mode: "TEST" });
  expect((await admin.get(`${AT}?currency=CUP`)).body.code).toBe("K5018");
  const refused = await admin.post(`${AT}/saas-with-seats/products`, { ...ATLAS, currency: "XXX" });
  expect(refused.body.code).toBe("K5011");
});

it("keeps amounts sensible, and such as are charged, in each currency", () => {
  expect(minorUnitsIn("USD")(29)).toBe(2_900);
  expect(minorUnitsIn("JPY")(29)).toBe(2_900);
  expect(minorUnitsIn("KWD")(29)).toBe(29_000);
  expect(minorUnitsIn("ISK")(2)).toBe(20_000);
  expect(minorUnitsIn("UGX")(29)).toBe(29_000_000);
});
