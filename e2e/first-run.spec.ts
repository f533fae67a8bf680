import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import getPort from "get-port";
import { type Product, startProduct } from "../server/testing/product.ts";
import { expectCleanEverywhere } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { type IdentityProvider, openIdentityProvider } from "./identity-provider.ts";

// Each test goes on from the one before.
test.describe.configure({ mode: "serial" });

const OWNER = "owner@company.example";
const PASSWORD = "a long sentence nobody types";

const dataDir = mkdtempSync(join(tmpdir(), "usher-first-"));
let usher: Product;
let identities: IdentityProvider;

test.beforeAll(async () => {
  // A whole installation starts, on a database of its own.
  // Under root, PostgreSQL runs as another account, which has to walk through.
  chmodSync(dataDir, 0o711);
  const port = await getPort();
  const callback = `http://localhost:${port}/api/auth/callback/oidc`;
  identities = await openIdentityProvider(await getPort(), callback);
  usher = await startProduct({
    PORT: String(port),
    USHER_DATA_DIR: dataDir,
    USHER_DEMO: "false",
    OIDC_ISSUER: identities.issuer,
    OIDC_CLIENT_ID: identities.clientId,
    OIDC_CLIENT_SECRET: identities.clientSecret,
    OIDC_NAME: "the company",
  });
});

test.beforeEach(async ({ page }) => {
  // The identity provider's page asks for a font from elsewhere, which a machine without internet does not get.
  await page.route("https://fonts.googleapis.com/**", (route) =>
    route.fulfill({ contentType: "text/css", body: "" }),
  );
});

test.afterAll(async () => {
  await usher?.stop();
  await identities?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("the holder of the setup token becomes the owner, and later signs in by an account elsewhere", async ({
  page,
}) => {
  await page.goto(usher.baseUrl);
  await expect(page.getByRole("heading", { name: "Set up Usher" })).toBeVisible();
  await expect(page.getByText("open the address with the setup token")).toBeVisible();
  await expect(page.getByLabel("Company")).toHaveCount(0);
  await page.goto(`${usher.baseUrl}/setup?token=guessed`);
  await expect(page.getByText("is not the right one")).toBeVisible();
  await expectCleanEverywhere(page);
  const token = readFileSync(join(dataDir, "setup-token"), "utf8").trim();
  await page.goto(`${usher.baseUrl}/setup?token=${token}`);
  await expectCleanEverywhere(page);
  await page.getByLabel("Company").fill("Contoso Ltd");
  await expect(page.getByLabel("Slug")).toHaveValue("contoso-ltd");
  await page.getByLabel("Slug").fill("");
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(page.getByText("Fill in this field.")).toHaveCount(3);
  await expect(page.getByText(/Invalid input|expected/)).toHaveCount(0);
  await page.getByLabel("Slug").fill("Contoso Ltd");
  await expect(page.getByText(/^Write lower-case letters and digits joined by single hyphens/)).toBeVisible();
  await page.getByLabel("Slug").fill("contoso");
  // What was typed by hand stays when the name changes.
  await page.getByLabel("Company").fill("Contoso");
  await expect(page.getByLabel("Slug")).toHaveValue("contoso");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("E-mail address").fill(OWNER);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contoso" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Test mode" })).toBeVisible();
  // What the page still reads when the session ends is refused.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();

  await page.getByRole("button", { name: /the company/ }).click();
  await signInElsewhere(page, OWNER);
  await expect(page.getByRole("heading", { level: 1, name: "Contoso" })).toBeVisible();
});

