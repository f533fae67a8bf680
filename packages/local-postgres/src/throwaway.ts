import { existsSync } from "node:fs";
import { mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isProcessAlive } from "./process.ts";
import { type Settings, THROWAWAY_SETTINGS } from "./settings.ts";
import { type LocalPostgres, type LocalPostgresOptions, startLocalPostgres } from "./start.ts";

/** Which database to make; settings replace the fast ones, which force nothing to disk. */
export type ThrowawayOptions = Pick<LocalPostgresOptions, "name" | "roles"> & { settings?: Settings };

export interface ThrowawayPostgres extends LocalPostgres {
  dataDir: string;
}

/**
 * A PostgreSQL for one run, in the machine's temporary folder: fast unless it is given other settings, and gone with everything in it
 * at `stop`. It ends servers of its kind that killed processes left behind. Throws LocalPostgresError.
 */
export async function startThrowawayPostgres({
  name = "app",
  roles = [],
  settings = THROWAWAY_SETTINGS,
}: ThrowawayOptions = {}): Promise<ThrowawayPostgres> {
  const prefix = `${name}-throwaway-`;
  await sweep(prefix, name);
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const server = await startLocalPostgres({ dataDir, name, roles, settings });
  return {
    ...server,
    dataDir,
    async stop() {
      await server.stop();
      await remove(dataDir);
    },
  };
}

/** Ends the servers that killed runs left behind. A folder that cannot be removed is left to the next run. */
async function sweep(prefix: string, name: string): Promise<void> {
  for (const entry of await readdir(tmpdir())) {
    const pid = entry.startsWith(prefix) ? /^\d+(?=-)/.exec(entry.slice(prefix.length))?.[0] : undefined;
    if (pid === undefined || isProcessAlive(Number(pid))) continue;
    const dataDir = join(tmpdir(), entry);
    try {
      if (existsSync(join(dataDir, "data", "postmaster.pid"))) {
        await (await startLocalPostgres({ dataDir, name, settings: THROWAWAY_SETTINGS })).stop();
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
