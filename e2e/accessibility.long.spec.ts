import { expectCleanEverywhere, expectCleanInBothThemes } from "./axe.ts";
import { expect, openMenu, test } from "./fixtures.ts";

test.use({ expectedRefusals: ["/nowhere", "/api/auth/callback/credentials"] });

for (const path of ["/sign-in", "/checkout/success", "/checkout/canceled", "/nowhere"]) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectCleanEverywhere(page);
  });
}

test("axe finds nothing on a refused sign-in", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill("nobody@nowhere.example");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("address or the password is wrong")).toBeVisible();
  await expectCleanEverywhere(page);
});

for (const width of [390, 1440]) {
  test(`axe finds nothing on the home page with its menus open, ${width} px wide`, async ({
    memberPage: page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    if (width < 1024) await openMenu(page);
    await page.getByRole("button", { name: /^Account/ }).click();
    await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
    await expectCleanInBothThemes(page);
  });
}
