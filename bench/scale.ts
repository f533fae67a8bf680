import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { aServer } from "./a-server.ts";
import { aShop } from "./a-shop.ts";
import { startChild } from "./child.ts";
import { interleave, measure, median, middle } from "./measure.ts";
import { type Cell, record } from "./results.ts";

// node bench/scale.ts [--customers=1000000 --periods=9 --seconds=2 --rounds=21]   entitlement checks with a thousand customers
// and with very many, each on a PostgreSQL of its own, in turn and in one run. Every customer has a subscription, an open
// counter and ended ones.

const { values: options } = parseArgs({
  options: {
    customers: { type: "string", default: "1000000" },
    periods: { type: "string", default: "9" },
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "21" },
  },
});
const sizes = [1_000, Number(options.customers)];
const periods = Number(options.periods);
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
/** A check with so many customers may take so many times longer. */
const MOST = 1.2;

const WARM_SECONDS = 30;

const installations: Awaited<ReturnType<typeof anInstallation>>[] = [];
try {
  await record("scale", { seconds, rounds }, async (print) => {
    for (const customers of sizes) installations.push(await anInstallation(customers));
    await settle();
    const sides = installations.map(({ usher, customers, headers }) => ({
      name: `${customers} customers`,
      url: usher.url,
      // A prime step, so that neighbours in time are none in the tables.
      request: (index: number) => ({
        path: `/v1/billing/entitlements/units?customer=c${(index * 7919) % customers}`,
        headers: { ...headers },
      }),
    }));
    // As after hours of service: what is asked for again and again has been read from disk before.
    for (const side of sides) await measure(side, { connections: 32, seconds: WARM_SECONDS });
    const samples = await interleave(sides, { connections: 32, seconds }, rounds);
    const rows = installations.map(({ customers, madeIn, gigabytes }, index): Cell[] => {
      const own = samples[index] ?? [];
      const times = own.map(({ rate }, round) => (samples[0]?.[round]?.rate ?? 0) / rate);
      const ratio = Number(median(times).toFixed(2));
      const { rate, median: middleMs, p99 } = middle(own);
      const target = index === 0 ? "" : `${MOST}${ratio > MOST ? ", missed" : ""}`;
      const size = [customers, customers * (periods + 1), gigabytes, madeIn];
      return [...size, rate, middleMs, p99, ratio, target];
    });
    const columns = [
      ...["customers", "usage rows", "database GB", "made in s"],
      ...["checks a second", "median ms", "p99 ms", "times the first's time", "at most"],
    ];
    print({ name: "scale", columns, rows });
  });
} finally {
  for (const { usher, server } of installations) {
    await usher.stop();
    await server.close();
  }
}

async function anInstallation(customers: number) {
  const startedAt = performance.now();
  const server = await aServer();
  const { headers } = await aShop(server, { customers, entries: 0, periods });
  const environment = { DATABASE_URL: server.databaseUrl, USHER_SECRET: server.secret };
  const usher = await startChild(join(import.meta.dirname, "servers", "usher.ts"), { environment });
  const madeIn = Math.round((performance.now() - startedAt) / 1000);
  const { rows } = await server.client.query<{ bytes: string }>(
    "select pg_database_size(current_database()) as bytes",
  );
  const gigabytes = Number((Number(rows[0]?.bytes) / 2 ** 30).toPrecision(2));
  process.stderr.write(`· ${customers} customers, ${gigabytes} GB, made in ${madeIn} s\n`);
  return { server, usher, customers, headers, madeIn, gigabytes };
}

/** Writes everything to disk before measuring: the minutes after ten million inserts are not typical. */
async function settle(): Promise<void> {
  for (const { server } of installations) {
    const client = new pg.Client({ connectionString: server.adminUrl });
    await client.connect();
    await client.query("checkpoint");
    await client.end();
  }
  execFileSync("sync");
}
