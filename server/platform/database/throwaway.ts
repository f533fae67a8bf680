import { existsSync } from "node:fs";
import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "./embedded/process.ts";
import { type Settings, THROWAWAY_SETTINGS } from "./embedded/settings.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";

const PREFIX = "usher-throwaway-";

/**
 * A PostgreSQL for one run, in the machine's temporary folder: fast unless told otherwise, and gone with everything in it at
 * `stop`.
 */
export async function startThrowawayPostgres(
  settings: Settings = THROWAWAY_SETTINGS,
): Promise<EmbeddedPostgres & { dataDir: string }> {
  await sweep();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startEmbeddedPostgres({ dataDir, settings });
  return {
    ...server,
    dataDir,
    async stop() {
      await server.stop();
      await remove(dataDir);
    },
  };
}

/** Runs that were killed left their server behind; this ends it. A folder that resists is left to the next run. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isProcessAlive(Number(pid))) continue;
    const dataDir = join(tmpdir(), name);
    try {
      if (existsSync(join(dataDir, "data", "postmaster.pid"))) {
        await (await startEmbeddedPostgres({ dataDir, settings: THROWAWAY_SETTINGS })).stop();
      }
      await remove(dataDir);
    } catch {
      // Another user's folder, or another run is sweeping it.
    }
  }
}

/** The data folder may lie elsewhere, behind a link. */
async function remove(dataDir: string): Promise<void> {
  const data = await realpath(join(dataDir, "data")).catch(() => dataDir);
  await rm(data, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
