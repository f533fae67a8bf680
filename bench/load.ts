import { randomInt } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createStripeSandbox } from "@usher/stripe-sandbox";
import getPort from "get-port";
import pg from "pg";
import type { Demo } from "../prisma/seed/seed-demo.ts";
import { TENANT } from "../prisma/seed/story.ts";
import { describeFindings, examine } from "../server/doctor/examine.ts";
import { compareProviders } from "../server/doctor/providers.ts";
import { createApplication } from "../server/domain/applications/create-application.ts";
import { createTenant } from "../server/domain/tenants/create-tenant.ts";
import { connectCardProvider } from "../server/domain/tenants/provider/connect-card-provider.ts";
import { systemClock } from "../server/platform/clock.ts";
import { readConfig } from "../server/platform/config.ts";
import { randomSecret } from "../server/platform/crypto.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { startThrowawayDatabase } from "../server/platform/database/throwaway.ts";
import { createLog } from "../server/platform/log.ts";
import { systemScope } from "../server/platform/scope.ts";
import { createCardProviders } from "../server/providers/open.ts";
import { sandboxIssuerSecret } from "../server/providers/sandbox-keys.ts";
import { openServices } from "../server/services.ts";
import { aCatalog } from "../server/testing/a-catalog.ts";
import { aBalancer } from "../server/testing/balancer.ts";
import { aReceiver } from "../server/testing/receiver.ts";
import { type Kind, type Shop, trafficOf } from "./load/traffic.ts";
import { afterWarmUp, floors, type Point, slope } from "./load/trend.ts";
import { startUsher, type UsherProcess, whenReady } from "./load/usher.ts";

// npm run load [-- --minutes=30 --rate=20]
// Mixed traffic at a steady rate on two web processes and a worker behind a plain balancer, as they are run in production.
// Tells latencies and errors by kind, and memory over time. Exit 1 when an error came that was not meant, when memory grows,
// or when the doctor finds something.

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    /** Requests a second. */
    rate: { type: "string", default: "20" },
  },
});
const minutes = Number(options.minutes);
const rate = Number(options.rate);
/** Each sample begins with a collection, which takes time of its own. */
const SAMPLE_EVERY_MS = Math.max(2_000, minutes * 500);
const TELL_EVERY_MS = 60_000;
/** Requests that wait for their answers; past it we are too slow for this rate, and say so. */
const MOST_UNDER_WAY = 200;
/** What lives after a collection may seem to grow so much within an hour, by the measurement's own noise. */
const FLAT_MB_AN_HOUR = 20;
/**
 * What the machine counts may still grow by this part while it is measured: allocators keep what was freed, and take more now and
 * then until they have seen the worst mix of requests. What leaks outside the heap does not stop there: a longer run tells.
 */
const FLAT_PART_OF_RSS = 0.1;
const QUARTERS = 4;
const megabytes = (bytes: number) => bytes / 2 ** 20;

// So that what we started ends with us (bench/load/usher.ts), however we end.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const dataDir = await mkdtemp(join(tmpdir(), "usher-load-"));
const log = join(dataDir, "usher.log");
const postgres = await startThrowawayDatabase();
await migrateDatabase({ connectionString: postgres.url });
const secret = randomSecret();
const sandbox = await createStripeSandbox({
  databaseUrl: postgres.url,
  issuerSecrets: [sandboxIssuerSecret(secret)],
});
const balancer = await aBalancer();
const receiver = await aReceiver();
const environment = {
  DATABASE_URL: postgres.url,
  USHER_SECRET: secret,
  USHER_DATA_DIR: dataDir,
  USHER_BASE_URL: balancer.url,
  USHER_SANDBOX_URL: sandbox.url,
  USHER_WEBHOOKS_TO_PRIVATE: "true",
  // All requests come from one address here.
  USHER_RATE_LIMIT: "0",
  USHER_DEMO: "false",
};
const own = await openServices({
  config: readConfig({ NODE_ENV: "production", ...environment }),
  connectionString: postgres.url,
  baseUrl: balancer.url,
  secret,
  clock: systemClock,
  log: createLog("silent"),
  openCardProvider: createCardProviders({ sandbox: sandbox.url }),
  sandboxUrl: sandbox.url,
  jobs: { send: async () => undefined },
});

const processes: UsherProcess[] = [];
for (const name of ["web 1", "web 2"]) {
  const port = await getPort();
  const url = `http://127.0.0.1:${port}`;
  processes.push(
    startUsher(name, {
      log,
      environment: {
        ...environment,
        USHER_ROLE: "web",
        PORT: String(port),
        USHER_DEMO: String(name === "web 1"),
      },
    }),
  );
  await whenReady(url);
  balancer.add(url);
}
const shop = await aShop();
processes.push(startUsher("worker", { log, environment: { ...environment, USHER_ROLE: "worker" } }));
await pause(2_000);

