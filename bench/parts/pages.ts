import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { TENANT } from "../../prisma/seed/story.ts";
import { startThrowawayDatabase } from "../../server/platform/database/throwaway.ts";
import { startProduct } from "../../server/testing/product.ts";
import { type Cell, record } from "../results.ts";

/** Where a page is looked at: what the sizes of many screens have in common is one wide and one narrow. */
const SCREENS = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };
const MAX_SCRIPT_KB = 200;
/** No layout shift: a tenth of what Web Vitals call good (https://web.dev/articles/cls), which is not visible. */
const MAX_LAYOUT_SHIFT = 0.01;
/** What moves late moves within this after the last answer came. */
const SETTLE_MS = 300;

/** Pages of single things, by the page that leads to them. */
const DETAILS = [
  { list: "/customers", prefix: "/customers/" },
  { list: "/subscriptions", prefix: "/subscriptions/" },
  { list: "/catalog", prefix: "/catalog/plans/" },
];

const DASHBOARD = [
  ...["/", "/customers", "/subscriptions", "/invoices", "/usage", "/catalog", "/catalog/migrations"],
  ...["/features", "/waitlist", "/invitations", "/applications", "/webhook-endpoints", "/events", "/audit"],
  ...["/mailbox", "/clocks", "/settings", "/settings/account", "/settings/provider", "/settings/team"],
  ...["/api-reference", "/docs", "/docs/quickstart", "/docs/webhooks", "/docs/search?q=usage"],
];

const publicPages = (tenant: string) => [
  ...["/sign-in", "/checkout/success", "/checkout/canceled"],
  ...[`/p/${tenant}/pricing`, `/p/${tenant}/waitlist`, `/p/${tenant}/register`, `/p/${tenant}/sign-in`],
  ...[`/p/${tenant}/redeem`, `/p/${tenant}/reset-password`],
];

/** What each page loads of script to begin with, as it is sent (Brotli), and how much of it moves while it loads. */
export async function pages(): Promise<void> {
  const postgres = await startThrowawayDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "usher-pages-"));
  const product = await startProduct({
    DATABASE_URL: postgres.url,
    USHER_DATA_DIR: dataDir,
    USHER_RATE_LIMIT: "0",
  });
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
    await record("pages", { wide: nameOf("wide"), narrow: nameOf("narrow") }, async (print) => {
      const wide = await opened(browser, product.baseUrl, "wide");
      await signIn(await wide.newPage(), demo);
      const narrow = await opened(browser, product.baseUrl, "narrow", await wide.storageState());
      const visitor = {
        wide: await opened(browser, product.baseUrl, "wide"),
        narrow: await opened(browser, product.baseUrl, "narrow"),
      };
      const inside = [...DASHBOARD, ...(await detailsOf(await wide.newPage()))];
      const rows: Cell[][] = [];
      for (const path of inside) rows.push(await looked(path, { wide, narrow }));
      for (const path of publicPages(TENANT.slug)) rows.push(await looked(path, visitor));
      const [scripts, shifts] = [rows.map((row) => Number(row[1])), rows.flatMap((row) => row.slice(2))];
      const most = Math.max(...scripts);
      const maxShift = Math.max(...shifts.map(Number));
      const verdict = (value: number, target: number) => `${target}${value > target ? ", missed" : ""}`;
      rows.sort(([, a], [, b]) => Number(b) - Number(a));
      print({ name: "pages", columns: ["page", "script kB", "shift, wide", "shift, narrow"], rows });
      print({
        name: "pages-most",
        columns: ["over all pages", "most", "at most"],
        rows: [
          ["first-load script, kB compressed", most, verdict(most, MAX_SCRIPT_KB)],
          ["layout shift (CLS)", maxShift, verdict(maxShift, MAX_LAYOUT_SHIFT)],
        ],
      });
    });
  } finally {
    await browser.close();
    await product.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function nameOf(screen: keyof typeof SCREENS): string {
  return `${SCREENS[screen].width} × ${SCREENS[screen].height}`;
}

function chromiumPath(): string {
  const find = join(import.meta.dirname, "..", "..", "scripts", "find-chromium.mjs");
  return execFileSync(process.execPath, [find], { encoding: "utf8" }).trim();
}

/** A browser's profile that adds up what moves without the person having done anything (Layout Instability, CLS). */
async function opened(
  browser: Browser,
  baseURL: string,
  screen: keyof typeof SCREENS,
  storageState?: Awaited<ReturnType<BrowserContext["storageState"]>>,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport: SCREENS[screen],
    ...(storageState && { storageState }),
  });
  await context.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // TypeScript's library does not know this kind of entry.
        const { value, hadRecentInput } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) shifts.sum += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return context;
}

async function signIn(page: Page, demo: { admin_email: string; admin_password: string }): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(demo.admin_email);
  await page.getByLabel("Password", { exact: true }).fill(demo.admin_password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/$/);
  await page.close();
}

/** The first page of each kind. */
async function detailsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { list, prefix } of DETAILS) {
    await page.goto(list);
    const links = page.locator(`main a[href^="${prefix}"]`);
    await links.first().waitFor();
    found.push(String(await links.first().getAttribute("href")));
  }
  await page.close();
  return found;
}

async function looked(
  path: string,
  contexts: { wide: BrowserContext; narrow: BrowserContext },
): Promise<Cell[]> {
  const bytes = await scriptOf(contexts.wide, path);
  const shifts = await Promise.all([contexts.wide, contexts.narrow].map((context) => shiftOf(context, path)));
  // Identifiers are others each time.
  const name = path.replace(/\/\w+_[0-9a-z]{20,}$/, "/…").replace(/\?.*/, "");
  return [name, Math.round(bytes / 1000), ...shifts];
}

async function shiftOf(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const answer = await page.goto(path);
  if (!answer?.ok()) throw new Error(`${path}: ${answer?.status()}`);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(SETTLE_MS);
  const sum = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);
  await page.close();
  return Number(sum.toFixed(3));
}

/** Bytes of each script, as it was sent once: pages have most in common. */
const sizes = new Map<string, number>();

/** Bytes of all scripts that the page's HTML names, as they are sent to a browser. */
async function scriptOf({ request }: BrowserContext, path: string): Promise<number> {
  const html = await (await request.get(path)).text();
  const sources = [...html.matchAll(/<script[^>]+src="([^"]+)"[^>]*>/g)]
    .filter(([tag]) => !/nomodule/i.test(tag))
    .map(([, source = ""]) => source);
  let bytes = 0;
  for (const source of new Set(sources)) {
    const size = sizes.get(source) ?? (await sizeOf(request, source));
    sizes.set(source, size);
    bytes += size;
  }
  return bytes;
}

async function sizeOf(request: BrowserContext["request"], source: string): Promise<number> {
  const answer = await request.get(source, { headers: { "accept-encoding": "br" } });
  if (!answer.ok()) throw new Error(`${source}: ${answer.status()}`);
  const { "content-encoding": encoding, "content-length": length } = answer.headers();
  // body() is decompressed already; a small script may arrive uncompressed.
  return encoding === "br" ? Number(length) : (await answer.body()).length;
}
