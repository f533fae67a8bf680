import { cpus } from "node:os";
import { join } from "node:path";
import { aServer } from "../a-server.ts";
import { aShop } from "../a-shop.ts";
import { type Child, startChild } from "../child.ts";
import { holdTo } from "../held.ts";
import { measure, median, middle, ratioOf, type Sample, type Side } from "../measure.ts";
import { processorSeconds } from "../processes.ts";
import { type Cell, record } from "../results.ts";

const SERVERS = join(import.meta.dirname, "..", "servers");
/** For each web process: as many people as it can serve come to each. */
const CONNECTIONS = 64;
/** Of a core for each web process, so that two of them do not need all that the machine has. */
const SHARE = 0.25;

interface Options {
  seconds: number;
  rounds: number;
  customers: number;
}

/** A measured round, with milliseconds of processor time a request, by whom they were used. */
interface Round extends Sample {
  web: number;
  postgres: number;
  balancer: number;
  load: number;
}

/**
 * The check by one web process and by two behind a plain balancer, in turn. Whatever makes the load and answers it shares the
 * machine's cores, so that processor time a request stands beside it: it tells how far the cores would reach. Then once more with
 * each web process held to a share of a core, so that the cores are not what ends first: this is what a second one brings.
 */
export async function twoProcesses({ seconds, rounds, customers }: Options): Promise<void> {
  const server = await aServer();
  const children: Child[] = [];
  try {
    const { headers } = await aShop(server, { customers, entries: 0, periods: 0 });
    const environment = { DATABASE_URL: server.databaseUrl, USHER_SECRET: server.secret };
    const start = async (path: string, more: Record<string, string> = {}) => {
      const child = await startChild(join(SERVERS, path), { environment: { ...environment, ...more } });
      children.push(child);
      return child;
    };
    const web = [await start("usher.ts"), await start("usher.ts")];
    const settings: { name: string; web: Child[]; balancer: Child }[] = [];
    for (const count of [1, 2]) {
      const targets = web.slice(0, count);
      const balancer = await start("balancer.ts", { BENCH_TARGETS: targets.map(({ url }) => url).join() });
      settings.push({ name: count === 1 ? "one web process" : "two web processes", web: targets, balancer });
    }
    const sideOf = ({ name, balancer }: (typeof settings)[number]): Side => ({
      name,
      url: balancer.url,
      request: (index) => ({
        method: "GET",
        path: `/v1/billing/entitlements/units?customer=c${(index * 7919) % customers}`,
        headers: { ...headers },
      }),
    });
    const interleaved = async () => {
      for (const one of settings) await measure(sideOf(one), { connections: CONNECTIONS, seconds: 2 });
      const found: Round[][] = settings.map(() => []);
      for (let round = 0; round < rounds; round++)
        for (const [index, one] of settings.entries()) found[index]?.push(await measured(one));
      return settings.map(({ name }, index) => ({ name, ...summaryOf(found[index] ?? [], found[0] ?? []) }));
    };
    const connections = `${CONNECTIONS} for each web process`;
    await record("two", { seconds, rounds, customers, connections }, async (print) => {
      const free = (await interleaved()).map(({ name, rate, median, p99, times, used, busy }): Cell[] => {
        const all = used.reduce((sum, one) => sum + one, 0);
        return [name, rate, median, p99, times, ...used, busy, Math.round((1000 * cpus().length) / all)];
      });
      const columns = [
        ...["behind the balancer", "checks a second", "median ms", "p99 ms", "times one"],
        ...["web ms", "PostgreSQL ms", "balancer ms", "load ms"],
        ...["cores busy", "most that the cores allow"],
      ];
      print({ name: "two", columns, rows: free });
      const release = await holdTo(
        web.map(({ pid }) => pid),
        SHARE,
      );
      if (!release) return;
      try {
        const rows = (await interleaved()).map(({ name, rate, median, p99, times, used, busy }): Cell[] => [
          ...[`${name}, each held to ${SHARE} of a core`, rate, median, p99],
          ...[times, ...used, busy],
        ]);
        print({ name: "two-held", columns: columns.slice(0, -1), rows });
      } finally {
        await release();
      }
    });

    async function measured(one: (typeof settings)[number]): Promise<Round> {
      const watched = {
        web: async () => {
          const used = await Promise.all(one.web.map(({ pid }) => processorSeconds(pid)));
          return used.reduce((sum, seconds) => sum + seconds, 0);
        },
        postgres: () => processorSeconds(server.postgresPid),
        balancer: () => processorSeconds(one.balancer.pid),
        load: () => {
          const { user, system } = process.cpuUsage();
          return (user + system) / 1e6;
        },
      };
      const others = async () => ({
        web: await watched.web(),
        postgres: await watched.postgres(),
        balancer: await watched.balancer(),
      });
      // Asking takes time of ours, which is none of the load's.
      const before = { ...(await others()), load: watched.load() };
      const sample = await measure(sideOf(one), { connections: CONNECTIONS * one.web.length, seconds });
      const after = { load: watched.load(), ...(await others()) };
      const requests = sample.rate * seconds;
      const each = (key: keyof typeof before) => ((after[key] - before[key]) * 1000) / requests;
      return {
        ...sample,
        web: each("web"),
        postgres: each("postgres"),
        balancer: each("balancer"),
        load: each("load"),
      };
    }
  } finally {
    for (const child of children) await child.stop();
    await server.close();
  }
}

/** The middle of a setting's rounds, beside those of the first. */
function summaryOf(own: Round[], first: Round[]) {
  return {
    ...middle(own),
    times: own === first ? null : Number((1 / ratioOf(first, own)).toFixed(2)),
    used: (["web", "postgres", "balancer", "load"] as const).map((key) =>
      Number(median(own.map((round) => round[key])).toFixed(3)),
    ),
    busy: Number(median(own.map((round) => (round.rate * sumOf(round)) / 1000)).toFixed(2)),
  };
}

function sumOf({ web, postgres, balancer, load }: Round): number {
  return web + postgres + balancer + load;
}
