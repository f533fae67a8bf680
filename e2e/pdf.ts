import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/**
 * Clicks what leads to a PDF, and returns the name of the file that the browser got for it, and the title in it. A browser with a viewer
 * shows the file, and one without (chromium-headless-shell) saves it: the server's answer is the same.
 */
export async function clickForPdf(page: Page, target: Locator): Promise<{ name: string; title: string }> {
  const answer = page
    .context()
    .waitForEvent("response", (response) => response.headers()["content-type"] === "application/pdf");
  await target.click();
  const response = await answer;
  expect(response.request().isNavigationRequest()).toBe(true);
  // The viewer or the download has taken what was in the first answer.
  const again = await page.request.get(response.url());
  const headers = ({ "content-type": type, "content-disposition": disposition }: Record<string, string>) => ({
    type,
    disposition,
  });
  expect(headers(again.headers())).toEqual(headers(response.headers()));
  const text = (await again.body()).toString("latin1");
  expect([response.status(), again.status(), text.slice(0, 5)]).toEqual([200, 200, "%PDF-"]);
  const [, name = ""] =
    /^inline; filename="(.+)"$/.exec(response.headers()["content-disposition"] ?? "") ?? [];
  return { name, title: titleOf(text) };
}

function titleOf(pdf: string): string {
  const [, object = ""] = /\/Title (\d+) 0 R/.exec(pdf) ?? [];
  const [, title = ""] = new RegExp(`\n${object} 0 obj\n\\((.*)\\)\nendobj`).exec(pdf) ?? [];
  return title;
}
