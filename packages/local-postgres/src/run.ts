import { spawn } from "node:child_process";
import type { Account } from "./server-account.ts";

/** How a program ended, with what it said on both outputs. */
export interface RunResult {
  code: number | null;
  output: string;
}

// Next declares NODE_ENV to be a part of every environment; programs that are not Node have no use for it.
const SMALL_ENVIRONMENT = {
  PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
} as unknown as NodeJS.ProcessEnv;

const LAST_WORDS_MS = 500;

/** As which account a program runs, and what ends it early, by SIGTERM. */
interface RunOptions {
  account?: Account | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Runs one of PostgreSQL's programs to its end.
 * The environment is small on purpose: PostgreSQL has no business with our secrets, and speaks English this way.
 */
export function run(
  command: string,
  args: string[],
  { account, signal }: RunOptions = {},
): Promise<RunResult> {
  const child = spawn(command, args, {
    ...(process.platform === "win32" ? {} : { cwd: "/", env: SMALL_ENVIRONMENT }),
    ...account,
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const end = () => child.kill();
  signal?.addEventListener("abort", end);
  child.once("exit", () => signal?.removeEventListener("abort", end));
  return new Promise((resolve, reject) => {
    let output = "";
    const collect = (chunk: Buffer) => {
      output += chunk.toString("utf8");
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
    // A server that was started may hold our pipes open: what was said by now is all.
    child.once("exit", (code) => setTimeout(() => resolve({ code, output }), LAST_WORDS_MS).unref());
  });
}
