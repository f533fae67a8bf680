import { type ChildProcess, fork } from "node:child_process";

export interface Child {
  url: string;
  pid: number;
  /** What it holds after a collection, of those that answer it. */
  memory(): Promise<NodeJS.MemoryUsage>;
  stop(): Promise<void>;
}

/** Runs a server of the measurement in a process of its own; its log is discarded. */
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
  // It has sent a message, so it runs and has a pid.
  return { url, pid: child.pid as number, memory: () => memoryOf(child), stop: () => stop(child) };
}

function memoryOf(child: ChildProcess): Promise<NodeJS.MemoryUsage> {
  return new Promise((resolve) => {
    child.once("message", (message) => resolve(message as NodeJS.MemoryUsage));
    child.send("memory");
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
