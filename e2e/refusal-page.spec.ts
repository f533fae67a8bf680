import { expectCleanInBothThemes } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const FORGED = "/invoices/forgedforgedforgedforged";

test.describe("a link with nothing behind it", () => {
  test.use({ expectedRefusals: [FORGED, "/p/northwind/verify-email%"] });

  test("shows a page that says what to do, and loads nothing", async ({ page }) => {
    await page.goto(FORGED);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
    await expect(page.getByText("Open the link in the newest mail again")).toBeVisible();
    await expect(page.getByText("K6012")).toBeVisible();
    // Its one style applies under its own policy.
    await expect(page.locator("main")).toHaveCSS("text-align", "center");
    await expectCleanInBothThemes(page);
    await page.goto("/p/northwind/verify-email%");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
  });

  test.describe("for a reader of Japanese", () => {
    test.use({ locale: "ja-JP" });
    test("speaks Japanese", async ({ page }) => {
      await page.goto(FORGED);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("このリンクは使用できません");
    });
  });
});
