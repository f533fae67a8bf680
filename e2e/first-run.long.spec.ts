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

/** Makes an application that may administer billing, and reads its credentials from the page that shows them once. */
async function anApplication(page: Page): Promise<Record<string, string>> {
  const window = page.getByRole("dialog");
  await page.goto(`${usher.baseUrl}/applications`);
  await page.getByRole("main").getByRole("button", { name: "New application", exact: true }).click();
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
