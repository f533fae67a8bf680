import type { Page } from "@playwright/test";
import { createUsher, type Usher } from "../packages/client/src/index.ts";
import { expect, test } from "./fixtures.ts";
import { anApplication } from "./sandbox.ts";

// The lists on a customer's page: of that customer alone, and each on a page of its own.

let usher: Usher;
let feature: string;

test.beforeAll(async ({ browser, testState, baseURL }) => {
  const context = await browser.newContext({ baseURL, storageState: testState });
  usher = createUsher(await anApplication(await context.newPage(), baseURL ?? ""));
  await context.close();
  feature = `calls_${Date.now().toString(36)}`;
  await usher.features.create({ key: feature, name: "Calls", type: "METERED" });
});

/** A customer with a plan for so many dollars by invoice, with one use, and one override of the feature's limit. */
async function aCustomer({ dollars, uses, added }: { dollars: number; uses: number[]; added: number }) {
  const name = `lists-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const email = `${name}@example.com`;
  const product = await usher.products.create({ slug: name, name });
  const { id: plan_id } = await usher.plans.create({ product_id: product.id, slug: name, name: "Solo" });
  const price = await usher.prices.create({
    plan_id,
    amount: dollars * 100,
    currency: "USD",
    interval: "MONTH",
  });
  const entitlements = [{ feature_key: feature, limit: 100_000 }];
  const pack = await usher.packs.create({ plan_id, entitlements });
  await usher.packs.publish({ pack_id: pack.id });
  const { customer } = await usher.subscriptions.create({
    customer: name,
    email,
    plan_price_id: price.id,
    provider: "PROVIDER_B",
  });
  for (const quantity of uses) await usher.usage.record({ customer: name, feature_key: feature, quantity });
  await usher.overrides.create({ customer: name, feature_key: feature, limit_add: added, reason: "Asked." });
  return { id: customer.id, email };
}

/** Opens a customer without leaving the dashboard, so that what was loaded before is kept. */
async function find(page: Page, { id, email }: { id: string; email: string }): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Name, e-mail, number, page or action").fill(email);
  await page.getByRole("option", { name: new RegExp(email) }).click();
  await expect(page).toHaveURL(new RegExp(id));
  await expect(page.getByRole("heading", { level: 1, name: email })).toBeVisible();
}

test("each list on a customer's page is of that customer, also right after another's was shown", async ({
  testPage: page,
}) => {
  const first = await aCustomer({ dollars: 29, uses: [11], added: 7 });
  const second = await aCustomer({ dollars: 47, uses: [23], added: 9 });
  const lists = [
    { tab: "Amounts", table: "Amounts", ofFirst: "$29.00", ofSecond: "$47.00" },
    { tab: "Invoices", table: "Invoices", ofFirst: "$29.00", ofSecond: "$47.00" },
    { tab: "Usage", table: "Ledger entries", ofFirst: "+11", ofSecond: "+23" },
    { tab: "Overrides", table: "Overrides", ofFirst: "limit +7", ofSecond: "limit +9" },
  ];
  await page.goto("/customers");
  for (const { tab, table, ofFirst, ofSecond } of lists) {
    const rows = page.getByRole("table", { name: table });
    await find(page, first);
    await page.getByRole("tab", { name: tab }).click();
    await expect(rows).toContainText(ofFirst);
    await find(page, second);
    await page.getByRole("tab", { name: tab }).click();
    await rows.waitFor();
    // What the page shows first counts: nothing is to be seen or pressed that is another customer's.
    expect(await rows.innerText(), tab).not.toContain(ofFirst);
    await expect(rows).toContainText(ofSecond);
  }
});

test("a later page of one list leaves the customer's other lists on their first", async ({
  testPage: page,
}) => {
  const uses = Array.from({ length: 55 }, () => 1);
  const customer = await aCustomer({ dollars: 31, uses, added: 5 });
  await page.goto(`/customers/${customer.id}?tab=ledger`);
  const ledger = page.getByRole("table", { name: "Ledger entries" }).locator("tbody").getByRole("row");
  await expect(ledger).toHaveCount(50);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(ledger).not.toHaveCount(50);
  for (const { tab, table, shows } of [
    { tab: "Amounts", table: "Amounts", shows: "$31.00" },
    { tab: "Invoices", table: "Invoices", shows: "$31.00" },
  ]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("table", { name: table })).toContainText(shows);
  }
});

test("a page of a list is not kept when the list is narrowed from elsewhere", async ({
  memberPage: page,
}) => {
  await page.goto("/usage?status=ANY");
  const rows = page.getByRole("table", { name: "Counters" }).locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(50);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("button", { name: "Previous" })).toBeEnabled();
  const narrowed = new URL(page.url());
  narrowed.searchParams.set("status", "OPEN");
  await page.goto(narrowed.href);
  await expect(rows.first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous", disabled: false })).toHaveCount(0);
});
