import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import getPort from "get-port";
import { median } from "../measure.ts";
import { familyOf } from "../processes.ts";
import { type Cell, record } from "../results.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const LOOK_EVERY_MS = 20;
const WITHIN_MS = 10 * 60_000;

interface Options {
  /** How many starts of a clone that has run before, and of fresh clones. */
  starts: number;
  cold: number;
}

interface Start {
  seconds: number;
  /** Seconds of each step that was made ready first, by its name. */
  steps: Map<string, number>;
}

/**
 * `npm start` until /readyz says yes, with the embedded PostgreSQL and the demo tenant. Cold is a clone of the last commit, with
 * an empty cache of npm's: everything is fetched, installed and built.
 */
export async function startUp({ starts, cold }: Options): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "usher-start-"));
  // Under root, PostgreSQL runs as another account, which has to walk through.
  await chmod(home, 0o711);
  try {
    await record("start", { starts, cold }, async (print) => {
      const fresh: Start[] = [];
      for (let index = 0; index < cold; index++) {
        const clone = join(home, `clone-${index}`);
        await promisify(execFile)("git", ["clone", "--quiet", ROOT, clone]);
        fresh.push(
          await started(clone, {
            USHER_DATA_DIR: join(clone, ".usher"),
            npm_config_cache: join(home, `npm-${index}`),
          }),
        );
        await rm(clone, { recursive: true, force: true });
        await rm(join(home, `npm-${index}`), { recursive: true, force: true });
      }
      const settings = { USHER_DATA_DIR: join(home, "data") };
      const first = starts > 0 ? [await started(ROOT, settings)] : [];
      const again: Start[] = [];
      for (let index = 0; index < starts; index++) again.push(await started(ROOT, settings));
      const rows: Cell[][] = [];
      if (cold > 0) rows.push(rowOf("in a fresh clone, nothing in npm's cache", fresh, 90));
      if (starts > 0) rows.push(rowOf("installed and built, on an empty data folder", first, null));
      if (starts > 0) rows.push(rowOf("every later one", again, 5));
      print({
        name: "start",
        columns: [
          "npm start",
          "starts",
          "median s",
          "slowest s",
          "at most",
          "of which npm ci",
          "building pages",
        ],
        rows,
      });
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function rowOf(name: string, starts: Start[], target: number | null): Cell[] {
  const times = starts.map(({ seconds }) => seconds);
  const middle = median(times);
  const step = (part: string) => {
    const own = starts.flatMap(({ steps }) => [...steps].filter(([step]) => step.startsWith(part)));
    return own.length === 0 ? "" : tenth(median(own.map(([, seconds]) => seconds)));
  };
  return [
    ...[name, starts.length, tenth(middle), tenth(Math.max(...times))],
    target === null ? "" : `${target}${middle > target ? ", missed" : ""}`,
    ...[step("installing packages"), step("building the pages")],
  ];
}

function tenth(seconds: number): number {
  return Number(seconds.toFixed(1));
}

/** Starts it as a person does, waits until it is ready, and ends it. */
async function started(folder: string, settings: Record<string, string>): Promise<Start> {
  const port = await getPort();
  const npm = spawn("npm", ["start"], {
    cwd: folder,
    env: {
      ...personsEnvironment(),
      ...settings,
      HOST: "127.0.0.1",
      PORT: String(port),
      USHER_SANDBOX_PORT: String(await getPort()),
    },
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
    const seconds = (performance.now() - startedAt) / 1000;
    const steps = [...said.matchAll(/· (.+?) … ([\d.]+) s$/gm)].map(
      ([, name = "", taken]) => [name, Number(taken)] as const,
    );
    return { seconds, steps: new Map(steps) };
  } finally {
    await end(npm);
  }
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

async function end({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return;
  const family = await familyOf(pid);
  if (family.some(isAlive)) process.kill(-pid, "SIGINT");
  while (family.some(isAlive)) await pause(LOOK_EVERY_MS);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
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
