import { join } from "node:path";
import { parseArgs } from "node:util";
import { aServer } from "./a-server.ts";
import { aShop } from "./a-shop.ts";
import { startChild } from "./child.ts";
import { inTurn, median } from "./measure.ts";

// node bench/scale.ts [--customers=1000000 --periods=9]   entitlement checks with a thousand customers and with very many, each
// on a PostgreSQL of its own, in turn and in one run. Every customer has a subscription, an open counter and ended ones.

const { values: options } = parseArgs({
  options: {
    customers: { type: "string", default: "1000000" },
    periods: { type: "string", default: "9" },
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "5" },
  },
});
const sizes = [1_000, Number(options.customers)];
const periods = Number(options.periods);

const installations = [];
for (const customers of sizes) {
  const startedAt = performance.now();
  const server = await aServer();
  const { headers } = await aShop(server, { customers, entries: 0, periods });
  const environment = { DATABASE_URL: server.databaseUrl, USHER_SECRET: server.secret };
  const usher = await startChild(join(import.meta.dirname, "servers", "usher.ts"), { environment });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(
    `${customers} customers, ${customers * (periods + 1)} usage rows: made in ${seconds} s\n`,
  );
  installations.push({ server, usher, customers, headers });
}
const sides = installations.map(({ usher, customers, headers }) => ({
  name: `${customers} customers`,
  url: usher.url,
  // A prime step, so that neighbours in time are none in the tables.
  request: (index: number) => ({
    path: `/v1/billing/entitlements/units?customer=c${(index * 7919) % customers}`,
    headers,
  }),
}));
const load = { connections: 32, seconds: Number(options.seconds) };
const samples = await inTurn(sides, load, Number(options.rounds));
for (const [index, { name }] of sides.entries()) {
  const own = samples[index] ?? [];
  const times = own.map(({ rate }, round) => (samples[0]?.[round]?.rate ?? 0) / rate);
  const middle = (of: (sample: (typeof own)[number]) => number) => median(own.map(of));
  process.stdout.write(
    `${name.padEnd(20)} ${middle(({ rate }) => rate).toFixed(0)} a second, median ${middle((one) => one.median)} ms, p99 ${middle(({ p99 }) => p99)} ms, ${median(times).toFixed(2)} × the time of the first\n`,
  );
}
for (const { usher, server } of installations) {
  await usher.stop();
  await server.close();
}
