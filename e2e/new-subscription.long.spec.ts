import { expectClean, RULES_OF_THEMES } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { keepPicture } from "./picture.ts";
import { fillSubscription } from "./start-subscription.ts";

const unique = (name: string) =>
  `${name}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

for (const width of [1440, 390])
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });
    for (const colorScheme of ["light", "dark"] as const) {
      test(`pictures live ${colorScheme}`, async ({ memberPage: page }) => {
        await page.emulateMedia({ colorScheme });
        await page.goto("/subscriptions/new");
        await expect(page.getByRole("button", { name: /^Start/ })).toBeEnabled();
        await page.waitForTimeout(500);
        await expectClean(page, { rules: RULES_OF_THEMES });
        await keepPicture(page, `new-live-empty-${width}-${colorScheme}`);
        await page.getByRole("combobox", { name: "Customer" }).click();
        await page.waitForTimeout(500);
        await expectClean(page);
        await keepPicture(page, `new-live-search-${width}-${colorScheme}`);
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await page.waitForTimeout(1000);
        await expectClean(page);
        await keepPicture(page, `new-live-chosen-${width}-${colorScheme}`);
      });
      test(`pictures test ${colorScheme}`, async ({ testPage: page }) => {
        await page.emulateMedia({ colorScheme });
        await page.goto("/subscriptions/new");
        await expect(page.getByRole("button", { name: /^Start/ })).toBeEnabled();
        await page.getByRole("button", { name: /^Start/ }).click();
        await page.waitForTimeout(500);
        await expectClean(page);
        await keepPicture(page, `new-test-refused-${width}-${colorScheme}`);
        await page.evaluate(() => sessionStorage.clear());
        await fillSubscription(page, { customer: unique("ada"), plan: /^Fleet/, pay: "Test card that works" });
        await page.waitForTimeout(1500);
        await expectClean(page);
        await keepPicture(page, `new-test-filled-${width}-${colorScheme}`);
        await page.getByRole("radio", { name: "Yearly" }).check();
        await page.getByRole("radio", { name: "By transfer" }).check();
        await page.waitForTimeout(1500);
        await expectClean(page);
        await keepPicture(page, `new-test-transfer-${width}-${colorScheme}`);
      });
    }
  });
