import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

test.describe("before the page's scripts have come", () => {
  test("buttons that are pressed count once they have, each once and the last one last", async ({
    memberPage: page,
  }) => {
    const release = await holdScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    for (const range of ["12 months", "30 days", "12 months"])
      await page.getByRole("button", { name: range }).click();
    await page.getByRole("button", { name: /^Account/ }).dblclick();
    release();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    await expect(page).toHaveURL(/range=12m/);
  });

  test("what is typed and chosen narrows the list", async ({ memberPage: page }) => {
    const release = await holdScripts(page);
    await page.goto("/customers", { waitUntil: "commit" });
    await page.getByRole("searchbox").fill("globex");
    await page.getByLabel("Subscription").selectOption("PAUSED");
    await page.getByLabel("Subscription").selectOption("ACTIVE");
    release();
    const rows = page.getByRole("table", { name: "Customers" }).locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/q=globex/);
    await expect(page).toHaveURL(/ACTIVE/);
    await expect(page.getByLabel("Subscription")).toHaveValue("ACTIVE");
  });

  test("another view is chosen", async ({ memberPage: page }) => {
    const release = await holdScripts(page);
    await page.goto("/invitations", { waitUntil: "commit" });
    await page.getByRole("button", { name: "By mail", exact: true }).click();
    release();
    await expect(page.getByRole("button", { name: "By mail", exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  test("the keys of the search open it", async ({ memberPage: page }) => {
    const release = await holdScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Control+k");
    release();
    await expect(page.getByPlaceholder("Name, e-mail, number, page or action")).toBeFocused();
  });

  test("a password is shown, and the member signs in", async ({ page, demo }) => {
    const release = await holdScripts(page);
    await page.goto("/sign-in", { waitUntil: "commit" });
    await page.getByLabel("E-mail address").fill(demo.admin_email);
    await page.getByLabel("Password", { exact: true }).fill(demo.admin_password);
    await page.getByRole("button", { name: "Show password" }).click();
    release();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/");
  });
});

/** Keeps every script from the page until it is released. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/_next/**/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
