import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import getPort from "get-port";
import { expect, it } from "vitest";

it("a server whose terminal is gone ends when it is asked to", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "usher-terminal-"));
  // Under root, PostgreSQL runs as another account, which has to walk through.
  chmodSync(dataDir, 0o711);
  const port = await getPort();
  const server = spawn(process.execPath, [join(import.meta.dirname, "..", "server", "main.ts")], {
    env: {
      ...process.env,
      // As a person's shell has it.
      ...({ NODE_ENV: undefined } as object),
      HOST: "127.0.0.1",
      PORT: String(port),
      USHER_SANDBOX_PORT: String(await getPort()),
      USHER_DATA_DIR: dataDir,
      USHER_DEMO: "false",
      DATABASE_URL: "",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => server.once("exit", resolve));
  server.stdout.resume();
  server.stderr.resume();
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    expect(server.exitCode).toBeNull();
    await pause(200);
  }
  server.stdout.destroy();
  server.stderr.destroy();
  server.kill("SIGTERM");
  const code = await Promise.race([ended, pause(120_000, "runs on" as const)]);
  server.kill("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
  expect(code).toBe(0);
});