test("a template puts a catalog on sale, the first steps check themselves, and Live gets what was compared", async ({
  page,
  context,
}) => {
  const window = page.getByRole("dialog");
  const steps = page.getByRole("region", { name: "From here to your first customer" });
  await signInToTest(page);
  await expect(steps).toContainText("0 of 6 done");
  await expect(page.getByRole("region", { name: "Figures" })).toContainText("No customers yet");
  await expectCleanEverywhere(page);
  await steps.getByRole("link", { name: "Choose a template" }).click();
  await page.getByLabel("Currency").selectOption("EUR");
  const seats = page.getByRole("region", { name: "SaaS with seats" });
  await expect(seats).toContainText("€49.00 a month or €490.00 a year");
  await expect(seats).toContainText("Seats: 5, each more €9.00");
  await expectCleanEverywhere(page);
  await seats.getByRole("button", { name: "Use this template: SaaS with seats" }).click();
  await window.getByLabel("What is your product called?").fill("Borealis");
  await expect(window.getByLabel("Slug")).toHaveValue("borealis");
  await window.getByRole("button", { name: "Create catalog" }).click();
  await expect(page.getByRole("region", { name: "Borealis" }).getByRole("link")).toHaveText([
    "Starter",
    "Team",
    "Business",
  ]);

  // The page stays open while the purchase is made in another tab.
  await page.goto(usher.baseUrl);
  await expect(steps).toContainText("1 of 6 done");
  const opened = context.waitForEvent("page");
  await steps.getByRole("link", { name: /^Open the price list/ }).click();
  const shop = await opened;
  await shop.getByRole("button", { name: "Choose Business" }).first().click();
  await shop.getByLabel("E-mail address").fill("owner@customers.example");
  await shop.getByRole("button", { name: "Continue to payment" }).click();
  await shop.getByLabel("Card number").fill("4242424242424242");
  await shop.getByLabel("Expiry").fill("12 / 34");
  await shop.getByLabel("CVC").fill("123");
  await shop.getByRole("button", { name: "Subscribe" }).click();
  await expect(shop.getByRole("heading", { name: "your checkout is complete" })).toBeVisible();
  await shop.close();
  await expect(steps).toContainText("Buy it yourself, with a test card: done", { timeout: 30_000 });

  await steps.getByRole("button", { name: "Compare and copy" }).click();
  await expect(page.getByRole("heading", { name: "Copy the catalog from Test to Live" })).toBeVisible();
  const borealis = page.getByRole("region", { name: "Borealis" });
  await expect(borealis).toContainText("What Team includes");
  await expect(borealis).toContainText("Seats: 5, each more €9.00");
  await expectCleanEverywhere(page);
  await page.getByRole("button", { name: "Copy to Live" }).click();
  await expect(page.getByText("Nothing to copy")).toBeVisible();
  await page.getByRole("link", { name: "Open the catalog" }).click();
  await expect(page.getByRole("region", { name: "Borealis" })).toContainText("€49.00 / month");
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await expect(steps).toContainText("Copy the catalog to Live: done");
  await page.goto(`${usher.baseUrl}/customers`);
  await expect(page.getByRole("link", { name: /^Open your price list/ })).toBeVisible();
  await expectCleanEverywhere(page);
});

