import { type ChildProcess, fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import getPort from "get-port";
import { expect, it } from "vitest";
import { startEmbeddedPostgres } from "../server/platform/database/embedded.ts";
import { readContent } from "./demo-content.ts";
import { isLong, tell } from "./rounds.ts";

// A first start is killed again and again, with everything that it has started in its process group, and continued each time.

const KILLS = isLong ? 10 : 2;
const MAIN = join(import.meta.dirname, "..", "server", "main.ts");
const LOOK_EVERY_MS = 50;

interface Place {
  dataDir: string;
  port: number;
}

async function aPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), "usher-first-start-"));
  // Under root, PostgreSQL runs as another account, which has to walk through.
  await chmod(dataDir, 0o711);
  return { dataDir, port: await getPort() };
}

/** A start that comes as far as it does while the pages are built: with everything but them. */
function begin({ dataDir, port }: Place): ChildProcess {
  const env = {
    ...process.env,
    // As a person's shell has it.
    ...({ NODE_ENV: undefined } as object),
    HOST: "127.0.0.1",
    PORT: String(port),
    USHER_SANDBOX_PORT: "0",
    USHER_DATA_DIR: dataDir,
    DATABASE_URL: "",
    USHER_DEMO: "true",
    USHER_BASE_URL: "http://usher.example",
  };
  const stdio = ["ignore", "ignore", "pipe", "ipc"] as const;
  return fork(MAIN, ["--await-pages"], { env, execArgv: [], stdio: [...stdio], detached: true });
}

/** Waits until the demo and its credentials are there; throws with the last words of a process that ends before. */
async function built(child: ChildProcess, { dataDir }: Place): Promise<void> {
  let words = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    words += chunk.toString();
  });
  while (!existsSync(join(dataDir, "demo.json"))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(words);
    await pause(LOOK_EVERY_MS);
  }
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), "SIGKILL");
  else return;
  await ended;
}

/** Ends it as a person does, and reads what is in its database then. */
async function contentOf(child: ChildProcess, { dataDir }: Place): Promise<Record<string, unknown>> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres") });
  return await readContent(postgres.url).finally(() => postgres.stop());
}

it("a first start that was killed at random moments is continued, and ends with the same demo", {
  timeout: 600_000 + KILLS * 120_000,
}, async () => {
  const [whole, cut] = [await aPlace(), await aPlace()];
  try {
    const beganAt = performance.now();
    const uninterrupted = begin(whole);
    await built(uninterrupted, whole);
    const lasted = Math.ceil(performance.now() - beganAt);
    const expected = await contentOf(uninterrupted, whole);

    let early = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const child = begin(cut);
      await pause(randomInt(lasted));
      if (!existsSync(join(cut.dataDir, "demo.json"))) early++;
      await killed(child);
    }
    const last = begin(cut);
    await built(last, cut);
    expect(await contentOf(last, cut)).toEqual(expected);
    tell("first start killed", { kills: KILLS, "before its end": early, "whole, ms": lasted });
  } finally {
    for (const { dataDir } of [whole, cut]) await rm(dataDir, { recursive: true, force: true });
  }
});
