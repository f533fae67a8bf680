import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { aServer } from "./a-server.ts";
import { aShop } from "./a-shop.ts";
import { casesOf } from "./cases.ts";
import { startChild } from "./child.ts";
import { interleave, median } from "./measure.ts";
import { memoryOf } from "./processes.ts";

// node bench/row-level-security.ts [--seconds=3 --rounds=5 --only=<part of a case's name>]   what row-level security between tenants (row level
// security) costs: the same server with it and without, each on a PostgreSQL of its own, in turn and in one run.

const { values: options } = parseArgs({
  options: {
    customers: { type: "string", default: "1000" },
    seconds: { type: "string", default: "3" },
    rounds: { type: "string", default: "5" },
    only: { type: "string", default: "" },
  },
});
const customers = Number(options.customers);

const installations = [];
for (const hasPolicies of [true, false]) {
  const server = await aServer();
  const shop = await aShop(server, { customers, entries: 10_000, periods: 0 });
  if (!hasPolicies) await disableRls(server.databaseUrl);
  const environment = { DATABASE_URL: server.databaseUrl, USHER_SECRET: server.secret };
  const usher = await startChild(join(import.meta.dirname, "servers", "usher.ts"), { environment });
  const cases = casesOf({ usher: usher.url, fastify: "", next: null, betterAuth: null }, shop, { customers });
  installations.push({ name: hasPolicies ? "with row-level security" : "without", server, usher, cases });
}
for (const [place, { name, connections }] of installations[0]?.cases.entries() ?? []) {
  if (!name.includes(options.only)) continue;
  const sides = installations.flatMap((one) => {
    const own = one.cases[place]?.sides[0];
    return own ? [{ ...own, name: one.name }] : [];
  });
  const samples = await interleave(
    sides,
    { connections, seconds: Number(options.seconds) },
    Number(options.rounds),
  );
  const [secured = [], open = []] = samples;
  const ratio = median(secured.map(({ rate }, round) => rate / (open[round]?.rate ?? Number.NaN)));
  const rates = samples
    .map((own) =>
      median(own.map(({ rate }) => rate))
        .toFixed(0)
        .padStart(8),
    )
    .join("");
  process.stdout.write(`${name.padEnd(38)}${rates}   ${ratio.toFixed(2)}\n`);
}
for (const { name, usher } of installations)
  process.stdout.write(`${name}: ${Math.round((await memoryOf(usher.pid)) / 2 ** 20)} MB\n`);
for (const { usher, server } of installations) {
  await usher.stop();
  await server.close();
}

/** As it is where our role may not act as another: the process that starts next goes without. */
async function disableRls(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("revoke select on customers from usher_web");
  await client.end();
}