test("what the owner publishes is bought by a stranger, and stands in the dashboard at once", async ({
  page,
  browser,
}) => {
  const window = page.getByRole("dialog");
  await signInToTest(page);
  await page.getByRole("link", { name: "Products and plans" }).click();
  await open(page, "New product");
  await window.getByLabel("Name").fill("Atlas");
  await expect(window.getByLabel("Slug")).toHaveValue("atlas");
  await finish(page, "Create product");
  await open(page, "New plan of Atlas");
  await window.getByLabel("Name").fill("Solo");
  await expect(window.getByLabel("Slug")).toHaveValue("solo");
  await finish(page, "Create plan");
  await page.getByRole("region", { name: "Atlas" }).getByRole("link", { name: "Solo" }).click();
  const prices = page.getByRole("region", { name: "Prices" });
  await prices.getByLabel("Amount").fill("49.00");
  await prices.getByRole("button", { name: "Add price" }).click();
  await expect(page.getByRole("list", { name: "Prices" })).toContainText("$49.00");
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByRole("button", { name: "Publish version 1" }).click();
  await expect(page.getByRole("region", { name: "Versions" })).toContainText("Active");

  const stranger = await browser.newContext({ baseURL: usher.baseUrl });
  const shop = await stranger.newPage();
  await shop.goto("/p/contoso-test/pricing?product=atlas");
  await shop.getByRole("button", { name: "Choose Solo" }).click();
  await expect(shop).toHaveURL(/\/p\/contoso-test\/checkout/);
  await shop.getByLabel("E-mail address").fill("grace@customers.example");
  await shop.getByRole("button", { name: "Continue to payment" }).click();
  await shop.getByLabel("Card number").fill("4242424242424242");
  await shop.getByLabel("Expiry").fill("12 / 34");
  await shop.getByLabel("CVC").fill("123");
  await shop.getByRole("button", { name: "Subscribe" }).click();
  await expect(shop.getByRole("heading", { name: "your checkout is complete" })).toBeVisible();
  await expect(shop.getByText("Your subscription to Atlas Solo is active.")).toBeVisible({ timeout: 30_000 });
  await expect(shop.getByText("is being set up")).toHaveCount(0);
  await stranger.close();

  // The invoice comes by the card provider's callback.
  await expect(async () => {
    await page.goto(`${usher.baseUrl}/subscriptions`);
    const bought = page.getByRole("row").filter({ hasText: "grace@customers.example" });
    await expect(bought).toContainText("Active", { timeout: 10_000 });
    await page.goto(`${usher.baseUrl}/invoices`);
    const invoice = page.getByRole("row").filter({ hasText: "grace@customers.example" });
    await expect(invoice).toContainText("$49.00", { timeout: 10_000 });
    await expect(invoice).toContainText("Paid", { timeout: 10_000 });
  }).toPass({ timeout: 120_000 });

  await page.goto(`${usher.baseUrl}/customers`);
  await page.getByRole("link", { name: /grace@customers\.example/ }).click();
  const cards = page.getByRole("region", { name: "Cards" });
  await expect(cards).toContainText("Visa ending in 4242");
  await expect(cards).toContainText("Expires 12/2034");

  await page.goto(`${usher.baseUrl}/settings/provider`);
  const callbacks = page.getByRole("region", { name: "Callbacks" });
  await expect(callbacks).toContainText("Healthy");
  const check = page.getByRole("region", { name: "Check" });
  await check.getByRole("button", { name: "Check the connection" }).click();
  await expect(page.getByRole("region", { name: "News" })).toContainText("Nothing needs to be put right.");
  await expect(check.getByRole("listitem").filter({ hasText: "Callbacks" })).toContainText(
    "its signature is right",
  );
  await expect(callbacks).toContainText("Healthy");
  await expectCleanEverywhere(page);
});

test("the operator's link to a new password leads to this installation", async ({ page }) => {
  const program = join(import.meta.dirname, "..", "server", "reset-password", "main.ts");
  const settings = { USHER_DATA_DIR: dataDir, PORT: "", USHER_BASE_URL: "", DATABASE_URL: "" };
  const { stdout } = await promisify(execFile)(process.execPath, [program, OWNER], {
    env: { ...process.env, ...settings },
  });
  expect(stdout).toContain(`${usher.baseUrl}/reset-password?token=`);
  await page.goto(stdout.trim());
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
});

