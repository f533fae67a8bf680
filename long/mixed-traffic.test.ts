import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tell } from "../faults/rounds.ts";
import { type Product, startProduct } from "../server/testing/product.ts";

// Valid and invalid requests side by side against the product as `npm start` runs it: what becomes of descriptors and memory.

/** Twenty seconds; five minutes by USHER_TRAFFIC_SECONDS=300. */
const SECONDS = Number(process.env.USHER_TRAFFIC_SECONDS ?? 20);
const CONNECTIONS = 30;
/** What a process that has answered everything once may hold more after it has answered it for minutes. */
const MOST_MORE_BYTES = 100_000_000;
/** Connections of pools and of the test's own, which come and go. */
const MOST_MORE_DESCRIPTORS = 20;

const dataDir = mkdtempSync(join(tmpdir(), "usher-traffic-"));
const TOKEN = "a token for the metrics of this test";
let usher: Product;
let demo: { app_id: string; client_id: string; client_secret: string };

beforeAll(async () => {
  // Under root, PostgreSQL runs as another account, which has to walk through.
  chmodSync(dataDir, 0o711);
  usher = await startProduct({
    USHER_DATA_DIR: dataDir,
    USHER_METRICS_TOKEN: TOKEN,
    USHER_RATE_LIMIT: "0",
    USHER_RATE_LIMIT_SERVER: "0",
  });
  demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
});

afterAll(async () => {
  await usher?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Descriptors and bytes of the server's process. */
async function held() {
  const answer = await fetch(`${usher.baseUrl}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await answer.text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  return { descriptors: figure("process_open_fds"), bytes: figure("process_resident_memory_bytes") };
}

const post = (path: string, type: string, body: string, headers: Record<string, string> = {}) =>
  [path, { method: "POST", headers: { "content-type": type, ...headers }, body }] as const;
const json = "application/json";
const form = "multipart/form-data; boundary=b";

/** Each kind of request once: good ones, wrong ones, and what cannot be read. */
const kinds = (): (readonly [path: string, init?: RequestInit])[] => {
  const app = { "x-app-id": demo.app_id };
  return [
    ["/healthz"],
    ["/openapi.json"],
    ["/p/northwind/pricing"],
    ["/sign-in"],
    ["/v1/pricing", { headers: app }],
    ["/v1/pricing"],
    ["/v1/nothing"],
    ["/%zz"],
    post("/v1/auth/token", json, JSON.stringify({ grant_type: "password" }), app),
    post("/v1/auth/token", json, "{", app),
    post("/v1/waitlist", json, JSON.stringify({ email: `p${Math.random()}@example.com` }), app),
    post("/v1/waitlist", json, '{"email":5}', app),
    post("/v1/waitlist", "text/plain", "x", app),
    post("/v1/waitlist/import", "text/csv", "email,Email\n", app),
    post("/webhooks/cardprovider/ten_none", json, "[]"),
    post("/api/trpc/settings.update", json, "{"),
    post("/api/auth/callback/credentials", json, "{"),
    post("/p/northwind/register", form, "--b\r\nbroken\r\n\r\nx\r\n--b--\r\n"),
    post("/p/northwind/register", "text/plain", '["$h1"]', { "next-action": "40" }),
    post("/p/northwind/waitlist", "application/x-www-form-urlencoded", "email=nobody"),
  ];
};

/** Half a request, whose client goes away. */
const brokenOff = () =>
  new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(usher.baseUrl).port), "127.0.0.1");
    socket.on("error", () => undefined).on("close", () => resolve());
    socket.write('POST /v1/waitlist HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"email":');
    setTimeout(() => socket.destroy(), 20);
  });

it("thirty connections of valid and invalid requests end in no 5xx, and leave nothing behind", {
  timeout: (SECONDS + 240) * 1000,
}, async () => {
  const answered = new Map<number, number>();
  const faults = new Set<string>();
  const run = async (seconds: number) => {
    const until = performance.now() + seconds * 1000;
    const lane = async () => {
      while (performance.now() < until) {
        const all = kinds();
        const [path, init] = all[Math.floor(Math.random() * all.length)] ?? ["/healthz"];
        if (Math.random() < 0.05) await brokenOff();
        const answer = await fetch(`${usher.baseUrl}${path}`, { ...init, redirect: "manual" });
        const text = await answer.text();
        answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
        // The gate refuses what is too much at once.
        const isGate = answer.status === 503 && text.includes("K9011");
        if (answer.status >= 500 && !isGate) faults.add(`${answer.status} ${path} ${text.slice(0, 200)}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    // Connections of clients that are gone are noticed.
    await pause(5_000);
  };
  await run(Math.min(SECONDS, 20));
  const before = await held();
  await run(SECONDS);
  const after = await held();
  const by = [...answered]
    .sort(([one], [other]) => one - other)
    .map(([status, times]) => `${status}: ${times}`);
  tell("mixed traffic", {
    answers: by.join(" "),
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  });
  expect([...faults]).toEqual([]);
  expect(after.descriptors - before.descriptors).toBeLessThan(MOST_MORE_DESCRIPTORS);
  expect(after.bytes - before.bytes).toBeLessThan(MOST_MORE_BYTES);
});
