import { join } from "node:path";
import { aBetterAuth } from "../a-better-auth.ts";
import { aServer } from "../a-server.ts";
import { aShop } from "../a-shop.ts";
import { type Case, casesOf } from "../cases.ts";
import { type Child, startChild } from "../child.ts";
import { interleave, middle, ratioOf } from "../measure.ts";
import { buildNextRival } from "../next-rival.ts";
import { type Cell, record, type Table } from "../results.ts";

const SERVERS = join(import.meta.dirname, "..", "servers");
const PEOPLE = { count: 500, password: "Sixteen tons and what", sessions: 50 };

interface Options {
  seconds: number;
  rounds: number;
  customers: number;
  periods: number;
  /** Parts of the names of those that are measured; none for all. What is measured of some is not kept. */
  cases: string[];
  hasNext: boolean;
  isProfiled: boolean;
}

/**
 * Ours beside its rivals, in turn on one PostgreSQL and in one run. Every server has a process of its own; the load comes from
 * this one.
 */
export async function besideRivals(options: Options): Promise<void> {
  const { seconds, rounds, customers, periods } = options;
  const server = await aServer();
  const children: Child[] = [];
  try {
    const shop = await aShop(server, { customers, entries: 10_000, periods, people: PEOPLE });
    const environment = {
      DATABASE_URL: server.databaseUrl,
      USHER_SECRET: server.secret,
      BENCH_TENANT: shop.tenantId,
      BENCH_FEATURE: shop.featureId,
      // Counted as ever; but all of a product's people come from one address here.
      USHER_RATE_LIMIT: "100000000",
      USHER_RATE_LIMIT_SERVER: "100000000",
    };
    const start = async (path: string, more: { env?: Record<string, string>; execArgv?: string[] } = {}) => {
      const child = await startChild(path, {
        environment: { ...environment, ...more.env },
        execArgv: more.execArgv ?? [],
      });
      children.push(child);
      return child;
    };
    const execArgv = options.isProfiled ? ["--cpu-prof"] : [];
    const usher = await start(join(SERVERS, "usher.ts"), { execArgv });
    const fastify = await start(join(SERVERS, "fastify.ts"));
    const betterAuth = await aBetterAuth(server, join(SERVERS, "better-auth.ts"), PEOPLE);
    children.push(betterAuth.server);
    const next = options.hasNext
      ? await start(await buildNextRival(), {
          env: { BENCH_JWKS: JSON.stringify(await server.services.keyring.jwks()) },
        })
      : null;
    const urls = { usher: usher.url, fastify: fastify.url, next: next?.url ?? null, betterAuth };
    const all = casesOf(urls, shop, { customers, people: PEOPLE });
    const wanted = all.filter(
      ({ name }) => options.cases.length === 0 || options.cases.some((part) => name.includes(part)),
    );
    await record("rivals", { seconds, rounds, customers }, (print) => measureCases(wanted, options, print), {
      isSelection: wanted.length < all.length || !options.hasNext,
    });
  } finally {
    for (const child of children) await child.stop();
    await server.close();
  }
}

/** Measures every side of each case in rounds that alternate, and prints one table. */
async function measureCases(
  cases: Case[],
  { seconds, rounds }: Pick<Options, "seconds" | "rounds">,
  print: (table: Table) => void,
): Promise<void> {
  const rows: Cell[][] = [];
  for (const { name, connections, times = 1, sides } of cases) {
    const samples = await interleave(sides, { connections, seconds: seconds * times }, rounds);
    for (const [index, side] of sides.entries()) {
      const own = samples[index] ?? [];
      const { rate, median, p99 } = middle(own);
      const ratio = index === 0 ? null : ratioOf(samples[0] ?? [], own);
      const isMissed = ratio !== null && side.target !== undefined && ratio < side.target;
      const target = side.target === undefined ? "" : `${side.target}${isMissed ? ", missed" : ""}`;
      rows.push([index === 0 ? name : "", side.name, rate, median, p99, ratio, target]);
    }
    process.stderr.write(`· ${name}\n`);
  }
  const columns = ["case", "side", "a second", "median ms", "p99 ms", "Usher / this", "at least"];
  print({ name: "rivals", columns, rows });
}
