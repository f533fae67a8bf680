import { cpus } from "node:os";
import { aServer } from "../a-server.ts";
import { aShop } from "../a-shop.ts";
import { casesOf } from "../cases.ts";
import { startChild } from "../child.ts";
import { holdTo } from "../held.ts";
import { interleave, measure, median, middle, ratioOf, type Sample, type Side } from "../measure.ts";
import { options } from "../options.ts";
import { processorSeconds } from "../processes.ts";
import { type Cell, record } from "../results.ts";

/** For each web process: both have as many as one can serve. */
const CONNECTIONS = 64;
/** Of a core for each web process, so that two of them do not need all that the machine has. */
const SHARE = 0.25;
const USERS = ["web", "postgres", "balancer", "load"] as const;
const COLUMNS = [
  ...["behind the balancer", "checks a second", "median ms", "p99 ms", "times one"],
  ...["web ms", "PostgreSQL ms", "balancer ms", "load ms"],
  ...["cores busy", "most that the cores allow"],
];

type Used = Record<(typeof USERS)[number], number>;

/** A measured round, with the milliseconds of processor time that each process used for a request. */
type Round = Sample & Used;

/** Web processes behind a balancer, and the processes whose processor time counts. */
interface Setting extends Side {
  pids: Record<"web" | "postgres" | "balancer", number[]>;
}

/**
 * The check by one web process and by two behind a plain balancer, in rounds that alternate. The load comes from the same machine
 * and shares its cores, so the table has the processor time a request as well: it shows how far the cores would reach. Then once
 * more with each web process limited to a share of a core, so that the cores are not the limit: this is what a second one brings.
 */
export async function two(): Promise<void> {
  const { seconds, rounds, customers } = options;
  await using stack = new AsyncDisposableStack();
  const server = await aServer(stack);
  const shop = await aShop(server, { customers });
  const request = casesOf(shop)[0]?.sides.Usher;
  if (!request) throw new Error("There is no check.");
  const { environment, postgresPid } = server;
  const web = [
    await startChild(stack, "usher", { environment }),
    await startChild(stack, "usher", { environment }),
  ];
  const settings: Setting[] = [];
  for (const [at, name] of ["one web process", "two web processes"].entries()) {
    const targets = web.slice(0, at + 1);
    const BENCH_TARGETS = targets.map(({ url }) => url).join();
    const { url, pid } = await startChild(stack, "balancer", { environment: { BENCH_TARGETS } });
    const pids = { web: targets.map((one) => one.pid), postgres: [postgresPid], balancer: [pid] };
    settings.push({ name, url, connections: CONNECTIONS * targets.length, request, pids });
  }
  const connections = `${CONNECTIONS} for each web process`;
  await record("two", { seconds, rounds, customers, connections }, async (print) => {
    print({ name: "two", columns: COLUMNS, rows: await rowsOf(settings) });
    const release = await holdTo(
      web.map(({ pid }) => pid),
      SHARE,
    );
    if (!release) return;
    stack.defer(release);
    const held = (await rowsOf(settings)).map(([name, ...figures]) => [
      `${name}, each held to ${SHARE} of a core`,
      ...figures.slice(0, -1),
    ]);
    print({ name: "two-held", columns: COLUMNS.slice(0, -1), rows: held });
  });
}

/** Measures the settings in rounds that alternate; a row of each. */
async function rowsOf(settings: Setting[]): Promise<Cell[][]> {
  const found = await interleave(settings, { ...options, warm: 2 }, measured);
  return found.map((own, at) => {
    const { rate, median: middleMs, p99 } = middle(own);
    const times = at === 0 ? null : Number((1 / ratioOf(found[0] ?? [], own)).toFixed(2));
    const used = USERS.map((user) => Number(median(own.map((round) => round[user])).toFixed(3)));
    const busy = Number(median(own.map((round) => (round.rate * sumOf(round)) / 1000)).toFixed(2));
    const most = Math.round((1000 * cpus().length) / used.reduce((sum, one) => sum + one, 0));
    return [settings[at]?.name ?? "", rate, middleMs, p99, times, ...used, busy, most];
  });
}

async function measured(setting: Setting, seconds: number): Promise<Round> {
  const { pids } = setting;
  const own = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const others = async () => ({
    web: await secondsOf(pids.web),
    postgres: await secondsOf(pids.postgres),
    balancer: await secondsOf(pids.balancer),
  });
  // Reading the others' time takes time of ours, which is not the load's.
  const before: Used = { ...(await others()), load: own() };
  const sample = await measure(setting, seconds);
  const after: Used = { load: own(), ...(await others()) };
  const each = (user: keyof Used) => ((after[user] - before[user]) * 1000) / (sample.rate * seconds);
  return {
    ...sample,
    web: each("web"),
    postgres: each("postgres"),
    balancer: each("balancer"),
    load: each("load"),
  };
}

async function secondsOf(pids: number[]): Promise<number> {
  const all = await Promise.all(pids.map(processorSeconds));
  return all.reduce((sum, used) => sum + used, 0);
}

function sumOf(round: Round): number {
  return USERS.reduce((sum, user) => sum + round[user], 0);
}
