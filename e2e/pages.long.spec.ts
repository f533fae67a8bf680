import type { Page } from "@playwright/test";
import { PAGE_GROUPS } from "../app/(dashboard)/_shell/pages.ts";
import { expectClean, RULES_OF_THEMES } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { keepPicture } from "./picture.ts";

/** Every page of the menu, and those that a page of the menu leads to. */
const PAGES = [
  ...PAGE_GROUPS.flatMap(({ pages }) => pages)
    .filter(({ isElsewhere }) => !isElsewhere)
    .map(({ href }) => String(href)),
  "/subscriptions/new",
  "/catalog/migrations",
  "/catalog/templates",
  "/catalog/copy",
  "/invitations?tab=codes",
  "/invitations?tab=tokens",
];

/** Pages of one thing, found by the first link to one. */
const DETAILS = [
  {
    list: "/customers?status=ACTIVE",
    tabs: ["Invoices", "Amounts", "Usage", "Overrides", "Notes"],
  },
  { list: "/subscriptions", tabs: [] },
];

/** Pages whose parts load one after the other, each with data or scripts of its own. */
const IN_PARTS = ["/settings", "/settings/branding", "/settings/account", "/settings/provider"];
const LATENCY_MS = 300;

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("[data-skeleton]")).toHaveCount(0);
}

/** Looks at what is shown: nothing cut off, axe content in both themes. */
async function look(page: Page, name: string): Promise<void> {
  await settle(page);
  await expectToFit(page, name);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectClean(page, { rules: colorScheme === "light" ? undefined : RULES_OF_THEMES });
    await keepPicture(page, `${name.replaceAll(/\W+/g, "-")}-${page.viewportSize()?.width}-${colorScheme}`);
  }
}

async function expectToFit(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${name} is cut off`).toBeLessThanOrEqual(0);
}

/** How much of the page has moved since it was opened, without the person having done anything: 0.1 is much (CLS). */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            // TypeScript's library does not know this kind of entry.
            const { value, hadRecentInput } = entry as PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
            };
            if (!hadRecentInput) sum += value;
          }
        }).observe({ type: "layout-shift", buffered: true });
        // What was there before is told in a moment.
        setTimeout(() => resolve(sum), 100);
      }),
  );
}

for (const width of [1440, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const half of [0, 1]) {
      test(`every page reads well in both themes, part ${half + 1}`, async ({ memberPage: page }) => {
        for (const path of PAGES.filter((_, index) => index % 2 === half)) {
          await page.goto(path);
          await settle(page);
          expect(await shiftOf(page), `${path} moves while it loads`).toBeLessThan(0.02);
          await look(page, `page${path}`);
        }
      });
    }

    test("so do the pages of one thing each", async ({ memberPage: page }) => {
      for (const { list, tabs } of DETAILS) {
        await page.goto(list);
        await page.getByRole("table").getByRole("link").first().click();
        await page.waitForURL(/\/\w+_[0-9a-z]{26}/);
        await look(page, `one${list.split("?")[0]}`);
        for (const tab of tabs) {
          await page.getByRole("tab", { name: tab }).click();
          await look(page, `one${list.split("?")[0]}-${tab}`);
        }
      }
      await page.goto("/catalog");
      await page.getByRole("region", { name: "Beacon" }).getByRole("link", { name: "Startup" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Startup" })).toBeVisible();
      await look(page, "one/plan");
      await page
        .getByRole("link", { name: /^Version/ })
        .first()
        .click();
      await expect(page.getByRole("heading", { level: 1, name: /version/ })).toBeVisible();
      await look(page, "one/pack");
    });

    test("a page of several parts keeps its place on a slow connection", async ({ memberPage: page }) => {
      const browser = await page.context().newCDPSession(page);
      await browser.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: LATENCY_MS,
        downloadThroughput: -1,
        uploadThroughput: -1,
      });
      for (const path of IN_PARTS) {
        await page.goto(path);
        await settle(page);
        expect(await shiftOf(page), `${path} moves while it loads`).toBeLessThan(0.005);
      }
    });
  });
}
