import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createStripeSandbox } from "@usher/stripe-sandbox";
import getPort from "get-port";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../../scripts/bootstrap/node-flags.mjs";
import { aServer } from "../a-server.ts";
import { aShop } from "../a-shop.ts";
import { casesOf } from "../cases.ts";
import { type Child, startChild } from "../child.ts";
import { measure } from "../measure.ts";
import { memoryOf } from "../processes.ts";
import { type Cell, record } from "../results.ts";

const WHOLE = join(import.meta.dirname, "..", "servers", "whole.ts");
const REST_MS = 10_000;
const SAMPLE_EVERY_MS = 500;

interface Options {
  /** How long each case lasts. */
  seconds: number;
  customers: number;
}

interface Watched {
  name: string;
  pid: number;
  /** null for what has no heap of V8's. */
  child: Child | null;
}

/** What a web process with its pages, a worker and PostgreSQL hold at rest, and while every case is asked of them in turn. */
export async function memory({ seconds, customers }: Options): Promise<void> {
  const server = await aServer();
  const dataDir = await mkdtemp(join(tmpdir(), "usher-memory-"));
  const sandbox = await createStripeSandbox({ databaseUrl: server.databaseUrl });
  const children: Child[] = [];
  const start = async (role: "web" | "worker") => {
    const [port, metricsPort] = [String(await getPort()), String(await getPort())];
    const environment = {
      DATABASE_URL: server.databaseUrl,
      USHER_SECRET: server.secret,
      USHER_DATA_DIR: dataDir,
      USHER_SANDBOX_URL: sandbox.url,
      ...NODE_ENVIRONMENT,
      USHER_DEMO: "false",
      USHER_ROLE: role,
      // Tokens name who gave them.
      USHER_BASE_URL: server.services.baseUrl,
      HOST: "127.0.0.1",
      PORT: port,
      USHER_METRICS_PORT: metricsPort,
    };
    const child = await startChild(WHOLE, { environment, execArgv: [...NODE_FLAGS, "--expose-gc"] });
    children.push(child);
    return child;
  };
  try {
    const shop = await aShop(server, { customers, entries: 10_000, periods: 0 });
    const web = await start("web");
    const watched: Watched[] = [
      { name: "web process, pages included", pid: web.pid, child: web },
      await start("worker").then((child) => ({ name: "worker", pid: child.pid, child })),
      { name: "PostgreSQL, all its processes", pid: server.postgresPid, child: null },
    ];
    await record("memory", { seconds, customers }, async (print) => {
      await pause(REST_MS);
      const atRest = await Promise.all(watched.map(look));
      const most = watched.map(() => 0);
      const sampling = setInterval(async () => {
        for (const [at, { pid }] of watched.entries())
          most[at] = Math.max(most[at] ?? 0, inMB(await memoryOf(pid)));
      }, SAMPLE_EVERY_MS);
      const servers = { usher: web.url, fastify: "", next: null, betterAuth: null };
      for (const { connections, sides } of casesOf(servers, shop, { customers }))
        for (const side of sides.slice(0, 1)) await measure(side, { connections, seconds });
      clearInterval(sampling);
      const after = await Promise.all(watched.map(look));
      const rows = watched.map(({ name }, at): Cell[] => [
        ...[name, atRest[at]?.held ?? 0, atRest[at]?.heap ?? ""],
        ...[most[at] ?? 0, after[at]?.heap ?? ""],
      ]);
      const columns = ["", "at rest MB", "live heap MB", "most under load MB", "live heap after it MB"];
      print({ name: "memory", columns, rows });
    });
  } finally {
    for (const child of children) await child.stop();
    await sandbox.close();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Megabytes held in all, before a collection, and what lives on the heap after one. */
async function look({ pid, child }: Watched): Promise<{ held: number; heap: number | null }> {
  const held = inMB(await memoryOf(pid));
  return { held, heap: child && inMB((await child.memory()).heapUsed) };
}

function inMB(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
