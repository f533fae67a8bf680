import { fork } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import getPort from "get-port";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../scripts/bootstrap/node-flags.mjs";

/** A server of the measurement, in a process of its own. */
export interface Child {
  url: string;
  pid: number;
  /** What it holds after a collection; only servers/whole.ts answers it. */
  memory(): Promise<NodeJS.MemoryUsage>;
}

interface Setting {
  environment: Record<string, string>;
  execArgv?: string[];
  /** The file that its output is added to; without one its log is discarded. */
  log?: string;
}

/** Runs a program of bench/servers until the stack ends. Throws when it ends before it says where it listens. */
export async function startChild(
  stack: AsyncDisposableStack,
  server: string,
  { environment, execArgv = [], log }: Setting,
): Promise<Child> {
  const file = log === undefined ? null : openSync(log, "a");
  const child = fork(join(import.meta.dirname, "servers", `${server}.ts`), {
    env: { ...process.env, NODE_ENV: "production", ...environment },
    execArgv,
    stdio: ["ignore", file ?? "ignore", file ?? "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  stack.defer(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const failed = ended.then(([code]) => Promise.reject(new Error(`${server} ended with ${code}`)));
  const [{ url }] = await Promise.race([once(child, "message"), failed]);
  const memory = async () => {
    child.send("memory");
    const [usage] = await once(child, "message");
    return usage;
  };
  // It has sent a message, so it runs and has a pid.
  return { url, pid: child.pid as number, memory };
}

/** Runs Usher as `npm start` does, pages or jobs included, on free ports. */
export async function startWhole(
  stack: AsyncDisposableStack,
  role: "web" | "worker",
  { environment, log }: Pick<Setting, "environment" | "log">,
): Promise<Child> {
  const ports = { PORT: String(await getPort()), USHER_METRICS_PORT: String(await getPort()) };
  const fixed = { ...NODE_ENVIRONMENT, USHER_DEMO: "false", USHER_ROLE: role, HOST: "127.0.0.1", ...ports };
  const execArgv = [...NODE_FLAGS, "--expose-gc"];
  return startChild(stack, "whole", { environment: { ...fixed, ...environment }, execArgv, log });
}
