import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createStripeSandbox } from "@usher/stripe-sandbox";
import getPort from "get-port";
import { systemClock } from "../server/platform/clock.ts";
import { readConfig } from "../server/platform/config.ts";
import { randomSecret } from "../server/platform/crypto.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { startThrowawayDatabase } from "../server/platform/database/throwaway.ts";
import { createLog } from "../server/platform/log.ts";
import { createCardProviders } from "../server/providers/open.ts";
import { sandboxIssuerSecret } from "../server/providers/sandbox-keys.ts";
import { openServices } from "../server/services.ts";
import { aBalancer } from "../server/testing/balancer.ts";
import { aReceiver } from "../server/testing/receiver.ts";
import { reportDoctor, reportLog } from "./load/after-load.ts";
import { Answers } from "./load/answers.ts";
import { MemoryTrend } from "./load/memory-trend.ts";
import { openShop } from "./load/open-shop.ts";
import { print } from "./load/print.ts";
import { type Kind, trafficOf } from "./load/traffic.ts";
import { startUsher, type UsherProcess, whenReady } from "./load/usher.ts";

// npm run load [-- --minutes=30 --rate=20]
// Mixed traffic at a steady rate on two web processes and a worker behind a plain balancer, as they are run in production.
// Prints latencies and errors by kind, and memory over time. Exit 1 when an answer was unexpected, when memory grows, or when
// the doctor finds something.

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
const PRINT_EVERY_MS = 60_000;
/** Requests that wait for their answers; past it we are too slow for this rate, and say so. */
const MAX_IN_FLIGHT = 200;
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
const parts = { services: own.services, url: balancer.url, receiverUrl: receiver.url, dataDir };
const shop = await openShop(parts);
processes.push(startUsher("worker", { log, environment: { ...environment, USHER_ROLE: "worker" } }));
await pause(2_000);

const kinds = await trafficOf(shop);
const answers = new Answers(kinds);
const memory = new MemoryTrend(processes);
let skipped = 0;

print(`${minutes} minutes at ${rate} requests a second, ${cpus().length} cores, Node ${process.version}`);
const startedAt = performance.now();
const endsAt = startedAt + minutes * 60_000;
const busyBefore = await Promise.all(processes.map((one) => one.processorSeconds()));
const sampling = sample();
let due = startedAt;
while (performance.now() < endsAt) {
  // Independent arrivals, as those of people (a Poisson process): the gaps are distributed exponentially.
  due += (-Math.log(1 - Math.random()) * 1000) / rate;
  const wait = due - performance.now();
  if (wait > 0) await pause(wait);
  if (answers.underWay >= MAX_IN_FLIGHT) skipped++;
  else void answers.send(choose(kinds));
}
while (answers.underWay > 0) await pause(50);
await sampling;
const busyAfter = await Promise.all(processes.map((one) => one.processorSeconds()));
const elapsed = (performance.now() - startedAt) / 1000;
// The worker finishes what is queued within seconds.
await pause(5_000);
const isWell = await report();
for (const one of processes.reverse()) await one.stop();
await own.close();
await Promise.all([balancer.close(), receiver.stop(), sandbox.close()]);
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(isWell ? 0 : 1);

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
  let printAt = performance.now() + PRINT_EVERY_MS;
  while (performance.now() < endsAt) {
    const at = (performance.now() - startedAt) / 60_000;
    await memory.sample(at);
    receiver.arrivals.length = 0;
    if (performance.now() >= printAt) {
      printAt += PRINT_EVERY_MS;
      const { answers: count, unexpected } = answers.totals();
      const counts = `${count} answers, ${unexpected} unexpected, ${answers.underWay} under way`;
      print(`${at.toFixed(0)} min: ${counts}; ${memory.newest()}`);
    }
    await pause(SAMPLE_EVERY_MS);
  }
}

async function report(): Promise<boolean> {
  answers.report();
  if (skipped > 0) print(`${skipped} requests were not sent: ${MAX_IN_FLIGHT} were under way.`);
  const isFlat = memory.report(busyAfter.map((busy, index) => (busy - (busyBefore[index] ?? 0)) / elapsed));
  const errors = await reportLog(log);
  const findings = await reportDoctor(own.services, postgres.url);
  return answers.totals().unexpected + skipped + errors + findings === 0 && isFlat;
}
