import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Holds a page against WCAG 2.2 A and AA and the checks that axe counts as best practice. */
export async function expectClean(page: Page): Promise<void> {
  // The page is of Playwright's own copy of playwright-core, which axe's types do not know to be the same.
  const axe = new AxeBuilder({ page: page as never });
  const { violations } = await axe.analyze();
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
  expect(told).toEqual([]);
}
