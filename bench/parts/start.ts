import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import getPort from "get-port";
import { median } from "../measure.ts";
import { options } from "../options.ts";
import { familyOf } from "../processes.ts";
import { type Cell, record, verdict } from "../results.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const LOOK_EVERY_MS = 20;
const WITHIN_MS = 10 * 60_000;

interface Start {
  seconds: number;
  /** What npm printed: a line for each step that was made ready first, with its seconds. */
  said: string;
}

/**
 * `npm start` until /readyz says yes, with the embedded PostgreSQL and the demo tenant. Cold is a clone of the last commit, with
 * an empty cache of npm's: everything is fetched, installed and built.
 */
export async function start(): Promise<void> {
  const { starts, cold } = options;
  await using stack = new AsyncDisposableStack();
  const home = await mkdtemp(join(tmpdir(), "usher-start-"));
  stack.defer(() => rm(home, { recursive: true, force: true }));
  // Under root, PostgreSQL runs as another account, which has to walk through.
  await chmod(home, 0o711);
  const columns = ["npm start", "starts", "median s", "slowest s", "at most"];
  columns.push("of which npm ci", "building pages");
  await record("start", { starts, cold }, async (print) => {
    const rows: Cell[][] = [];
    const fresh = await repeated(cold, () => startedFresh(join(home, "clone"), join(home, "npm")));
    if (cold > 0) rows.push(rowOf("in a fresh clone, nothing in npm's cache", fresh, 90));
    const again = () => started(ROOT, { USHER_DATA_DIR: join(home, "data") });
    if (starts > 0) rows.push(rowOf("installed and built, on an empty data folder", [await again()]));
    if (starts > 0) rows.push(rowOf("every later one", await repeated(starts, again), 5));
    print({ name: "start", columns, rows });
  });
}

async function repeated(times: number, work: () => Promise<Start>): Promise<Start[]> {
  const all: Start[] = [];
  while (all.length < times) all.push(await work());
  return all;
}

async function startedFresh(clone: string, cache: string): Promise<Start> {
  execFileSync("git", ["clone", "--quiet", ROOT, clone]);
  const taken = await started(clone, { USHER_DATA_DIR: join(clone, ".usher"), npm_config_cache: cache });
  for (const folder of [clone, cache]) await rm(folder, { recursive: true, force: true });
  return taken;
}

function rowOf(name: string, starts: Start[], target?: number): Cell[] {
  const times = starts.map(({ seconds }) => seconds);
  const middle = median(times);
  const step = (words: string) => {
    const line = new RegExp(`· ${words}.* … ([\\d.]+) s$`, "gm");
    const own = starts.flatMap(({ said }) => [...said.matchAll(line)].map(([, seconds]) => Number(seconds)));
    return own.length === 0 ? "" : tenth(median(own));
  };
  const figures = [starts.length, tenth(middle), tenth(Math.max(...times))];
  return [
    ...[name, ...figures, verdict(middle, target)],
    ...[step("installing packages"), step("building the pages")],
  ];
}

function tenth(seconds: number): number {
  return Number(seconds.toFixed(1));
}

/** Starts it as a person does, waits until it is ready, and ends it. */
async function started(folder: string, settings: Record<string, string>): Promise<Start> {
  const port = String(await getPort());
  const own = { HOST: "127.0.0.1", PORT: port, USHER_SANDBOX_PORT: String(await getPort()) };
  const npm = spawn("npm", ["start"], {
    cwd: folder,
    env: { ...personsEnvironment(), ...settings, ...own },
    stdio: ["ignore", "ignore", "pipe"],
    // A group of its own, which is ended as Ctrl-C ends it.
    detached: true,
  });
  let said = "";
  npm.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
  });
  const startedAt = performance.now();
  try {
    while (!(await isReady(port))) {
      if (npm.exitCode !== null || performance.now() - startedAt > WITHIN_MS)
        throw new Error(`Usher did not start in ${folder}:\n${said}`);
      await pause(LOOK_EVERY_MS);
    }
    return { seconds: (performance.now() - startedAt) / 1000, said };
  } finally {
    if (npm.pid !== undefined) await end(npm.pid);
  }
}

async function isReady(port: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

async function end(pid: number): Promise<void> {
  const family = await familyOf(pid);
  if (family.some(isAlive)) process.kill(-pid, "SIGINT");
  while (family.some(isAlive)) await pause(LOOK_EVERY_MS);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The environment without what `npm run` and this clone's packages added to it: the machine's own Node begins. */
function personsEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const name of Object.keys(environment))
    if (/^(npm_(?!config_registry)|INIT_CWD$|NODE$|NODE_OPTIONS$|NODE_ENV$)/.test(name))
      delete environment[name];
  const path = (environment.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return { ...environment, PATH: path.join(delimiter) };
}
