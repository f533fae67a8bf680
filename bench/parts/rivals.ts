import { aBetterAuth } from "../a-better-auth.ts";
import { aServer } from "../a-server.ts";
import { aShop } from "../a-shop.ts";
import { type Case, casesOf, sidesOf } from "../cases.ts";
import { startChild } from "../child.ts";
import { compare } from "../measure.ts";
import { options } from "../options.ts";
import { type Cell, record, verdict } from "../results.ts";

const PEOPLE = { count: 500, password: "Sixteen tons and what", sessions: 50 };

/**
 * Ours beside its rivals, in turn on one PostgreSQL and in one run: cases whose names contain one of the words, or all of them.
 * Every server has a process of its own; the load comes from this one.
 */
export async function rivals(words: string[]): Promise<void> {
  const { seconds, rounds, customers, hasNext } = options;
  await using stack = new AsyncDisposableStack();
  const server = await aServer(stack);
  const shop = await aShop(server, { customers, entries: 10_000, people: PEOPLE });
  const environment = {
    ...server.environment,
    BENCH_TENANT: shop.tenantId,
    BENCH_FEATURE: shop.featureId,
    BENCH_JWKS: JSON.stringify(await server.services.keyring.jwks()),
    // Counted as ever; but all of a product's people come from one address here.
    USHER_RATE_LIMIT: "100000000",
    USHER_RATE_LIMIT_SERVER: "100000000",
  };
  const execArgv = options.isProfiled ? ["--cpu-prof"] : [];
  const usher = await startChild(stack, "usher", { environment, execArgv });
  const fastify = await startChild(stack, "fastify", { environment });
  const betterAuth = await aBetterAuth(stack, server, PEOPLE);
  const next = hasNext && (await startChild(stack, "next", { environment }));
  const urls = {
    Usher: usher.url,
    Fastify: fastify.url,
    "better-auth": betterAuth.url,
    ...(next && { "Next + Prisma": next.url }),
  };
  const all = casesOf(shop, betterAuth);
  const wanted = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const columns = ["case", "side", "a second", "median ms", "p99 ms", "Usher / this", "at least"];
  const isSelection = wanted.length < all.length || !hasNext;
  const measureAll = async () => {
    const rows: Cell[][] = [];
    for (const one of wanted) rows.push(...(await measureCase(one, urls)));
    return rows;
  };
  await record(
    "rivals",
    { seconds, rounds, customers },
    async (print) => print({ name: "rivals", columns, rows: await measureAll() }),
    { isSelection },
  );
}

/** A row for each side of a case, whose rounds alternate; the first tells the case. */
async function measureCase(one: Case, urls: Record<string, string>): Promise<Cell[][]> {
  const { seconds, rounds } = options;
  const found = await compare(sidesOf(one, urls), { seconds: seconds * (one.times ?? 1), rounds });
  process.stderr.write(`· ${one.name}\n`);
  return found.map(({ name, rate, median, p99, ratio }, at) => [
    ...[at === 0 ? one.name : "", name, rate, median, p99, at === 0 ? null : ratio],
    verdict(ratio, one.atLeast?.[name], { isLeast: true }),
  ]);
}
