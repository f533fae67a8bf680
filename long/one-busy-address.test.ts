import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Product, startProduct } from "../server/testing/product.ts";

// One address that asks for pages without pause, against the product as `npm start` runs it with its own limits.

const CONNECTIONS = 8;
const RUSH_MS = 15_000;
/** How many pages' time an answer of the API takes beside the rush; with eight pages rendered at once it is some seven. */
const MEDIAN_IN_PAGES = 3;

const dataDir = mkdtempSync(join(tmpdir(), "usher-busy-"));
let usher: Product;
let appId: string;

beforeAll(async () => {
  // Under root, PostgreSQL runs as another account, which has to walk through.
  chmodSync(dataDir, 0o711);
  usher = await startProduct({ USHER_DATA_DIR: dataDir, USHER_TRUST_PROXY: "true" });
  appId = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")).app_id;
});

afterAll(async () => {
  await usher?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it("the image optimizer is off", async () => {
  for (const url of ["/icon.svg", "https://evil.example/x.png"]) {
    const answer = await fetch(`${usher.baseUrl}/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`);
    expect(answer.status).toBe(404);
  }
});

it("eight connections that ask for pages without pause keep the API waiting for a page or two", async () => {
  let isOver = false;
  const seen: Record<number, number> = {};
  const rush = Array.from({ length: CONNECTIONS }, async () => {
    while (!isOver) {
      const headers = { "x-forwarded-for": "192.0.2.1" };
      const answer = await fetch(`${usher.baseUrl}/sign-in`, { headers });
      await answer.arrayBuffer();
      seen[answer.status] = (seen[answer.status] ?? 0) + 1;
    }
  });
  const times: number[] = [];
  const until = performance.now() + RUSH_MS;
  while (performance.now() < until) {
    const began = performance.now();
    const answer = await fetch(`${usher.baseUrl}/v1/pricing`, {
      headers: { "x-app-id": appId, "x-forwarded-for": "192.0.2.2" },
    });
    await answer.arrayBuffer();
    expect(answer.status).toBe(200);
    times.push(performance.now() - began);
  }
  isOver = true;
  await Promise.all(rush);
  const median = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
  const pageMs = RUSH_MS / (seen[200] ?? 0);
  process.stderr.write(`${JSON.stringify({ pages: seen, asked: times.length, median, pageMs })}\n`);
  expect(median / pageMs).toBeLessThan(MEDIAN_IN_PAGES);
});
