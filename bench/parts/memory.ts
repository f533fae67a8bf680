import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { aServer } from "../a-server.ts";
import { aShop } from "../a-shop.ts";
import { casesOf, sidesOf } from "../cases.ts";
import { type Child, startWhole } from "../child.ts";
import { measure } from "../measure.ts";
import { options } from "../options.ts";
import { memoryOf } from "../processes.ts";
import { type Cell, record } from "../results.ts";

const REST_MS = 10_000;
const SAMPLE_EVERY_MS = 500;

interface Watched {
  name: string;
  pid: number;
  /** Absent for what has no heap of V8's. */
  memory?: Child["memory"];
}

/** What a web process with its pages, a worker and PostgreSQL hold at rest, and while every case is asked of them in turn. */
export async function memory(): Promise<void> {
  const { customers } = options;
  const seconds = 5 * options.seconds;
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "usher-memory-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const server = await aServer(stack, { hasSandbox: true });
  const shop = await aShop(server, { customers, entries: 10_000 });
  const environment = { ...server.environment, USHER_DATA_DIR: dataDir };
  const web = await startWhole(stack, "web", { environment });
  const watched: Watched[] = [
    { name: "web process, pages included", ...web },
    { name: "worker", ...(await startWhole(stack, "worker", { environment })) },
    { name: "PostgreSQL, all its processes", pid: server.postgresPid },
  ];
  await record("memory", { seconds, customers }, async (print) => {
    await pause(REST_MS);
    const atRest = await Promise.all(watched.map(look));
    const most = watched.map(() => 0);
    const sampling = setInterval(async () => {
      for (const [at, { pid }] of watched.entries())
        most[at] = Math.max(most[at] ?? 0, inMB(await memoryOf(pid)));
    }, SAMPLE_EVERY_MS);
    for (const one of casesOf(shop))
      for (const side of sidesOf(one, { Usher: web.url }).slice(0, 1)) await measure(side, seconds);
    clearInterval(sampling);
    const after = await Promise.all(watched.map(look));
    const rows = watched.map(({ name }, at): Cell[] => [
      ...[name, atRest[at]?.held ?? 0, atRest[at]?.heap ?? ""],
      ...[most[at] ?? 0, after[at]?.heap ?? ""],
    ]);
    const columns = ["", "at rest MB", "live heap MB", "most under load MB", "live heap after it MB"];
    print({ name: "memory", columns, rows });
  });
}

/** Megabytes held in all, before a collection, and what lives on the heap after one. */
async function look({ pid, memory }: Watched): Promise<{ held: number; heap: number | null }> {
  const held = inMB(await memoryOf(pid));
  return { held, heap: memory ? inMB((await memory()).heapUsed) : null };
}

function inMB(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
