import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startLocalPostgres } from "@usher/local-postgres";
import pg from "pg";
import { createUsher, type Usher } from "../packages/client/src/index.ts";
import { expectCleanEverywhere } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { keepPicture } from "./picture.ts";
import { anApplication } from "./sandbox.ts";

// What was on an invoice that was voided without a word about it: a member decides.

let usher: Usher;

test.beforeAll(async ({ browser, testState, baseURL }) => {
  const context = await browser.newContext({ baseURL, storageState: testState });
  usher = createUsher(await anApplication(await context.newPage(), baseURL ?? ""));
  await context.close();
});

/** A customer whose first invoice, of $29.00, was voided as versions before charges voided it. */
async function aDoubtfulCustomer(price: string): Promise<{ id: string; name: string }> {
  const name = `doubt-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const { id, customer } = await usher.subscriptions.create({
    customer: name,
    email: `${name}@example.com`,
    plan_price_id: price,
    provider: "PROVIDER_B",
  });
  await withDatabase((client) =>
    client.query(
      "update invoices set status = 'VOID', voided_at = now(), updated_at = now() where subscription_id = $1",
      [id],
    ),
  );
  return { id: customer.id, name };
}

async function withDatabase(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const dataDir = join(process.env.E2E_DATA_DIR ?? ".usher", "postgres");
  const options = { dataDir, name: "usher", roles: [], log: () => undefined };
  const local = process.env.DATABASE_URL ? null : await startLocalPostgres(options);
  const client = new pg.Client(process.env.DATABASE_URL ?? local?.url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
    await local?.stop();
  }
}

async function aPrice(): Promise<string> {
  const slug = `desk-${Date.now().toString(36)}`;
  const product = await usher.products.create({ slug, name: slug });
  const { id: plan_id } = await usher.plans.create({ product_id: product.id, slug, name: "Desk plan" });
  const price = await usher.prices.create({ plan_id, amount: 2_900, currency: "USD", interval: "MONTH" });
  const pack = await usher.packs.create({ plan_id });
  await usher.packs.publish({ pack_id: pack.id });
  return price.id;
}

async function decide(page: Page, customer: string, decision: string, reason: string): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: customer });
  await expect(row).toContainText("$29.00");
  await row.getByRole("button", { name: /^Decide/ }).click();
  const window = page.getByRole("dialog");
  await window.getByRole("radio", { name: decision }).check();
  await window.getByLabel("Reason").fill(reason);
  await keepPicture(page, `held-dialog-${page.viewportSize()?.width}`);
  await window.getByRole("button", { name: "Save decision" }).click();
  await expect(row).toHaveCount(0);
}

test("held charges are counted, decided with a reason, and the customer's page says what became of them", async ({
  testPage: page,
}) => {
  const price = await aPrice();
  const owing = await aDoubtfulCustomer(price);
  const forgiven = await aDoubtfulCustomer(price);

  await page.goto(`/customers/${owing.id}`);
  const balance = page.getByRole("region", { name: "Balance" });
  await expect(balance).toContainText("Needs a decision");
  await expectCleanEverywhere(page);
  await keepPicture(page, "held-customer");
  await balance.getByRole("button", { name: "$29.00" }).click();
  await expect(page.getByRole("table", { name: "Amounts" })).toContainText("Needs a decision");
  await keepPicture(page, "held-customer-charges");

  await page.goto("/");
  const attention = page.getByRole("region", { name: "Needs attention" });
  const hint = attention.getByRole("link", { name: "2 amounts need a decision, $58.00" });
  await expect(hint).toBeVisible();
  await expectCleanEverywhere(page);
  await keepPicture(page, "held-home");
  await hint.click();
  const view = page.getByRole("button", { name: /^Needs a decision/, pressed: true });
  await expect(view).toHaveText("Needs a decision2");
  await expect(page.getByRole("row").filter({ hasText: owing.name })).toBeVisible();
  await expectCleanEverywhere(page);
  await keepPicture(page, "held-list");
  await decide(page, owing.name, "Invoice it", "They use it.");
  await expect(page.getByText("It waits for its invoice.")).toBeVisible();
  await decide(page, forgiven.name, "Write it off", "It was our mistake.");
  await expect(view).toHaveText("Needs a decision");
  await expect(page.getByText("No amount needs a decision")).toBeVisible();
  await keepPicture(page, "held-none");
  await page.getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("region", { name: "Customers", exact: true })).toBeVisible();
  await expect(attention.getByText("a decision")).toHaveCount(0);

  await page.goto(`/customers/${forgiven.id}?tab=charges`);
  const charges = page.getByRole("table", { name: "Amounts" });
  await expect(charges).toContainText("Written off");
  await expect(charges).toContainText("It was our mistake.");
  await charges.getByRole("button", { name: / Desk plan$/ }).click();
  const journal = page.getByRole("dialog").getByRole("table", { name: "Journal" });
  await expect(journal.getByRole("row")).toHaveText([
    /Journal/,
    /^Charged.*Not invoiced.*Revenue.*\$29\.00$/,
    /^Put on an invoice.*Left to pay.*Not invoiced.*\$29\.00$/,
    /^Taken off the invoice.*Not invoiced.*Left to pay.*\$29\.00$/,
    /^Charge given up.*Canceled billing.*Not invoiced.*\$29\.00$/,
  ]);
  await expectCleanEverywhere(page);
  await keepPicture(page, "charge-dialog");
  await page.goto(`/customers/${owing.id}`);
  await expect(balance).toContainText("Not invoiced yet$29.00");
  await expect(balance).not.toContainText("Needs a decision");
  await keepPicture(page, "held-decided-customer");
});

test("a held charge says why it is held, and its invoice has a name without a number, too", async ({
  testPage: page,
}) => {
  const { name, id } = await aDoubtfulCustomer(await aPrice());
  await withDatabase(async (client) => {
    await client.query("update invoices set display_number = null where customer_id = $1", [id]);
    // As when the worker finds the charge's item deleted at the card provider.
    const { rows } = await client.query(
      `update charge_placements set ended_at = now(), end_code = 'REMOVED'
        where kind = 'HELD' and ended_at is null and charge_id in (select id from charges where customer_id = $1)
        returning tenant_id, charge_id`,
      [id],
    );
    await client.query(
      `insert into charge_placements (tenant_id, id, charge_id, kind, code, actor_type, actor_id, created_at)
        values ($1, usher_new_id('place', now()), $2, 'HELD', 'REMOVED', 'SYSTEM', 'worker', now())`,
      [rows[0]?.tenant_id, rows[0]?.charge_id],
    );
  });
  await page.goto("/invoices?tab=decisions");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row.getByRole("link", { name: "without number" })).toBeVisible();
  await row.getByRole("button", { name: /^Decide/ }).click();
  const window = page.getByRole("dialog");
  await expect(window).toContainText("It was deleted in Stripe before it was invoiced");
  await expect(window).toContainText("on one of its own where its due time is over");
  await keepPicture(page, "held-dialog-removed");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row.getByRole("link", { name: "Invoice without number" })).toBeVisible();
  await keepPicture(page, "held-list-phone");
  await row.getByRole("button", { name: /^desk.* Desk plan$/ }).click();
  await expect(window.getByRole("table", { name: "Journal" })).toContainText(
    "Debit Left to pay, credit Not invoiced",
  );
  await keepPicture(page, "charge-dialog-phone");
  await window.getByRole("button", { name: "Close" }).click();
  await page.goto("/");
  await expect(page.getByRole("link", { name: "1 amount needs a decision" })).toBeVisible();
  await keepPicture(page, "held-home-phone");
  await page.goto("/invoices?tab=decisions");
  await decide(page, name, "Write it off", "Deleted on purpose.");
});

test("what the card provider tells of an invoice is on the home page and in the list, until it is dismissed", async ({
  testPage: page,
}) => {
  const price = await aPrice();
  const name = `noted-${Date.now().toString(36)}`;
  const { id } = await usher.subscriptions.create({
    customer: name,
    email: `${name}@example.com`,
    plan_price_id: price,
    provider: "PROVIDER_B",
  });
  // Stripe's own words come by callbacks: server/domain/billing/invoice-notices/invoice-notices.test.ts.
  await withDatabase((client) =>
    client.query(
      `insert into invoice_notices (tenant_id, id, kind, provider_object_id, invoice_id, customer_id, code, message, opened_at, created_at,
         updated_at)
       select tenant_id, 'ntc_' || $1::text, 'NOT_ISSUED', $1::text, id, customer_id, 'customer_tax_location_invalid',
         'The location of the customer is not recognized.', now(), now(), now()
       from invoices where subscription_id = $2`,
      [`01${Date.now().toString(36)}`, id],
    ),
  );
  await page.goto("/");
  const hint = page.getByRole("link", { name: "1 notice about an invoice" });
  await expect(hint).toBeVisible();
  await expectCleanEverywhere(page);
  await keepPicture(page, "notices-home");
  await hint.click();
  const notice = page.getByRole("note", { name: "Invoice not issued" });
  await expect(notice).toContainText("Add the address in the card provider's dashboard");
  await expect(notice).toContainText("“The location of the customer is not recognized.”");
  await expect(page.getByRole("button", { name: /^Needs a decision/ })).toHaveText(/\d$/);
  await expectCleanEverywhere(page);
  await keepPicture(page, "notices-list");
  await notice.getByRole("link", { name: "Show the invoice" }).click();
  await expect(page.getByRole("dialog", { name: /^Invoice / })).toBeVisible();
  await page.goto("/invoices?tab=decisions");
  await notice.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("The notice was dismissed.")).toBeVisible();
  await expect(notice).toHaveCount(0);
});