const kinds = await trafficOf(shop);
const seen = new Map<string, { answers: number; milliseconds: number[]; wrong: Map<string, number> }>();
for (const { name } of kinds) seen.set(name, { answers: 0, milliseconds: [], wrong: new Map() });
const memory = new Map<string, { rss: Point[]; heap: Point[]; beside: Point[] }>();
for (const { name } of processes) memory.set(name, { rss: [], heap: [], beside: [] });
let underWay = 0;
let skipped = 0;

print(`${minutes} minutes at ${rate} requests a second, ${cpus().length} cores, Node ${process.version}`);
const startedAt = performance.now();
const endsAt = startedAt + minutes * 60_000;
const busyBefore = await Promise.all(processes.map((one) => one.processorSeconds()));
const sampling = sample();
let due = startedAt;
while (performance.now() < endsAt) {
  // Arrivals without memory, as people's are: gaps are distributed exponentially.
  due += (-Math.log(1 - Math.random()) * 1000) / rate;
  const wait = due - performance.now();
  if (wait > 0) await pause(wait);
  if (underWay >= MOST_UNDER_WAY) skipped++;
  else void meet(choose(kinds));
}
while (underWay > 0) await pause(50);
await sampling;
const busyAfter = await Promise.all(processes.map((one) => one.processorSeconds()));
const elapsed = (performance.now() - startedAt) / 1000;
// What the worker has still to do, it does in moments.
await pause(5_000);
const isWell = await report();
for (const one of processes.reverse()) await one.stop();
await own.close();
await Promise.all([balancer.close(), receiver.stop(), sandbox.close()]);
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(isWell ? 0 : 1);

async function aShop(): Promise<Shop> {
  const { services } = own;
  const tenant = await services.db.$transaction((tx) =>
    createTenant(tx, services, { slug: "load", name: "Load", mode: "TEST" }),
  );
  const scope = systemScope(services, tenant, "load");
  const { secretKey } = await services.sandboxKeys.issue();
  await connectCardProvider(scope, { endpoint: "sandbox", secretKey, publishableKey: null });
  const catalog = await aCatalog(scope, {
    features: { calls: { type: "METERED" }, scarce: { type: "METERED" } },
    plans: [
      {
        slug: "free",
        entitlements: { calls: { limit: 1e9 }, scarce: { limit: 10 } },
        prices: [{ amount: 0 }],
      },
      {
        slug: "basic",
        entitlements: { calls: { limit: 1e9 }, scarce: { limit: 10 } },
        prices: [{ amount: 1000 }],
      },
      {
        slug: "pro",
        entitlements: { calls: { limit: 1e9 }, scarce: { limit: 10 } },
        prices: [{ amount: 3000 }],
      },
    ],
    freePlan: "free",
  });
  const server = await createApplication(scope, {
    name: "load",
    kind: "SERVER",
    allowed_origins: [],
    scopes: ["billing:admin"],
  });
  const browser = await createApplication(scope, {
    name: "load",
    kind: "BROWSER",
    allowed_origins: [],
    scopes: [],
  });
  const grant = {
    grant_type: "client_credentials",
    client_id: server.id,
    client_secret: server.client_secret,
  };
  const json = { "content-type": "application/json", "x-app-id": server.app_id };
  const answer = await fetch(`${balancer.url}/v1/auth/token`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(grant),
  });
  if (answer.status >= 300) throw new Error(await answer.text());
  const { access_token } = (await answer.json()) as { access_token: string };
  const hook = await fetch(`${balancer.url}/v1/webhook-endpoints`, {
    method: "POST",
    headers: { ...json, authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ url: receiver.url }),
  });
  if (hook.status !== 201) throw new Error(await hook.text());
  const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as Demo;
  const application = { id: server.id, appId: server.app_id, clientSecret: server.client_secret ?? "" };
  const { id: demoTenantId } = await services.db.tenant.findUniqueOrThrow({ where: { slug: TENANT.slug } });
  return { url: balancer.url, application, browserAppId: browser.app_id, catalog, demo, demoTenantId };
}

async function meet(kind: Kind): Promise<void> {
  underWay++;
  const began = performance.now();
  const own = seen.get(kind.name);
  try {
    const answer = await kind.send();
    const text = await answer.text();
    if (!kind.status.includes(answer.status)) wrong(kind, `${answer.status} ${text.slice(0, 200)}`);
  } catch (error) {
    wrong(kind, String(error instanceof Error ? (error.cause ?? error) : error));
  }
  if (own) {
    own.answers++;
    own.milliseconds.push(performance.now() - began);
  }
  underWay--;
}

function wrong({ name }: Kind, what: string): void {
  const tally = seen.get(name)?.wrong;
  const line = what.replace(/req_\w+/, "req_…");
  tally?.set(line, (tally.get(line) ?? 0) + 1);
}

function choose(all: Kind[]): Kind {
  let ticket = randomInt(all.reduce((sum, { weight }) => sum + weight, 0));
  const chosen = all.find(({ weight }) => {
    ticket -= weight;
    return ticket < 0;
  });
  if (!chosen) throw new Error("There is no traffic.");
  return chosen;
}