test("the five calls of the README work for a product of the owner's own, in Test", async ({
  page,
  request,
}) => {
  await signInToTest(page);
  const application = await anApplication(page);
  const headers: Record<string, string> = { "x-app-id": application["x-app-id"] ?? "" };
  const call = async (method: "GET" | "POST", path: string, data?: object) => {
    const answer = await request.fetch(`${usher.baseUrl}/v1${path}`, { method, headers, data });
    return answer.json();
  };
  const token = await call("POST", "/auth/token", {
    grant_type: "client_credentials",
    client_id: application.client_id,
    client_secret: application.client_secret,
  });
  headers.authorization = `Bearer ${token.access_token}`;
  await aProduct(call);

  const pricing = await call("GET", "/pricing?product=beacon&currency=USD");
  const subscription = await call("POST", "/billing/cardprovider/subscriptions/headless", {
    customer: "ada",
    email: "ada@customers.example",
    plan_price_id: pricing.products[0].plans[0].prices[0].id,
    cardprovider_test_card_token: "tok_visa",
  });
  expect(subscription).toMatchObject({ status: "ACTIVE", plan: { slug: "startup" } });
  const check = await call("GET", "/billing/entitlements/events?customer=ada&quantity=500");
  expect(check).toMatchObject({ allowed: true, limit: 1_000, used: 0 });
  const usage = await call("POST", "/billing/usage/set", {
    customer: "ada",
    feature_key: "events",
    value: 900,
    reason: "migrated from the old system",
  });
  expect(usage).toMatchObject({ value: 900, subscription_id: subscription.id });
  const again = await call("GET", "/billing/entitlements/events?customer=ada&quantity=500");
  expect(again).toMatchObject({ allowed: false, reason: "LIMIT_REACHED", used: 900 });
  // The invoice comes by the card provider's callback.
  await expect
    .poll(async () => (await call("GET", "/billing/invoices?customer=ada")).data[0]?.status)
    .toBe("PAID");
});

for (const email of ["stranger@company.example", `unconfirmed-${OWNER}`]) {
  test(`${email}, known to the provider alone, is not let in`, async ({ page }) => {
    await page.goto(`${usher.baseUrl}/sign-in`);
    await page.getByRole("button", { name: /the company/ }).click();
    await signInElsewhere(page, email);
    await expect(page).toHaveURL(/sign-in\?error=no-member/);
  });
}

/** Signs the owner in and goes over to the company's sandbox. */
async function signInToTest(page: Page): Promise<void> {
  await page.goto(`${usher.baseUrl}/sign-in`);
  await page.getByLabel("E-mail address").fill(OWNER);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("group", { name: "Mode" }).getByRole("button", { name: "Test" }).click();
  await expect(page.getByRole("region", { name: "Test mode" })).toBeVisible();
}

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** Presses a button of the open dialog, which closes when it is done. */
async function finish(page: Page, name: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Makes an application that may administer billing, and reads its credentials from the page that shows them once. */
async function anApplication(page: Page): Promise<Record<string, string>> {
  const window = page.getByRole("dialog");
  await page.goto(`${usher.baseUrl}/applications`);
  await open(page, "New application");
  await window.getByLabel("Name").fill("Back end");
  await window.getByLabel("Administer billing").check();
  await window.getByRole("button", { name: "Create application" }).click();
  const shown: Record<string, string> = {};
  for (const key of ["x-app-id", "client_id", "client_secret"]) {
    const label = await window.getByRole("button", { name: `Copy ${key}` }).getAttribute("aria-label");
    shown[key] = (label ?? "").replace(`Copy ${key}: `, "");
  }
  return shown;
}

/** A product with one plan for $49 a month that includes 1,000 events, published. */
async function aProduct(call: (method: "POST", path: string, data: object) => Promise<{ id: string }>) {
  await call("POST", "/catalog/features", { key: "events", name: "Events", type: "METERED" });
  const product = await call("POST", "/catalog/products", { slug: "beacon", name: "Beacon" });
  const plan = await call("POST", "/catalog/plans", {
    product_id: product.id,
    slug: "startup",
    name: "Startup",
  });
  await call("POST", "/catalog/prices", {
    plan_id: plan.id,
    amount: 4900,
    currency: "USD",
    interval: "MONTH",
  });
  const entitlements = [{ feature_key: "events", limit: 1_000 }];
  const pack = await call("POST", "/catalog/packs", { plan_id: plan.id, entitlements });
  await call("POST", `/catalog/packs/${pack.id}/publish`, {});
}

/** At the provider's own pages: a name, and yes to what it tells. */
async function signInElsewhere(page: Page, email: string): Promise<void> {
  await page.route("https://fonts.googleapis.com/**", (route) =>
    route.fulfill({ contentType: "text/css", body: "" }),
  );
  await page.getByPlaceholder("Enter any login").fill(email);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}
