import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import getPort from "get-port";
import { type Product, startProduct } from "../server/testing/product.ts";
import { expectCleanEverywhere } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { type IdentityProvider, openIdentityProvider } from "./identity-provider.ts";

// Each test goes on from the one before.
test.describe.configure({ mode: "serial" });

const OWNER = "owner@company.example";

const dataDir = mkdtempSync(join(tmpdir(), "usher-first-"));
let usher: Product;
let identities: IdentityProvider;

test.beforeAll(async () => {
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

test.afterAll(async () => {
  await usher?.stop();
  await identities?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("the first person becomes the owner, and later signs in by an account elsewhere", async ({ page }) => {
  await page.goto(usher.baseUrl);
  await expect(page.getByRole("heading", { name: "Set up Usher" })).toBeVisible();
  await expectCleanEverywhere(page);
  await page.getByLabel("Company").fill("Contoso");
  await page.getByLabel("Slug").fill("contoso");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("E-mail address").fill(OWNER);
  await page.getByLabel("Password", { exact: true }).fill("a long sentence nobody types");
  await page.getByRole("button", { name: "Begin" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Contoso" })).toBeVisible();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();

  await page.getByRole("button", { name: /the company/ }).click();
  await signInElsewhere(page, OWNER);
  await expect(page.getByRole("heading", { level: 1, name: "Contoso" })).toBeVisible();
});

for (const email of ["stranger@company.example", `unconfirmed-${OWNER}`]) {
  test(`${email}, known to the provider alone, is not let in`, async ({ page }) => {
    await page.goto(`${usher.baseUrl}/sign-in`);
    await page.getByRole("button", { name: /the company/ }).click();
    await signInElsewhere(page, email);
    await expect(page).toHaveURL(/sign-in\?error=no-member/);
  });
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
