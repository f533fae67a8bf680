import { expectClean } from "./axe.ts";
import { expect, test } from "./fixtures.ts";

const WIDTHS = [390, 1440];
const THEMES = ["light", "dark"] as const;

for (const colorScheme of THEMES) {
  for (const width of WIDTHS) {
    test.describe(`${colorScheme}, ${width} px wide`, () => {
      test.use({
        colorScheme,
        viewport: { width, height: 900 },
        expectedRefusals: ["/nowhere", "/api/auth/callback/credentials"],
      });

      for (const path of ["/sign-in", "/checkout/success", "/checkout/canceled", "/nowhere"]) {
        test(`axe finds nothing on ${path}`, async ({ page }) => {
          await page.goto(path);
          await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
          await expectClean(page);
        });
      }

      test("axe finds nothing on a refused sign-in", async ({ page }) => {
        await page.goto("/sign-in");
        await page.getByLabel("E-mail address").fill("nobody@nowhere.example");
        await page.getByLabel("Password", { exact: true }).fill("wrong");
        await page.getByRole("button", { name: "Sign in" }).click();
        await expect(page.getByText("address or the password is wrong")).toBeVisible();
        await expectClean(page);
      });

      test("axe finds nothing on the home page with its menus open", async ({ memberPage: page }) => {
        const isNarrow = width < 1024;
        if (isNarrow) await page.getByRole("button", { name: "Open menu" }).click();
        await page.getByRole("button", { name: /^Account/ }).click();
        await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
        await expectClean(page);
      });
    });
  }
}
