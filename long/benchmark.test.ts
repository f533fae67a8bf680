import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Table } from "../bench/results.ts";

// The benchmark's own servers run SQL functions of the product: a change of these must not break it. No figure is compared here.

const ROOT = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "usher-bench-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("every case of the benchmark is answered by Usher and by each rival that runs without Next.js", {
  timeout: 300_000,
}, async () => {
  const file = join(folder, "results.json");
  const options = ["--only=rivals", "--seconds=0.2", "--rounds=1", "--no-next", `--results=${file}`];
  const bench = spawn(process.execPath, [join("scripts", "bench.mjs"), ...options], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors: Buffer[] = [];
  bench.stderr.on("data", (chunk) => errors.push(chunk));
  const [code] = await once(bench, "close");
  expect(code, Buffer.concat(errors).toString()).toBe(0);
  const [table] = JSON.parse(readFileSync(file, "utf8")).parts.rivals.tables as [Table];
  expect(table.columns.slice(0, 3)).toEqual(["case", "side", "a second"]);
  // The first row of a case names it, and each row its side.
  expect(table.rows.map(([name, side]) => [name, side])).toEqual([
    ["check an entitlement", "Usher"],
    ["", "Fastify, same SQL"],
    ["", "Fastify, least SQL"],
    ["record usage, spread", "Usher"],
    ["", "Fastify, same SQL"],
    ["", "Fastify, least SQL"],
    ["record usage, one hot counter", "Usher"],
    ["", "Usher, spread"],
    ["", "Fastify, same SQL"],
    ["", "Fastify, least SQL"],
    ["check an entitlement, two subscriptions and a free plan", "Usher"],
    ["", "Usher, one subscription"],
    ["record usage, two subscriptions and a free plan", "Usher"],
    ["", "Usher, one subscription"],
    ["record a batch of 1,000", "Usher"],
    ["", "Fastify, same SQL"],
    ["set usage", "Usher"],
    ["", "Fastify, same SQL"],
    ["list a waitlist page of 50", "Usher"],
    ["", "Fastify, same SQL"],
    ["get a subscription", "Usher"],
    ["", "Fastify, same SQL"],
    ["pricing", "Usher"],
    ["", "Fastify, same SQL"],
    ["sign in by password", "Usher"],
    ["", "better-auth, same hash"],
    ["", "better-auth"],
    ["list one's own subscriptions", "Usher"],
    ["", "better-auth"],
  ]);
  const silent = table.rows.filter(([, , rate]) => !(Number(rate) > 0));
  expect(silent).toEqual([]);
});
