import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { aBalancer } from "../server/testing/balancer.ts";
import { aReceiver } from "../server/testing/receiver.ts";
import { aServer } from "./a-server.ts";
import { startWhole } from "./child.ts";
import { reportDoctor, reportLog } from "./load/after-load.ts";
import { Answers } from "./load/answers.ts";
import { MemoryTrend, type Watched } from "./load/memory-trend.ts";
import { openShop } from "./load/open-shop.ts";
import { print } from "./load/print.ts";
import { type Kind, trafficOf } from "./load/traffic.ts";
import { processorSeconds } from "./processes.ts";

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
// So that what we started ends with us (its processes end when their channel to us closes), however we end.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const stack = new AsyncDisposableStack();
const dataDir = await mkdtemp(join(tmpdir(), "usher-load-"));
stack.defer(() => rm(dataDir, { recursive: true, force: true }));
const log = join(dataDir, "usher.log");
const balancer = await aBalancer();
stack.defer(() => balancer.close());
const receiver = await aReceiver();
stack.defer(() => receiver.stop());
const server = await aServer(stack, { baseUrl: balancer.url, hasSandbox: true });
const environment = {
  ...server.environment,
  LOG_LEVEL: "warn",
  USHER_DATA_DIR: dataDir,
  USHER_WEBHOOKS_TO_PRIVATE: "true",
  // All requests come from one address here.
  USHER_RATE_LIMIT: "0",
};
const processes: Watched[] = [];
for (const name of ["web 1", "web 2"]) {
  const USHER_DEMO = String(name === "web 1");
  const web = await startWhole(stack, "web", { log, environment: { ...environment, USHER_DEMO } });
  balancer.add(web.url);
  processes.push({ name, ...web });
}
const shop = await openShop({ server, url: balancer.url, receiverUrl: receiver.url, dataDir });
processes.push({ name: "worker", ...(await startWhole(stack, "worker", { log, environment })) });
await pause(2_000);

const kinds = await trafficOf(shop);
const answers = new Answers(kinds);
const memory = new MemoryTrend(processes);
let skipped = 0;

print(`${minutes} minutes at ${rate} requests a second, ${cpus().length} cores, Node ${process.version}`);
const startedAt = performance.now();
const endsAt = startedAt + minutes * 60_000;
const busyBefore = await Promise.all(processes.map(({ pid }) => processorSeconds(pid)));
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
const busyAfter = await Promise.all(processes.map(({ pid }) => processorSeconds(pid)));
const elapsed = (performance.now() - startedAt) / 1000;
// The worker finishes what is queued within seconds.
await pause(5_000);
const isWell = await report();
await stack.disposeAsync();
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
  const findings = await reportDoctor(server);
  return answers.totals().unexpected + skipped + errors + findings === 0 && isFlat;
}
