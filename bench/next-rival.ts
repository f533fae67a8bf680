import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const HERE = import.meta.dirname;

/** Builds the small Next application in bench/next for production, and answers the program that serves it. */
export async function buildNextRival(): Promise<string> {
  const next = join(HERE, "..", "node_modules", "next", "dist", "bin", "next");
  await promisify(execFile)(process.execPath, [next, "build"], {
    cwd: join(HERE, "next"),
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  return join(HERE, "servers", "next.ts");
}
