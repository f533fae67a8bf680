import { type ChildProcess, fork } from "node:child_process";

export interface Child {
  url: string;
  /** Bytes of memory that it holds. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** Runs a server of the measurement in a process of its own; its log goes where nobody reads it. */
export async function startChild(
  path: string,
  { environment, execArgv = [] }: { environment: Record<string, string>; execArgv?: string[] },
): Promise<Child> {
  const child = fork(path, {
    env: { ...process.env, NODE_ENV: "production", ...environment },
    execArgv,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { url } = await new Promise<{ url: string }>((resolve, reject) => {
    // Every server of ours says first where it listens.
    child.once("message", (message) => resolve(message as { url: string }));
    child.once("exit", (code) => reject(new Error(`${path} ended with ${code}`)));
  });
  return { url, memory: () => memoryOf(child), stop: () => stop(child) };
}

async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const { readFile } = await import("node:fs/promises");
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
