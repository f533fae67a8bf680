import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { StartupError } from "../startup-error.ts";
import { ADMIN_ROLE, type Cluster, prepareCluster } from "./embedded/cluster.ts";
import { explainFailure } from "./embedded/failures.ts";
import { withFolderLock } from "./embedded/folder-lock.ts";
import { countHolders, ensureOwnDatabase, hold, OWNER_ROLE } from "./embedded/own-database.ts";
import { findPostmaster, startPostmaster, stopPostmaster } from "./embedded/postmaster.ts";
import type { Settings } from "./embedded/settings.ts";

export interface EmbeddedPostgres {
  /** Usher's own database, as its owner. */
  url: string;
  /** The maintenance database, as superuser: for making and dropping databases. */
  adminUrl: string;
  /** Stops the server, unless another process of the same clone still uses it. */
  stop(): Promise<void>;
}

/**
 * Starts a real PostgreSQL on a folder of ours and waits until it answers. A server that already runs on the same
 * folder is joined instead: one left behind by `kill -9`, or one of another process of this clone. The last process
 * to leave stops it. Throws StartupError.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  port?: number;
  log?: (line: string) => void;
  settings?: Settings;
}): Promise<EmbeddedPostgres> {
  const { log = () => undefined, settings } = options;
  const home = resolve(options.dataDir);
  try {
    await mkdir(home, { recursive: true });
    return await withFolderLock(home, async () => {
      const cluster = await prepareCluster(home, log);
      const running = await findPostmaster(cluster);
      if (running) log("joining the PostgreSQL that is already running");
      const port = running?.port ?? (await start(cluster, home, options.port, settings));
      const adminUrl = urlOf(ADMIN_ROLE, cluster.passwords.admin, port, "postgres");
      const holder = await hold(adminUrl);
      await ensureOwnDatabase(holder, cluster.passwords.owner);
      const stop = () =>
        withFolderLock(home, async () => {
          const isLast = (await countHolders(holder)) <= 1;
          await holder.end();
          if (isLast) await stopPostmaster(cluster);
        });
      return { url: urlOf(OWNER_ROLE, cluster.passwords.owner, port, OWNER_ROLE), adminUrl, stop };
    });
  } catch (error) {
    throw error instanceof StartupError
      ? error
      : explainFailure("The embedded PostgreSQL did not start", home, error);
  }
}

async function start(
  cluster: Cluster,
  home: string,
  wished: number | undefined,
  settings?: Settings,
): Promise<number> {
  const file = join(home, "port");
  const kept = Number(await readFile(file, "utf8").catch(() => "0"));
  if (wished && !(await isFree(wished))) {
    throw new StartupError(
      `Port ${wished} for the embedded PostgreSQL is taken: free it, or leave the choice to Usher.`,
    );
  }
  const port = wished ?? (kept && (await isFree(kept)) ? kept : await freePort());
  await writeFile(file, String(port));
  await startPostmaster(cluster, port, settings);
  return port;
}

function urlOf(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
}

function isFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}

function freePort(): Promise<number> {
  return listenOnce(0);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolvePort(typeof address === "object" && address ? address.port : port));
    });
  });
}
