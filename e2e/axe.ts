import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Nothing on the page, nor in its frames, breaks a rule that axe knows. `without` leaves out what a selector names. */
export async function expectClean(page: Page, without?: string): Promise<void> {
  // The page is of Playwright's own copy of playwright-core, which axe's types do not know to be the same.
  const axe = new AxeBuilder({ page: page as never });
  const { violations } = await (without ? axe.exclude(without) : axe).analyze();
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  expect(told).toEqual([]);
}

/** Clean in both themes, on a phone and on a desk, and nowhere wider than the screen. */
export async function expectCleanEverywhere(page: Page, without?: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectClean(page, without);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
  }
}
