import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const LATE_MS = 1_500;

test.describe("before the page's scripts have come", () => {
  test("buttons that are pressed count once they have, each once and the last one last", async ({
    memberPage: page,
  }) => {
    const isLate = await delayScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    for (const range of ["12 months", "30 days", "12 months"])
      await page.getByRole("button", { name: range }).click();
    await page.getByRole("button", { name: /^Account/ }).dblclick();
    expect(isLate()).toBe(true);
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    await expect(page).toHaveURL(/range=12m/);
  });

  test("what is typed and chosen narrows the list", async ({ memberPage: page }) => {
    const isLate = await delayScripts(page);
    await page.goto("/customers", { waitUntil: "commit" });
    await page.getByRole("searchbox").fill("globex");
    await page.getByLabel("Subscription").selectOption("PAUSED");
    await page.getByLabel("Subscription").selectOption("ACTIVE");
    expect(isLate()).toBe(true);
    const rows = page.getByRole("table", { name: "Customers" }).locator("tbody").getByRole("row");
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(/q=globex/);
    await expect(page).toHaveURL(/ACTIVE/);
    await expect(page.getByLabel("Subscription")).toHaveValue("ACTIVE");
  });

  test("another tab is chosen", async ({ memberPage: page }) => {
    const isLate = await delayScripts(page);
    await page.goto("/invitations", { waitUntil: "commit" });
    await page.getByRole("tab", { name: "By mail" }).click();
    expect(isLate()).toBe(true);
    await expect(page.getByRole("tab", { name: "By mail" })).toHaveAttribute("aria-selected", "true");
  });

  test("the keys of the search open it", async ({ memberPage: page }) => {
    const isLate = await delayScripts(page);
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("Control+k");
    expect(isLate()).toBe(true);
    await expect(page.getByPlaceholder("Name, e-mail, id or page")).toBeFocused();
  });

  test("a password is shown, and somebody signs in", async ({ page, demo }) => {
    const isLate = await delayScripts(page);
    await page.goto("/sign-in", { waitUntil: "commit" });
    await page.getByLabel("E-mail address").fill(demo.admin_email);
    await page.getByLabel("Password", { exact: true }).fill(demo.admin_password);
    await page.getByRole("button", { name: "Show password" }).click();
    expect(isLate()).toBe(true);
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL("/");
  });
});

/** Has each script come late; tells whether the first are still on their way. */
async function delayScripts(page: Page): Promise<() => boolean> {
  let hasCome = false;
  await page.route("**/_next/**/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    hasCome = true;
    // The page may have gone meanwhile.
    await route.continue().catch(() => {});
  });
  return () => !hasCome;
}
