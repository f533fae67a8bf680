import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type APIRequestContext, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { startThrowawayDatabase } from "../server/platform/database/throwaway.ts";
import { startProduct } from "../server/testing/product.ts";
import { growDemo } from "./grow-demo.ts";
import { median } from "./measure.ts";

// node bench/lists.ts [--customers=100000 --usage=1000000 --rounds=15]   every question that the dashboard's pages ask when they
// open, on the demo tenant as it is seeded, and again after it has grown; over HTTP, as the browser asks them.

const PAGES = [
  ...[
    "/",
    "/customers",
    "/subscriptions",
    "/invoices",
    "/usage",
    "/catalog",
    "/catalog/migrations",
    "/features",
  ],
  ...[
    "/waitlist",
    "/invitations?tab=codes",
    "/invitations?tab=tokens",
    "/applications",
    "/webhook-endpoints",
  ],
  ...["/events", "/audit", "/mailbox", "/clocks", "/settings/team"],
];

const { values: options } = parseArgs({
  options: {
    customers: { type: "string", default: "100000" },
    usage: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "15" },
  },
});
const findChromium = join(import.meta.dirname, "..", "scripts", "find-chromium.mjs");
const rounds = Number(options.rounds);

const postgres = await startThrowawayDatabase();
const dataDir = await mkdtemp(join(tmpdir(), "usher-lists-"));
const product = await startProduct({
  DATABASE_URL: postgres.url,
  USHER_DATA_DIR: dataDir,
  USHER_RATE_LIMIT: "0",
});
try {
  await compare();
} finally {
  await product.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function compare(): Promise<void> {
  const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
  const browser = await chromium.launch({
    executablePath: execFileSync(process.execPath, [findChromium], { encoding: "utf8" }).trim(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  const context = await browser.newContext({ baseURL: product.baseUrl });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail address").fill(demo.admin_email);
  await page.getByLabel("Password", { exact: true }).fill(demo.admin_password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`${product.baseUrl}/`);

  const questions = await questionsOf(page);
  const before = await timesOf(context.request, questions);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const startedAt = performance.now();
  await growDemo(client, { customers: Number(options.customers), usage: Number(options.usage) });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(
    `${options.customers} customers, ${options.usage} usage rows: made in ${seconds} s\n\n`,
  );
  // What is remembered for a while is asked anew.
  await timesOf(context.request, questions, 1);
  const after = await timesOf(context.request, questions);

  process.stdout.write(
    `${"question".padEnd(40)}${["demo ms", "grown ms", "ratio"].map((word) => word.padStart(10)).join("")}\n`,
  );
  for (const { name } of questions) {
    const [small, large] = [before.get(name) ?? 0, after.get(name) ?? 0];
    const figures = [small.toFixed(1), large.toFixed(1), (large / small).toFixed(1)];
    process.stdout.write(`${name.padEnd(40)}${figures.map((figure) => figure.padStart(10)).join("")}\n`);
  }

  await browser.close();
  await client.end();
}

interface Question {
  /** The procedure, and where it is asked. */
  name: string;
  url: string;
  headers: Record<string, string>;
}

/** What each page asks while it opens: each call of a batch by itself. */
async function questionsOf(on: Page): Promise<Question[]> {
  const asked = new Map<string, Question>();
  let path = "";
  on.on("request", (request) => {
    const url = new URL(request.url());
    if (request.method() !== "GET" || !url.pathname.startsWith("/api/trpc/")) return;
    const inputs = JSON.parse(url.searchParams.get("input") ?? "{}");
    for (const [index, procedure] of url.pathname.slice("/api/trpc/".length).split(",").entries()) {
      const input = url.searchParams.has("batch") ? inputs[index] : inputs;
      const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      const name = `${procedure} ${path}`;
      const { "x-usher-tenant": tenant = "" } = request.headers();
      asked.set(name, {
        name,
        url: `/api/trpc/${procedure}${query}`,
        headers: tenant ? { "x-usher-tenant": tenant } : {},
      });
    }
  });
  for (path of PAGES) {
    await on.goto(path);
    await on.waitForLoadState("networkidle");
  }
  return [...asked.values()];
}

/** The median of each, in milliseconds. */
async function timesOf(
  request: APIRequestContext,
  questions: Question[],
  times = rounds,
): Promise<Map<string, number>> {
  const medians = new Map<string, number>();
  for (const { name, url, headers } of questions) {
    const own: number[] = [];
    for (let round = 0; round < times; round++) {
      const startedAt = performance.now();
      const answer = await request.get(url, { headers });
      if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
      await answer.body();
      own.push(performance.now() - startedAt);
    }
    medians.set(name, median(own));
  }
  return medians;
}
