import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "@playwright/test";
import getPort from "get-port";
import { pathWith } from "../scripts/bootstrap/runtime.mjs";
import { LONGEST_WAIT } from "./limits.ts";

const ROOT = join(import.meta.dirname, "..");

export interface Example {
  origin: string;
  close(): Promise<void>;
}

/**
 * Runs the example in Next.js, as `npm run dev` does in its folder, until it answers. environment is told where it will be.
 */
export async function openExample(
  environment: (origin: string) => Promise<Record<string, string>>,
): Promise<Example> {
  const build = join(ROOT, "packages", "client", "scripts", "build.mjs");
  execFileSync(process.execPath, [build], { timeout: LONGEST_WAIT });
  const port = await getPort();
  const next = join(ROOT, "node_modules", "next", "dist", "bin", "next");
  const origin = `http://127.0.0.1:${port}`;
  const own = await environment(origin);
  const child = spawn(process.execPath, [next, "dev", "--port", String(port), "--hostname", "127.0.0.1"], {
    cwd: join(ROOT, "examples", "nextjs-saas"),
    env: {
      ...process.env,
      NODE_ENV: "development",
      NEXT_TELEMETRY_DISABLED: "1",
      PATH: pathWith(process.execPath),
      ...own,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const answers = () =>
    fetch(`${origin}/sign-in`).then(
      ({ status }) => status,
      () => 0,
    );
  const close = async () => {
    const ended = once(child, "exit");
    if (child.kill()) await ended;
  };
  try {
    await expect.poll(answers, { timeout: LONGEST_WAIT }).toBe(200);
  } catch (error) {
    await close();
    throw error;
  }
  return { origin, close };
}
