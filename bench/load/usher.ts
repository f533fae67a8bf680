import { type ChildProcess, fork } from "node:child_process";
import { openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../../scripts/bootstrap/node-flags.mjs";

const MAIN = join(import.meta.dirname, "..", "..", "server", "main.ts");
const MEMORY = join(import.meta.dirname, "memory.ts");

/** A process of Usher as it is run in production. */
export interface UsherProcess {
  name: string;
  /** Bytes held after a collection: the resident set, the heap, and buffers outside the heap. */
  memory(): Promise<NodeJS.MemoryUsage>;
  /** Seconds of processor time so far. */
  processorSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts server/main.ts; its log goes to a file. */
export function startUsher(
  name: string,
  { environment, log }: { environment: Record<string, string>; log: string },
): UsherProcess {
  const file = openSync(log, "a");
  const child = fork(MAIN, {
    env: {
      ...NODE_ENVIRONMENT,
      PATH: process.env.PATH,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      ...environment,
    },
    execArgv: [...NODE_FLAGS, "--expose-gc", "--import", MEMORY],
    stdio: ["ignore", file, file, "ipc"],
  });
  // Where the load itself fails, nothing is left behind.
  process.once("exit", () => child.kill("SIGKILL"));
  return {
    name,
    memory: () => memoryOf(child),
    async processorSeconds() {
      const stat = await readFile(`/proc/${child.pid}/stat`, "utf8");
      const [user = 0, system = 0] = stat
        .slice(stat.lastIndexOf(")") + 2)
        .split(" ")
        .slice(11, 13)
        .map(Number);
      // The kernel counts in hundredths (man 5 proc).
      return (user + system) / 100;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function memoryOf(child: ChildProcess): Promise<NodeJS.MemoryUsage> {
  return new Promise((resolve) => {
    // It answers with what memoryUsage says.
    child.once("message", (message) => resolve(message as NodeJS.MemoryUsage));
    child.send("memory");
  });
}

/** Waits until a process says that it is ready. */
export async function whenReady(url: string): Promise<void> {
  for (let tries = 0; tries < 1_500; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.status === 200) return;
    await pause(200);
  }
  throw new Error(`${url} was not ready within five minutes.`);
}
