import { execFileSync } from "node:child_process";
import { aServer, connected } from "../a-server.ts";
import { aShop, type Size } from "../a-shop.ts";
import { casesOf, sidesOf } from "../cases.ts";
import { startChild } from "../child.ts";
import { compare } from "../measure.ts";
import { options } from "../options.ts";
import { type Cell, record, verdict } from "../results.ts";

// Ours beside ours on another PostgreSQL, in turn and in one run.

/** Ended periods of each customer. */
const PERIODS = 9;
/** A check with so many customers may take so many times longer. */
const MOST = 1.2;

/** Entitlement checks with a thousand customers and with very many. Each has a subscription, an open counter and ended ones. */
export async function scale(): Promise<void> {
  const { seconds } = options;
  const { customers, rounds } = options.many;
  await using stack = new AsyncDisposableStack();
  await record("scale", { seconds, rounds }, async (print) => {
    const all: Installation[] = [];
    for (const size of [1_000, customers])
      all.push(await anInstallation(stack, { customers: size, periods: PERIODS }));
    // The minutes after ten million inserts are not typical: everything is on disk before anything is measured.
    for (const { server } of all) await (await connected(stack, server.adminUrl)).query("checkpoint");
    execFileSync("sync");
    const sides = all.flatMap(({ sides }) => sides.slice(0, 1));
    // As after hours of service: what is asked for again and again has been read from disk before.
    const found = await compare(sides, { seconds, rounds, warm: 30 });
    const rows = found.map(({ rate, median, p99, ratio }, at): Cell[] => {
      const { customers = 0, gigabytes = 0, madeIn = 0 } = all[at] ?? {};
      const target = at === 0 ? undefined : MOST;
      const size = [customers, customers * (PERIODS + 1), gigabytes, madeIn];
      return [...size, rate, median, p99, ratio, verdict(ratio, target)];
    });
    const columns = [
      ...["customers", "usage rows", "database GB", "made in s"],
      ...["checks a second", "median ms", "p99 ms", "times the first's time", "at most"],
    ];
    print({ name: "scale", columns, rows });
  });
}

/** What row-level security between tenants costs: every case with it and without. */
export async function rowLevelSecurity(words: string[]): Promise<void> {
  const { seconds, rounds, customers } = options;
  await using stack = new AsyncDisposableStack();
  const size = { customers, entries: 10_000 };
  const secured = await anInstallation(stack, size);
  // As it is where our role may not act as another: the process that starts next goes without.
  const open = await anInstallation(stack, size, "revoke select on customers from usher_web");
  const columns = ["case", "with, a second", "without, a second", "with / without"];
  const rows: Cell[][] = [];
  // Kept in no results file of our own: docs/decisions/026-row-level-security.md tells the figures.
  const isSelection = true;
  await record(
    "rls",
    { seconds, rounds, customers },
    async (print) => {
      for (const [at, name] of secured.names.entries()) {
        if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
        const sides = [secured, open].flatMap((one) => one.sides.slice(at, at + 1));
        const [first, second] = await compare(sides, { seconds, rounds });
        rows.push([name, first?.rate ?? null, second?.rate ?? null, second?.ratio ?? null]);
      }
      print({ name: "rls", columns, rows });
    },
    { isSelection },
  );
}

type Installation = Awaited<ReturnType<typeof anInstallation>>;

/** A shop of this size on a PostgreSQL of its own, with a process that serves it; a statement may change the database before. */
async function anInstallation(stack: AsyncDisposableStack, size: Size, statement?: string) {
  const startedAt = performance.now();
  const server = await aServer(stack);
  const shop = await aShop(server, size);
  if (statement) await server.client.query(statement);
  const { url } = await startChild(stack, "usher", { environment: server.environment });
  const madeIn = Math.round((performance.now() - startedAt) / 1000);
  const { rows } = await server.client.query("select pg_database_size(current_database()) as bytes");
  const gigabytes = Number((Number(rows[0].bytes) / 2 ** 30).toPrecision(2));
  const { customers } = size;
  process.stderr.write(`· ${customers} customers, ${gigabytes} GB, made in ${madeIn} s\n`);
  const cases = casesOf(shop);
  const sides = cases.flatMap((one) => sidesOf(one, { Usher: url }).slice(0, 1));
  return { server, customers, madeIn, gigabytes, names: cases.map(({ name }) => name), sides };
}
