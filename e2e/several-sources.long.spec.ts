import type { Page } from "@playwright/test";
import { createUsher, type Usher } from "../packages/client/src/index.ts";
import { expectCleanEverywhere } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { keepPicture } from "./picture.ts";
import { anApplication } from "./sandbox.ts";

// One feature of three products: a customer with two subscriptions and a free plan sees what each of them gives.

let usher: Usher;
let feature: string;
let prices: { studio: string; boost: string };

test.beforeAll(async ({ browser, testState, baseURL }) => {
  const context = await browser.newContext({ baseURL, storageState: testState });
  usher = createUsher(await anApplication(await context.newPage(), baseURL ?? ""));
  await context.close();
  const name = Date.now().toString(36);
  feature = `credits_${name}`;
  await usher.features.create({ key: feature, name: `Credits ${name}`, type: "METERED" });
  const overage = { overage: "BILL", prices: [{ currency: "USD", unit_amount: "2" }] } as const;
  prices = {
    studio: await onSale("Studio", "Pro", { limit: 20_000, reset_interval: "MONTH", ...overage }),
    boost: await onSale("Boost", "Weekly", { limit: 5_000, reset_interval: "WEEK" }),
  };
  await onSale("Gallery", "Basic", { limit: 500, reset_interval: "DAY" }, true);
});

/** A product with one plan, on sale by invoice or as the product's free plan; its price. */
async function onSale(name: string, plan: string, entitlement: object, isFree = false): Promise<string> {
  const slug = `${name.toLowerCase()}-${feature.replace("_", "-")}`;
  const product = await usher.products.create({ slug, name });
  const { id: plan_id } = await usher.plans.create({
    product_id: product.id,
    slug: plan.toLowerCase(),
    name: plan,
    is_public: false,
  });
  const price = await usher.prices.create({
    plan_id,
    amount: isFree ? 0 : 2_900,
    currency: "USD",
    interval: "MONTH",
  });
  const pack = await usher.packs.create({
    plan_id,
    entitlements: [{ feature_key: feature, ...entitlement }],
  });
  await usher.packs.publish({ pack_id: pack.id });
  if (isFree) await usher.products.update({ product_id: product.id, free_plan_id: plan_id });
  return price.id;
}

/** A customer with both subscriptions, and 6,000 units used. */
async function aCustomer(): Promise<{ customer: string; id: string }> {
  const customer = `several-${Date.now()}-${Math.random().toString(36).slice(2)}`;
  let id = "";
  for (const plan_price_id of [prices.studio, prices.boost]) {
    const sold = await usher.subscriptions.create({
      customer,
      email: `${customer}@customers.example`,
      plan_price_id,
      provider: "PROVIDER_B",
    });
    id = sold.customer.id;
  }
  await usher.usage.record({ customer, feature_key: feature, quantity: 6_000 });
  return { customer, id };
}

/** The row of the feature in a list of features. */
const row = (page: Page, region: string) =>
  page
    .getByRole("region", { name: region })
    .getByRole("listitem")
    .filter({ hasText: feature.replace("credits_", "Credits ") })
    .first();

test("the customer's page shows what each subscription and free plan includes, and sets one alone", async ({
  testPage: page,
}) => {
  const { id } = await aCustomer();
  await page.goto(`/customers/${id}`);
  const credits = row(page, "What they can use");
  await expect(credits).toContainText("6,000 of 25,500");
  const parts = credits.getByRole("list").getByRole("listitem");
  await expect(parts).toHaveText([
    /Gallery Basic \(free plan\).*500 of 500.*resets .*\((in|today|tomorrow)/,
    /Boost Weekly.*5,000 of 5,000.*resets .*\((in|today|tomorrow)/,
    /Studio Pro · use past the limit counts here.*500 of 20,000.*resets .*\((in|today|tomorrow)/,
  ]);
  await expect(page.getByRole("list", { name: "What grants Tracked events" })).toHaveCount(0);
  await expectCleanEverywhere(page);
  await keepPicture(page, "parts-customer");

  await credits.getByRole("button", { name: /^Correct usage/ }).click();
  const window = page.getByRole("dialog");
  await window.getByLabel("Counts for").selectOption("Boost Weekly alone");
  await window.getByLabel("Used").fill("100");
  await window.getByRole("button", { name: "Correct usage" }).click();
  await expect(window).toHaveCount(0);
  await expect(credits).toContainText("1,100 of 25,500");
  await expect(parts.nth(1)).toContainText("100 of 5,000");
  await credits.getByRole("link", { name: "Boost Weekly" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Boost");
});

test("the usage page sets the counter of its row alone", async ({ testPage: page }) => {
  const { customer } = await aCustomer();
  await page.goto(`/usage?q=${customer}`);
  const boost = page.getByRole("row").filter({ hasText: "5,000 / 5,000" });
  await boost.getByRole("button", { name: /^Correct usage/ }).click();
  const window = page.getByRole("dialog");
  await expect(window.getByLabel("Used")).toHaveValue("5,000");
  await window.getByLabel("Used").fill("40");
  await window.getByRole("button", { name: "Correct usage" }).click();
  await expect(window).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "40 / 5,000" })).toBeVisible();
  const { used, parts } = await usher.entitlements.check({ customer, feature_key: feature });
  expect([used, ...parts.map((part) => part.used)]).toEqual([1_040, 500, 40, 500]);
});

test("the portal shows what each subscription and free plan gives, in the reader's language", async ({
  page,
}) => {
  const { customer } = await aCustomer();
  const { url } = await usher.portal.createSession({ customer });
  await page.goto(url);
  const credits = row(page, "Usage");
  await expect(credits).toContainText("6,000 of 25,500");
  await expect(credits).toContainText("$0 so far, $0.02 each beyond");
  await expect(credits.getByRole("list").getByRole("listitem")).toHaveText([
    /^Gallery Basic \(free plan\)500 of 500Resets on/,
    /^Boost Weekly5,000 of 5,000Resets on/,
    /^Studio Pro500 of 20,000Resets on/,
  ]);
  await expectCleanEverywhere(page);
  await keepPicture(page, "parts-portal");
  await page.goto(`${new URL(page.url()).pathname}?lang=de`);
  await expect(row(page, "Nutzung")).toContainText("Gallery Basic (kostenloser Tarif)");
});