async function sample(): Promise<void> {
  let tellAt = performance.now() + TELL_EVERY_MS;
  while (performance.now() < endsAt) {
    const at = (performance.now() - startedAt) / 60_000;
    for (const one of processes) {
      const points = memory.get(one.name);
      const { rss, heapUsed, external } = await one.memory();
      points?.rss.push({ at, value: megabytes(rss) });
      points?.heap.push({ at, value: megabytes(heapUsed) });
      points?.beside.push({ at, value: megabytes(external) });
    }
    receiver.arrivals.length = 0;
    if (performance.now() >= tellAt) {
      tellAt += TELL_EVERY_MS;
      tell(at);
    }
    await pause(SAMPLE_EVERY_MS);
  }
}

/** One line while it runs. */
function tell(at: number): void {
  const counts = [...seen.values()];
  const answers = counts.reduce((sum, one) => sum + one.answers, 0);
  const errors = counts.flatMap((one) => [...one.wrong.values()]).reduce((sum, times) => sum + times, 0);
  const last = (points: Point[] | undefined) => (points?.at(-1)?.value ?? 0).toFixed(0);
  const held = [...memory].map(
    ([name, { rss, heap, beside }]) =>
      `${name}: ${last(heap)} on the heap, ${last(beside)} beside, RSS ${last(rss)} MB`,
  );
  print(
    `${at.toFixed(0)} min: ${answers} answers, ${errors} unexpected, ${underWay} under way; ${held.join("; ")}`,
  );
}

async function report(): Promise<boolean> {
  let answers = 0;
  let errors = 0;
  print(`\n${columns("request", ["answers", "median ms", "p99 ms", "unexpected"])}`);
  for (const [name, { answers: count, milliseconds, wrong }] of seen) {
    const sorted = milliseconds.toSorted((a, b) => a - b);
    const part = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
    const bad = [...wrong.values()].reduce((sum, value) => sum + value, 0);
    answers += count;
    errors += bad;
    print(columns(name, [count, part(0.5), part(0.99), bad]));
    for (const [line, times] of wrong) print(`    ${times} × ${line}`);
  }
  print(columns("all", [answers, "", "", errors]));
  if (skipped > 0) print(`${skipped} requests were not sent: ${MOST_UNDER_WAY} were under way.`);

  const titles = ["cores", "heap MB", "MB/h", "beside MB", "MB/h", "RSS MB", "MB/h", "flat"];
  print(`\n${columns("process", titles)}   (last two thirds; after collections)`);
  let isFlat = true;
  for (const [index, { name }] of processes.entries()) {
    const { heap = [], beside = [], rss = [] } = memory.get(name) ?? {};
    const [steadyHeap, steadyBeside, steadyRss] = [heap, beside, rss].map(afterWarmUp);
    const quarters = floors(steadyRss ?? [], QUARTERS);
    const rssGrowth = (quarters.at(-1) ?? 0) / (quarters[0] ?? 1) - 1;
    const growths = [steadyHeap, steadyBeside, steadyRss].map((points = []) => slope(points) * 60);
    const [heapGrowth = 0, besideGrowth = 0] = growths;
    const flat = Math.max(heapGrowth, besideGrowth) <= FLAT_MB_AN_HOUR && rssGrowth <= FLAT_PART_OF_RSS;
    isFlat &&= flat;
    const cores = (((busyAfter[index] ?? 0) - (busyBefore[index] ?? 0)) / elapsed).toFixed(2);
    const held = [steadyHeap, steadyBeside, steadyRss].flatMap((points, at) => [
      (points?.at(-1)?.value ?? 0).toFixed(0),
      (growths[at] ?? 0).toFixed(1),
    ]);
    print(columns(name, [cores, ...held, flat ? "yes" : "NO"]));
    print(`    the least RSS in each quarter of that: ${quarters.map((mb) => mb.toFixed(0)).join(", ")} MB`);
  }

  const lines = (await readFile(log, "utf8"))
    .split("\n")
    .filter((line) => /"level":"(error|fatal)"/.test(line));
  print(`\nlines of the log that tell of errors: ${lines.length}`);
  for (const line of lines.slice(0, 10)) print(`  ${line.slice(0, 600)}`);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const findings = await examine(client);
  const queued = await client
    .query<{ waiting: number }>(
      "select count(*)::int as waiting from webhook_deliveries where status in ('PENDING', 'RETRYING')",
    )
    .catch(() => ({ rows: [] }));
  await client.end();
  if (queued.rows[0]) print(`webhooks that still wait: ${queued.rows[0].waiting}`);
  const { compared, wrong: drifted, unasked } = await compareProviders(own.services);
  print(
    findings.length === 0
      ? `doctor: all invariants hold, ${compared} subscriptions compared with the card provider`
      : describeFindings(findings),
  );
  for (const line of [...drifted, ...unasked]) print(line);
  return (
    errors === 0 && skipped === 0 && isFlat && lines.length === 0 && findings.length + drifted.length === 0
  );
}

function columns(first: string, others: (string | number)[]): string {
  return first.padEnd(28) + others.map((value) => String(value).padStart(11)).join("");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
