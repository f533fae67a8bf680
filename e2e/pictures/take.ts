import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { expect, WITHIN_MS } from "./expect.ts";
import { TAKEN_AT } from "./moment.ts";
import type { Picture } from "./pictures.ts";

const SIZE = { width: 1440, height: 900 };

/** Takes a picture of the dashboard into a folder. Throws where the page has an error, or nothing to show. */
export async function take(
  browser: Browser,
  { baseUrl, cookies, folder }: { baseUrl: string; cookies: string; folder: string },
  { name, theme, mode, path, prepare }: Picture,
): Promise<void> {
  const context = await openContext(browser, { baseUrl, theme, height: SIZE.height });
  try {
    const page = await openDashboard(context, { baseUrl, cookies, mode });
    const faults = watch(page);
    await page.goto(path);
    await settle(page);
    await prepare?.(page);
    await settle(page);
    await refuseFaulty(page, name, faults);
    await page.screenshot({ path: join(folder, `${name}.png`) });
  } finally {
    await context.close();
  }
}

/** A browser's profile at the moment of the pictures. */
export async function openContext(
  browser: Browser,
  { baseUrl, theme, height }: { baseUrl: string; theme: "light" | "dark"; height: number },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { ...SIZE, height },
    colorScheme: theme,
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
  });
  context.setDefaultTimeout(WITHIN_MS);
  context.setDefaultNavigationTimeout(WITHIN_MS);
  await context.clock.install({ time: TAKEN_AT });
  return context;
}

/** A page of the signed-in administrator, in one of the demo tenant's modes. */
export async function openDashboard(
  context: BrowserContext,
  { baseUrl, cookies, mode }: { baseUrl: string; cookies: string; mode: Picture["mode"] },
): Promise<Page> {
  await context.addCookies(cookiesOf(cookies, baseUrl));
  const page = await context.newPage();
  await page.goto("/");
  const choice = page.getByRole("group", { name: "Mode" }).getByRole("button", { name: mode });
  await choice.click();
  await expect(choice).toHaveAttribute("aria-pressed", "true");
  return page;
}

/** Waits until everything that is in view is loaded. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("[data-skeleton]:visible")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** What goes wrong in a page from now on. */
export function watch(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`);
  });
  return faults;
}

/** Throws where something went wrong in a page, or a part of it says that there is nothing to show. */
export async function refuseFaulty(page: Page, name: string, faults: string[]): Promise<void> {
  const empty = await page.locator("[data-empty]:visible").allInnerTexts();
  const errors = await page.getByRole("main").getByRole("alert").allInnerTexts();
  const wrong = [...faults, ...empty.map((text) => `nothing to show: ${text}`), ...errors.filter(Boolean)];
  if (wrong.length > 0) throw new Error(`${name} is no picture to show:\n${wrong.join("\n")}`);
}

/** Cookies that no clock ends: the server's is another than the browser's. */
function cookiesOf(header: string, url: string) {
  return header.split("; ").map((cookie) => {
    const [name = "", value = ""] = cookie.split(/=(.*)/s);
    return { name, value, url };
  });
}
