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
/** For each web process: both have as many as one can serve. */
const CONNECTIONS = 64;
/** Of a core for each web process, so that two of them do not need all that the machine has. */
const SHARE = 0.25;
const COLUMNS = [
  ...["behind the balancer", "checks a second", "median ms", "p99 ms", "times one"],
  ...["web ms", "PostgreSQL ms", "balancer ms", "load ms"],
  ...["cores busy", "most that the cores allow"],
];

interface Options {
  seconds: number;
  rounds: number;
  customers: number;
}

/** A measured round, with the milliseconds of processor time that each process used for a request. */
interface Round extends Sample {
  web: number;
  postgres: number;
  balancer: number;
  load: number;
}

/** Web processes behind a balancer. */
interface Setting {
  name: string;
  web: Child[];
  balancer: Child;
}

/** What is measured in every setting, and how. */
interface Plan extends Options {
  settings: Setting[];
  headers: Record<string, string>;
  postgresPid: number;
}

/**
 * The check by one web process and by two behind a plain balancer, in rounds that alternate. The load comes from the same machine
 * and shares its cores, so the table has the processor time a request as well: it shows how far the cores would reach. Then once
 * more with each web process limited to a share of a core, so that the cores are not the limit: this is what a second one brings.
 */
export async function twoProcesses(options: Options): Promise<void> {
  const { seconds, rounds, customers } = options;
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
    const settings: Setting[] = [];
    for (const count of [1, 2]) {
      const targets = web.slice(0, count);
      const balancer = await start("balancer.ts", { BENCH_TARGETS: targets.map(({ url }) => url).join() });
      settings.push({ name: count === 1 ? "one web process" : "two web processes", web: targets, balancer });
    }
    const plan: Plan = { ...options, settings, headers, postgresPid: server.postgresPid };
    const connections = `${CONNECTIONS} for each web process`;
    await record("two", { seconds, rounds, customers, connections }, async (print) => {
      print({ name: "two", columns: COLUMNS, rows: (await interleaved(plan)).map(rowOfFree) });
      const release = await holdTo(
        web.map(({ pid }) => pid),
        SHARE,
      );
      if (!release) return;
      try {
        const rows = (await interleaved(plan)).map(rowOfHeld);
        print({ name: "two-held", columns: COLUMNS.slice(0, -1), rows });
      } finally {
        await release();
      }
    });
  } finally {
    for (const child of children) await child.stop();
    await server.close();
  }
}

type Summary = ReturnType<typeof summaryOf> & { name: string };

function rowOfFree({ name, rate, median, p99, times, used, busy }: Summary): Cell[] {
  const all = used.reduce((sum, one) => sum + one, 0);
  return [name, rate, median, p99, times, ...used, busy, Math.round((1000 * cpus().length) / all)];
}

function rowOfHeld({ name, rate, median, p99, times, used, busy }: Summary): Cell[] {
  return [`${name}, each held to ${SHARE} of a core`, rate, median, p99, times, ...used, busy];
}

/** Measures the settings in rounds that alternate. */
async function interleaved(plan: Plan): Promise<Summary[]> {
  const { settings, rounds } = plan;
  for (const one of settings) await measure(sideOf(plan, one), { connections: CONNECTIONS, seconds: 2 });
  const found: Round[][] = settings.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, one] of settings.entries()) found[index]?.push(await measured(plan, one));
  return settings.map(({ name }, index) => ({ name, ...summaryOf(found[index] ?? [], found[0] ?? []) }));
}

function sideOf({ customers, headers }: Plan, { name, balancer }: Setting): Side {
  return {
    name,
    url: balancer.url,
    request: (index) => ({
      method: "GET",
      path: `/v1/billing/entitlements/units?customer=c${(index * 7919) % customers}`,
      headers: { ...headers },
    }),
  };
}

async function measured(plan: Plan, setting: Setting): Promise<Round> {
  const { seconds, postgresPid } = plan;
  const ownSeconds = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const others = async () => {
    const web = await Promise.all(setting.web.map(({ pid }) => processorSeconds(pid)));
    return {
      web: web.reduce((sum, used) => sum + used, 0),
      postgres: await processorSeconds(postgresPid),
      balancer: await processorSeconds(setting.balancer.pid),
    };
  };
  // Reading the others' time takes time of ours, which is not the load's.
  const before = { ...(await others()), load: ownSeconds() };
  const connections = CONNECTIONS * setting.web.length;
  const sample = await measure(sideOf(plan, setting), { connections, seconds });
  const after = { load: ownSeconds(), ...(await others()) };
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
