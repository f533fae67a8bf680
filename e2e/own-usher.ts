import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An Usher of the test's own. */
export interface OwnUsher {
  baseURL: string;
  /** Ends it and takes its data folder away. */
  close(): Promise<void>;
}

const START_SECONDS = 60;

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Starts one on an empty database, without the demo tenant, and waits until it is ready. */
export async function openOwnUsher(port: number, settings: Record<string, string>): Promise<OwnUsher> {
  const dataDir = mkdtempSync(join(tmpdir(), "usher-own-"));
  // Under root, PostgreSQL runs as another account, which has to walk through.
  chmodSync(dataDir, 0o711);
  const usher = spawn(process.execPath, [join(import.meta.dirname, "..", "scripts", "e2e-server.mjs")], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      USHER_SANDBOX_PORT: String(await freePort()),
      USHER_DATA_DIR: dataDir,
      USHER_DEMO: "false",
      LOG_LEVEL: "warn",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<void>((resolve) => usher.once("exit", () => resolve()));
  const baseURL = `http://localhost:${port}`;
  await untilReady(baseURL);
  return {
    baseURL,
    async close() {
      usher.kill("SIGTERM");
      await ended;
    },
  };
}

async function untilReady(baseURL: string): Promise<void> {
  const deadline = performance.now() + START_SECONDS * 1000;
  for (;;) {
    const isReady = await fetch(`${baseURL}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() > deadline)
      throw new Error(`Usher was not ready within ${START_SECONDS} s at ${baseURL}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
