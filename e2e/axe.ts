import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What a page that is clean in one theme may break in the other. */
export const RULES_OF_THEMES = ["color-contrast"];

/**
 * Nothing on the page, nor in its frames, breaks a rule that axe knows. `without` leaves out what a selector names;
 * `rules` are those to look at, when the others have been looked at before.
 */
export async function expectClean(
  page: Page,
  { without, rules }: { without?: string; rules?: string[] } = {},
): Promise<void> {
  // Where there are no frames, the older mode finds the same, without a page of its own to gather what they say.
  const isAlone = page.frames().length === 1;
  // axe is half a megabyte, and takes longer to load than to look: a page that has it keeps it.
  const hasAxe = isAlone && (await page.evaluate(() => "axe" in window));
  // The page is of Playwright's own copy of playwright-core, which axe's types do not know to be the same.
  const axe = new AxeBuilder({ page: page as never, ...(hasAxe && { axeSource: "axe" }) });
  // Only what is wrong is told in full: to describe all that is right takes most of the time.
  axe.options({ resultTypes: ["violations"] }).setLegacyMode(isAlone);
  if (without) axe.exclude(without);
  if (rules) axe.withRules(rules);
  const { violations } = await axe.analyze();
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  expect(told).toEqual([]);
}

/** Clean on a phone and on a desk, in both themes, and nowhere wider than the screen. */
export async function expectCleanEverywhere(page: Page, without?: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectCleanInBothThemes(page, without);
  }
}

/** Clean in both themes, as wide as the page is. */
export async function expectCleanInBothThemes(page: Page, without?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectClean(page, { without });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectClean(page, { without, rules: RULES_OF_THEMES });
}
