import { writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { aServer } from "./a-server.ts";
import { aShop } from "./a-shop.ts";
import { casesOf } from "./cases.ts";
import { startChild } from "./child.ts";
import { inTurn, median, type Sample } from "./measure.ts";
import { buildNextRival } from "./next-rival.ts";

// npm run bench [-- --seconds=2 --rounds=5 --customers=1000 --periods=0 --only=<part of a case's name> --no-next --profile]
// Ours beside its rivals, in turn on one database and in one run. Every server has a process of its own; the load comes from
// this one. Prints a table and writes bench/results.json.

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "5" },
    customers: { type: "string", default: "1000" },
    /** Ended periods of each customer, each with a counter. */
    periods: { type: "string", default: "0" },
    only: { type: "string", default: "" },
    "no-next": { type: "boolean", default: false },
    /** Writes a CPU profile of our server to the present folder. */
    profile: { type: "boolean", default: false },
  },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const customers = Number(options.customers);

const server = await aServer();
const shop = await aShop(server, { customers, entries: 10_000, periods: Number(options.periods) });
const environment = {
  DATABASE_URL: server.databaseUrl,
  USHER_SECRET: server.secret,
  BENCH_TENANT: shop.tenantId,
  BENCH_FEATURE: shop.featureId,
};
const here = import.meta.dirname;
const usher = await startChild(join(here, "servers", "usher.ts"), {
  environment,
  execArgv: options.profile ? ["--cpu-prof"] : [],
});
const fastify = await startChild(join(here, "servers", "fastify.ts"), { environment });
const next = options["no-next"]
  ? null
  : await startChild(await buildNextRival(), {
      environment: { ...environment, BENCH_JWKS: JSON.stringify(await server.services.keyring.jwks()) },
    });

const all = casesOf({ usher: usher.url, fastify: fastify.url, next: next?.url ?? null }, shop, customers);
const memoryAtRest = await usher.memory();
const results = [];
print(["case", "side", "a second", "median ms", "p99 ms", "ours / this"]);
for (const { name, connections, sides } of all.filter((one) => one.name.includes(options.only))) {
  const samples = await inTurn(sides, { connections, seconds }, rounds);
  for (const [index, side] of sides.entries()) {
    const own = samples[index] ?? [];
    // Round by round, so that what the machine did meanwhile to both of them cancels out.
    const ratio = median(own.map(({ rate }, round) => (samples[0]?.[round]?.rate ?? 0) / rate));
    const row = { case: name, side: side.name, ...middle(own), ratio: Number(ratio.toFixed(2)) };
    results.push(row);
    print([index === 0 ? name : "", row.side, row.rate, row.median, row.p99, index === 0 ? "" : row.ratio]);
  }
}
const memoryUnderLoad = await usher.memory();
const machine = {
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memoryGB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);
const memory = { atRestMB: megabytes(memoryAtRest), afterLoadMB: megabytes(memoryUnderLoad) };
const settings = { seconds, rounds, customers };
process.stdout.write(
  `\nmemory of our process: ${memory.atRestMB} MB at rest, ${memory.afterLoadMB} MB after all this\n`,
);
await writeFile(
  join(here, "results.json"),
  `${JSON.stringify({ machine, settings, memory, results }, null, 2)}\n`,
);

for (const child of [usher, fastify, next]) await child?.stop();
await server.close();

function middle(samples: Sample[]): Sample {
  return {
    rate: Math.round(median(samples.map(({ rate }) => rate))),
    median: median(samples.map((sample) => sample.median)),
    p99: median(samples.map(({ p99 }) => p99)),
  };
}

function print([first, second, ...others]: (string | number | undefined)[]): void {
  const columns = others.map((value) => String(value).padStart(12)).join("");
  process.stdout.write(`${String(first).padEnd(31)}${String(second).padEnd(14)}${columns}\n`);
}
