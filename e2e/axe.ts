import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import axe from "axe-core";

/** What a page that is clean in one theme may break in the other. */
export const RULES_OF_THEMES = ["color-contrast"];

/** What a page that is clean on a phone may break on a wide screen. */
const RULES_OF_WIDTHS = [...RULES_OF_THEMES, "scrollable-region-focusable", "target-size", "landmark-unique"];

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * Nothing on the page, nor in its frames, breaks a rule that axe knows. `without` leaves out what a selector names;
 * `rules` are those to look at, when the others have been looked at before.
 */
export async function expectClean(
  page: Page,
  { without, rules }: { without?: string; rules?: string[] } = {},
): Promise<void> {
  // Rows that give way to the next ones are pale, as what cannot be used may be. What loads for ever is looked at as it is.
  const isBusy = () => document.querySelector("[aria-busy=true]") !== null;
  await expect
    .poll(() => page.evaluate(isBusy), { timeout: 5000 })
    .toBe(false)
    .catch(() => undefined);
  // Only what is wrong is described in full: to describe all that is right takes most of the time.
  const options: RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const isAlone = page.frames().length === 1;
  const violations = await (isAlone ? alone(page, options, without) : withFrames(page, options, without));
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  expect(found).toEqual([]);
}

/** A page without frames, by axe itself: half the time of what it takes to gather from frames. */
async function alone(page: Page, options: RunOptions, without?: string): Promise<AxeResults["violations"]> {
  // axe is half a megabyte, and takes longer to load than to look: a page that has it keeps it.
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([options, without]) => {
      if (!window.axe) throw new Error("axe is not there");
      const { violations } = await window.axe.run(without ? { exclude: [without] } : document, options);
      return violations;
    },
    [options, without] as const,
  );
}

function withFrames(page: Page, options: RunOptions, without?: string): Promise<AxeResults["violations"]> {
  // The page is of Playwright's own copy of playwright-core, which axe's types do not know to be the same.
  const builder = new AxeBuilder({ page: page as never }).options(options);
  if (without) builder.exclude(without);
  return builder.analyze().then(({ violations }) => violations);
}

/** Clean on a phone and on a desk, in both themes, and nowhere wider than the screen. */
export async function expectCleanEverywhere(page: Page, without?: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await expectCleanInBothThemes(page, without, width === 390 ? undefined : RULES_OF_WIDTHS);
  }
}

/** Clean in both themes, as wide as the page is. */
export async function expectCleanInBothThemes(page: Page, without?: string, rules?: string[]): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectClean(page, { without, rules });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectClean(page, { without, rules: RULES_OF_THEMES });
}
