import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { TENANT } from "../../prisma/seed/story.ts";
import { startThrowawayDatabase } from "../../server/platform/database/throwaway.ts";
import { startProduct } from "../../server/testing/product.ts";
import { signInMember } from "../load/sign-in-member.ts";
import { type Cell, record, verdict } from "../results.ts";

/** Where a page is looked at: what the sizes of many screens have in common is one wide and one narrow. */
const SCREENS = { wide: { width: 1280, height: 800 }, narrow: { width: 390, height: 844 } };
const MAX_SCRIPT_KB = 200;
/** No layout shift: a tenth of what Web Vitals call good (https://web.dev/articles/cls), which is not visible. */
const MAX_LAYOUT_SHIFT = 0.01;
/** What moves late moves within this after the last answer came. */
const SETTLE_MS = 300;

const INSIDE = [
  ...["/", "/customers", "/subscriptions", "/invoices", "/usage", "/catalog", "/catalog/migrations"],
  ...["/features", "/waitlist", "/invitations", "/applications", "/webhook-endpoints", "/events", "/audit"],
  ...["/mailbox", "/clocks", "/settings", "/settings/account", "/settings/provider", "/settings/team"],
  ...["/api-reference", "/docs", "/docs/quickstart", "/docs/webhooks", "/docs/search?q=usage"],
];

/** Pages of single things by the page that leads to them: how their addresses begin, other than those of forms for new ones. */
const DETAILS = {
  "/customers": "/customers/cus_",
  "/subscriptions": "/subscriptions/sub_",
  "/catalog": "/catalog/plans/plan_",
};

const PUBLIC = [
  ...["/sign-in", "/checkout/success", "/checkout/canceled"],
  ...["pricing", "waitlist", "register", "sign-in", "redeem", "reset-password"].map(
    (page) => `/p/${TENANT.slug}/${page}`,
  ),
];

/** A visitor's windows, one on each screen. */
type Windows = Record<keyof typeof SCREENS, BrowserContext>;

/** What each page loads of script to begin with, as it is sent (Brotli), and how much of it moves while it loads. */
export async function pages(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "usher-pages-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startThrowawayDatabase();
  stack.defer(() => postgres.stop());
  const { baseUrl, stop } = await startProduct({
    DATABASE_URL: postgres.url,
    USHER_DATA_DIR: dataDir,
    USHER_RATE_LIMIT: "0",
  });
  stack.defer(() => stop());
  const find = join(import.meta.dirname, "..", "..", "scripts", "find-chromium.mjs");
  const browser = await chromium.launch({
    executablePath: execFileSync(process.execPath, [find], { encoding: "utf8" }).trim(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  stack.defer(() => browser.close());
  const [wide = "", narrow = ""] = Object.values(SCREENS).map(({ width, height }) => `${width} × ${height}`);
  await record("pages", { wide, narrow }, async (print) => {
    const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
    const member = await opened(browser, baseUrl, await signInMember(baseUrl, demo));
    const visitor = await opened(browser, baseUrl);
    const rows: Cell[][] = [];
    for (const path of [...INSIDE, ...(await detailsOf(member.wide))]) rows.push(await looked(path, member));
    for (const path of PUBLIC) rows.push(await looked(path, visitor));
    rows.sort(([, a], [, b]) => Number(b) - Number(a));
    print({ name: "pages", columns: ["page", "script kB", "shift, wide", "shift, narrow"], rows });
    const most = Math.max(...rows.map(([, script]) => Number(script)));
    const maxShift = Math.max(...rows.flatMap((row) => row.slice(2).map(Number)));
    print({
      name: "pages-most",
      columns: ["over all pages", "most", "at most"],
      rows: [
        ["first-load script, kB compressed", most, verdict(most, MAX_SCRIPT_KB)],
        ["layout shift (CLS)", maxShift, verdict(maxShift, MAX_LAYOUT_SHIFT)],
      ],
    });
  });
}

/** Windows that add up what moves without the person having done anything (Layout Instability, CLS). */
async function opened(browser: Browser, baseURL: string, cookies = ""): Promise<Windows> {
  const open = async (viewport: { width: number; height: number }) => {
    const context = await browser.newContext({ baseURL, viewport });
    const pairs = cookies.split("; ").flatMap((pair) => /^(.+?)=(.*)$/.exec(pair) ?? []);
    for (let at = 0; at < pairs.length; at += 3)
      await context.addCookies([{ name: pairs[at + 1] ?? "", value: pairs[at + 2] ?? "", url: baseURL }]);
    await context.addInitScript(() => {
      const shifts = { sum: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        // TypeScript's library does not know this kind of entry.
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
        })[])
          if (!entry.hadRecentInput) shifts.sum += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    return context;
  };
  return { wide: await open(SCREENS.wide), narrow: await open(SCREENS.narrow) };
}

/** The first page of each kind. */
async function detailsOf(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  const found: string[] = [];
  for (const [list, prefix] of Object.entries(DETAILS)) {
    await page.goto(list);
    const link = page.locator(`main a[href^="${prefix}"]`).first();
    found.push(String(await link.getAttribute("href")));
  }
  await page.close();
  return found;
}

async function looked(path: string, { wide, narrow }: Windows): Promise<Cell[]> {
  const bytes = await scriptOf(wide, path);
  const shifts = await Promise.all([shiftOf(wide, path), shiftOf(narrow, path)]);
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
  const tags = [...html.matchAll(/<script[^>]+src="([^"]+)"[^>]*>/g)];
  const sources = tags.filter(([tag]) => !/nomodule/i.test(tag)).map(([, source = ""]) => source);
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
