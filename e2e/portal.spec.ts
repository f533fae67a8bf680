import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type BackEnd, openBackEnd } from "./back-end.ts";
import { expect, test } from "./fixtures.ts";
import { LONGEST_WAIT } from "./limits.ts";
import { clickForPdf } from "./pdf.ts";

let backEnd: BackEnd;
test.beforeAll(async () => {
  backEnd = await openBackEnd();
});

/** A customer with a subscription to Fleet, paid for from the first day, and the link to their portal. */
async function aPortal(): Promise<{ link: string; subscription: string }> {
  const customer = `portal-${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const started = await backEnd.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: `${customer}@customers.example`,
    plan_price_id: await backEnd.priceOf("fleet"),
    cardprovider_test_card_token: "tok_visa",
  });
  expect(started.status).toBe(201);
  const session = await backEnd.post("/v1/billing/portal-sessions", { customer });
  expect(session.status).toBe(201);
  return { link: session.body.url, subscription: started.body.id };
}

/** The same, with the portal opened. */
async function openPortal(page: Page): Promise<{ subscription: string }> {
  const { link, subscription } = await aPortal();
  await page.goto(link);
  await expect(page).toHaveURL("/p/northwind/portal");
  return { subscription };
}

test("a customer sees what they have, upgrades at the price that was shown, cancels and takes it back", async ({
  page,
}) => {
  const { subscription } = await openPortal(page);
  const card = page.getByRole("region", { name: "Harbor Fleet" });
  await expect(card).toContainText("$99 per month");
  await expect(page.getByRole("region", { name: "Usage" })).toContainText("0 of 1,000");
  await expect(page.getByText("Visa ending in 4242")).toBeVisible();

  await page.getByRole("link", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /Armada.*per month/ }).check();
  await page.getByRole("button", { name: "See what it costs" }).click();
  const due = await page.getByRole("definition").last().innerText();
  expect(due).toMatch(/^\$(?:299\.\d\d|300)$/);
  await page.getByRole("button", { name: "Confirm the change" }).click();
  await expect(page.getByText("Your plan is changed.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Harbor Armada" })).toContainText("$399 per month");
  await expect(page.getByRole("region", { name: "Invoices" })).toContainText(due);

  await page.getByRole("link", { name: "Cancel subscription" }).click();
  await page.getByLabel(/Why are you leaving/).fill("Too many seats");
  await page.getByRole("button", { name: "Cancel subscription" }).click();
  await expect(page.getByText(/Canceled. You can use it until/)).toBeVisible();
  const canceled = await backEnd.get(`/v1/billing/subscriptions/${subscription}`);
  expect(canceled.body).toMatchObject({ status: "ACTIVE", canceled_at: expect.any(String), ended_at: null });
  await page.getByRole("button", { name: "Resume subscription" }).click();
  await expect(page.getByText("Your subscription continues.")).toBeVisible();
});

test("a card whose bank asks each time upgrades in the portal once its holder has confirmed", {
  tag: "@long",
}, async ({ page }) => {
  await openPortal(page);
  await page.getByRole("link", { name: "Use another card" }).click();
  const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
  const bank = page.frameLocator('iframe[title="3-D Secure"]');
  await fields.getByLabel("Card number").fill("4000002760003184");
  await fields.getByLabel("Expiry date").fill("1234");
  await fields.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Save card" }).click();
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByText("Visa ending in 3184")).toBeVisible();

  await page.getByRole("link", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /Armada.*per month/ }).check();
  await page.getByRole("button", { name: "See what it costs" }).click();
  await page.getByRole("button", { name: "Confirm the change" }).click();
  await bank.getByRole("button", { name: "Fail authentication" }).click();
  await expect(page.getByText("so nothing has changed")).toBeVisible();

  await page.getByRole("button", { name: "Confirm the change" }).click();
  await bank.getByRole("button", { name: "Complete authentication" }).click();
  await expect(page.getByText("Your plan is changed.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Harbor Armada" })).toContainText("$399 per month");
});

/** A promotion code of half the price, made as the tenant's owner would in Stripe's dashboard. */
async function aCode(): Promise<string> {
  const { body } = await backEnd.get("/v1/billing/cardprovider/card-form");
  const code = `HALF${Date.now()}`;
  const program = join(import.meta.dirname, "promotion-code.ts");
  const env = { ...process.env, USHER_DATA_DIR: process.env.E2E_DATA_DIR ?? ".usher" };
  const args = [program, "northwind", new URL(body.script_url).origin, code];
  execFileSync(process.execPath, args, { env, timeout: LONGEST_WAIT });
  return code;
}

test("a promotion code lowers what an upgrade costs, and one that nobody has is told", {
  tag: "@long",
}, async ({ page }) => {
  await openPortal(page);
  const code = await aCode();
  await page.getByRole("link", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /Armada.*per month/ }).check();
  await page.getByRole("button", { name: "See what it costs" }).click();
  const due = page.getByRole("definition").last();
  await expect(due).toHaveText(/^\$(?:299\.\d\d|300)$/);
  const field = page.getByLabel("Promotion code");
  await field.fill("NOBODY");
  await page.getByRole("button", { name: "Apply the code" }).click();
  await expect(page.getByText("We do not know this promotion code")).toBeVisible();
  await expect(field).toHaveAccessibleDescription(/We do not know this promotion code/);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("button", { name: "Confirm the change" })).toHaveCount(0);
  await field.fill("");
  await page.getByRole("button", { name: "Apply the code" }).click();
  // A code that was not applied is priced first, and nothing is changed.
  await field.fill(code);
  await page.getByRole("button", { name: "Confirm the change" }).click();
  await expect(due).toHaveText(/^\$(?:100\.[45]\d|100\.5)$/);
  const half = await due.innerText();
  await page.getByRole("button", { name: "Confirm the change" }).click();
  await expect(page.getByText("Your plan is changed.")).toBeVisible();
  await expect(page.getByText(/^Next period: \$199\.50?, on /)).toBeVisible();
  await expect(page.getByRole("region", { name: "Invoices" })).toContainText(half);
});

/** What a quote says of the next period: "$129 per month" is $129 then. */
const nextOf = (total: string) => `Next period: ${total.replace(/ per .*/, "")}`;

test("more seats are bought in the portal at the price that was shown, and the price names them", {
  tag: "@long",
}, async ({ page }) => {
  await openPortal(page);
  await page.getByRole("link", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /Fleet.*per month/ }).check();
  const answered = page.waitForEvent("load");
  await page.getByRole("button", { name: "See what it costs" }).click();
  await answered;
  await expect(page.getByRole("button", { name: "Confirm the change" })).toHaveCount(0);
  const inTotal = page.getByText(/^In total/);
  const before = await inTotal.innerText();
  await page.getByRole("spinbutton", { name: "Additional: Seats" }).fill("2");
  await expect(inTotal).not.toHaveText(before);
  const total = (await inTotal.innerText()).replace("In total ", "");
  await page.getByRole("button", { name: "See what it costs" }).click();
  await expect(page.getByText(nextOf(total))).toBeVisible();
  // What was priced is not what is chosen any more: it is priced anew, and nothing is changed.
  await page.getByRole("spinbutton", { name: "Additional: Seats" }).fill("1");
  const less = (await inTotal.innerText()).replace("In total ", "");
  await page.getByRole("button", { name: "Confirm the change" }).click();
  await expect(page.getByText(nextOf(less))).toBeVisible();
  await page.getByRole("spinbutton", { name: "Additional: Seats" }).fill("2");
  await page.getByRole("button", { name: "See what it costs" }).click();
  await expect(page.getByText(nextOf(total))).toBeVisible();
  await page.getByRole("button", { name: "Confirm the change" }).click();
  await expect(page.getByText("Your plan is changed.")).toBeVisible();
  const card = page.getByRole("region", { name: "Harbor Fleet" });
  await expect(card).toContainText(total);
  await expect(card).toContainText("Seats: +");
  await page.getByRole("link", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /Fleet.*per month/ }).check();
  await page.getByRole("button", { name: "See what it costs" }).click();
  await expect(page.getByRole("spinbutton", { name: "Additional: Seats" })).toHaveValue("2");
});

test("a price that changed meanwhile is shown anew in the portal before the plan changes", {
  tag: "@long",
}, async ({ page }) => {
  const { subscription } = await openPortal(page);
  await page.getByRole("link", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /Armada.*per month/ }).check();
  await page.getByRole("button", { name: "See what it costs" }).click();
  const confirm = page.getByRole("button", { name: "Confirm the change" });
  await expect(confirm).toBeVisible();
  const bought = await backEnd.post(`/v1/billing/subscriptions/${subscription}/change-plan`, {
    plan_price_id: await backEnd.priceOf("fleet"),
    drivers: [{ feature_key: "seats", steps: 2 }],
  });
  expect(bought.status).toBe(200);
  await confirm.click();
  await expect(page.getByText("This price is no longer current.")).toBeVisible();
  await expect(confirm).toHaveCount(0);
  const form = page.locator("form").filter({ hasText: "This price is no longer current." });
  await form.getByRole("button", { name: "See what it costs" }).click();
  await confirm.click();
  await expect(page.getByText("Your plan is changed.")).toBeVisible();
});

test("credit from a downgrade is named where it is kept and where it is used, and the sums add up", {
  tag: "@long",
}, async ({ page }) => {
  const { subscription } = await openPortal(page);
  for (const plan of ["armada", "fleet"]) {
    const changed = await backEnd.post(`/v1/billing/subscriptions/${subscription}/change-plan`, {
      plan_price_id: await backEnd.priceOf(plan),
    });
    expect(changed.status).toBe(200);
  }
  const invoices = page.getByRole("region", { name: "Invoices" });
  await expect(async () => {
    await page.reload();
    await expect(invoices).toContainText("Credit for later", { timeout: 500 });
  }).toPass();
  await expect(invoices).not.toContainText("-$");

  await page.getByRole("link", { name: "Change plan" }).click();
  await page.getByRole("radio", { name: /Armada.*per month/ }).check();
  await page.getByRole("button", { name: "See what it costs" }).click();
  await expect(page.getByText("Credit from earlier changes")).toBeVisible();
  const amounts = (await page.getByRole("definition").allInnerTexts()).map((text) =>
    Math.round(Number(text.replace(/[$,]/g, "")) * 100),
  );
  expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1));
});

test("another card is saved in the portal, and an invoice has its document", { tag: "@long" }, async ({
  page,
}) => {
  await openPortal(page);
  const invoice = page.getByRole("region", { name: "Invoices" }).getByRole("link", { name: /\(PDF\)$/ });
  await expect(async () => {
    await page.reload();
    await expect(invoice).toHaveCount(1, { timeout: 500 });
  }).toPass();
  const pdf = await page.request.get((await invoice.getAttribute("href")) ?? "");
  expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);

  await page.getByRole("link", { name: "Use another card" }).click();
  const fields = page.frameLocator('iframe[title="Secure payment input frame"]');
  await fields.getByLabel("Card number").fill("5555555555554444");
  await fields.getByLabel("Expiry date").fill("1234");
  await fields.getByLabel("Security code").fill("123");
  await page.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText("Mastercard ending in 4444")).toBeVisible();
});

test("the link opens once, also after a program has looked at it ahead, and the portal is closed to others", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const { link } = await aPortal();
  const head = await request.head(link, { maxRedirects: 0 });
  expect([head.status(), head.headers()["set-cookie"]]).toEqual([200, undefined]);
  const marks = [
    ["sec-purpose", "prefetch;prerender"],
    ["purpose", "preview"],
    ["x-moz", "prefetch"],
  ] as const;
  for (const [name, value] of marks) {
    const ahead = await request.get(link, { headers: { [name]: value }, maxRedirects: 0 });
    expect([ahead.status(), ahead.headers()["set-cookie"]]).toEqual([503, undefined]);
  }
  await page.goto(link);
  await expect(page).toHaveURL("/p/northwind/portal");
  const again = await request.get(link, { maxRedirects: 0 });
  expect(new URL(again.headers().location ?? "").pathname).toBe("/portal/closed");
  const thief = await browser.newContext({ baseURL });
  const other = await thief.newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "This page is closed" })).toBeVisible();
  await other.goto("/p/northwind/portal");
  await expect(other.getByRole("heading", { name: "This page is closed" })).toBeVisible();
  await thief.close();
  await page.reload();
  await expect(page.getByRole("region", { name: "Harbor Fleet" })).toBeVisible();
});

test("a credit note is under its invoice, with its document", async ({ page }) => {
  const customer = `credited-${Date.now()}`;
  const started = await backEnd.post("/v1/billing/subscriptions", {
    customer,
    email: `${customer}@customers.example`,
    provider: "PROVIDER_B",
    plan_price_id: await backEnd.priceOf("fleet"),
  });
  expect(started.status).toBe(201);
  const [invoice] = (await backEnd.get(`/v1/billing/invoices?customer=${customer}`)).body.data;
  const note = await backEnd.post(`/v1/billing/invoices/${invoice.id}/credit-notes`, {
    amount: 900,
    reason: "Three days without service.",
  });
  expect(note.status).toBe(201);
  await page.goto((await backEnd.post("/v1/billing/portal-sessions", { customer })).body.url);
  const name = new RegExp(`^Credit note ${note.body.number} for \\$9, `);
  const link = page.getByRole("listitem").filter({ hasText: invoice.number }).getByRole("link", { name });
  expect(await clickForPdf(page, link)).toEqual({
    name: `${note.body.number}.pdf`,
    title: `Credit note ${note.body.number}`,
  });
});

test("a trial without a card says what it needs to go on, and how", async ({ page }) => {
  const customer = `trial-${Date.now()}`;
  const started = await backEnd.post("/v1/billing/cardprovider/subscriptions/headless", {
    customer,
    email: `${customer}@customers.example`,
    plan_price_id: await backEnd.priceOf("startup"),
  });
  expect(started.body).toMatchObject({ status: "TRIALING" });
  await page.goto((await backEnd.post("/v1/billing/portal-sessions", { customer })).body.url);
  const subscription = page.getByRole("region", { name: "Beacon Startup" });
  await expect(subscription).toContainText(
    /Your trial ends .+\. Add a card to keep Beacon Startup \(\$49 per month\)\./,
  );
  await subscription.getByRole("link", { name: "Add a card" }).click();
  await expect(page.getByRole("button", { name: "Save card" })).toBeVisible();
});

test("usage past the limit shows what it has cost so far, and the price of more", async ({ page }) => {
  const customer = `overage-${Date.now()}`;
  const sale = {
    customer,
    email: `${customer}@customers.example`,
    plan_price_id: await backEnd.priceOf("startup"),
    cardprovider_test_card_token: "tok_visa",
  };
  const start = async () =>
    (await backEnd.post("/v1/billing/cardprovider/subscriptions/headless", sale)).body;
  // In a trial use past the limit is refused. A customer has one: the second subscription is paid.
  const { id } = await start();
  await backEnd.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" });
  expect(await start()).toMatchObject({ status: "ACTIVE" });
  const used = await backEnd.post("/v1/billing/usage", {
    customer,
    feature_key: "events",
    quantity: 255_001,
  });
  expect(used.status).toBe(201);
  const session = await backEnd.post("/v1/billing/portal-sessions", { customer });
  await page.goto(session.body.url);
  const usage = page.getByRole("region", { name: "Usage" });
  await expect(usage).toContainText("255,001 of 250,000");
  await expect(usage).toContainText("$1.50 so far, $0.25 per 1,000 beyond");
});
