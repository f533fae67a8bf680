import type { Page } from "@playwright/test";

/**
 * With E2E_PICTURES=true, keeps a picture of what the page shows in test-results/pages, for a person to look at. No test reads
 * them, and making them takes a third of the time of the tests that do.
 */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env.E2E_PICTURES !== "true") return;
  await page.screenshot({ path: `test-results/pages/${name}.png` });
}
