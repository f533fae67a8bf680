import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import getPort from "get-port";

const SCRIPTS = join(import.meta.dirname, "..", "..", "scripts");

/** The whole product, pages included, as `npm start` starts it. */
export interface Product {
  baseUrl: string;
  /** Its exit code, once it has ended; null when a signal ended it. */
  ended: Promise<number | null>;
  /** Asks it to end, by SIGTERM unless another signal is named, and waits until it has. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts it with these settings beside the environment's, on a free port unless one is named, and waits until it is ready; by
 * `npm start`'s script, or by `npm run dev`'s. Throws when it ends before.
 */
export async function startProduct(
  settings: Record<string, string>,
  script: "start.mjs" | "dev.mjs" = "start.mjs",
): Promise<Product> {
  const port = settings.PORT ?? String(await getPort());
  const baseUrl = `http://localhost:${port}`;
  const environment: NodeJS.Dict<string> = {
    ...process.env,
    // As a person's shell has it.
    NODE_ENV: undefined,
    HOST: "127.0.0.1",
    PORT: port,
    USHER_SANDBOX_PORT: String(await getPort()),
    LOG_LEVEL: "warn",
    ...settings,
  };
  const child = spawn(process.execPath, [join(SCRIPTS, script)], {
    env: environment as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  while (!(await isReady(baseUrl))) {
    if (child.exitCode !== null) throw new Error(`Usher ended with ${child.exitCode} before it was ready`);
    await pause(100);
  }
  return {
    baseUrl,
    ended,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      await ended;
    },
  };
}

const isReady = (baseUrl: string) =>
  fetch(`${baseUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
