import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { plannedWait } from "../backoff.ts";
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

/** Between the tries to start it again: where the disk is full, say, that goes on until somebody has made room. */
const REVIVAL_SECONDS = { first: 1, factor: 2, longest: 5, attempts: Number.POSITIVE_INFINITY };
/** A server that lived for as long is no longer one that dies as soon as it is started. */
const LIVED_MS = 10_000;

/**
 * Starts a real PostgreSQL on a folder of ours and waits until it answers. A server that already runs on the same
 * folder is joined instead: one left behind by `kill -9`, or one of another process of this clone. The last process
 * to leave stops it; one that dies meanwhile is started again at the same address, as often and for as long as it takes.
 * Throws StartupError.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  port?: number;
  log?: (line: string) => void;
  settings?: Settings;
}): Promise<EmbeddedPostgres> {
  const { log = () => undefined, settings } = options;
  const home = resolve(options.dataDir);
  await mkdir(home, { recursive: true }).catch((error) => {
    throw explainFailure("The embedded PostgreSQL did not start", home, error);
  });
  const open = (port: number | undefined) =>
    withFolderLock(home, () => startOrJoin({ home, port, log, settings })).catch((error) => {
      if (error instanceof StartupError) throw error;
      throw explainFailure("The embedded PostgreSQL did not start", home, error);
    });

  let server = await open(options.port);
  let stopping: Promise<void> | undefined;
  let tries = 0;
  const revive = async () => {
    log("the embedded PostgreSQL went away; starting it again");
    let told = "";
    while (!stopping) {
      await sleep(plannedWait(REVIVAL_SECONDS, ++tries) * 1000, undefined, { ref: false });
      const again = await open(server.port).catch(({ message }: Error) => {
        // Once for each reason: whoever reads this at night is to see it, not a page of it.
        if (message !== told) log(`${message} Usher goes on trying by itself.`);
        told = message;
      });
      if (!again) continue;
      log("the embedded PostgreSQL is back");
      server = again;
      watch();
      return;
    }
  };
  const watch = () => {
    const since = performance.now();
    server.holder.once("end", () => {
      if (stopping) return;
      if (performance.now() - since > LIVED_MS) tries = 0;
      void revive();
    });
  };
  watch();
  return {
    url: urlOf(OWNER_ROLE, server.cluster.passwords.owner, server.port, OWNER_ROLE),
    adminUrl: adminUrl(server.cluster, server.port),
    stop() {
      stopping ??= withFolderLock(home, () => leave(server));
      return stopping;
    },
  };
}

interface RunningServer {
  cluster: Cluster;
  port: number;
  /** The session that says that this process uses the server. */
  holder: pg.Client;
}

async function startOrJoin(options: {
  home: string;
  port: number | undefined;
  log: (line: string) => void;
  settings: Settings | undefined;
}): Promise<RunningServer> {
  const { home, log, settings } = options;
  const cluster = await prepareCluster(home, log);
  const running = await findPostmaster(cluster);
  if (running) log("joining the PostgreSQL that is already running");
  const port = running?.port ?? (await choosePort(home, options.port));
  if (!running) await startPostmaster(cluster, port, settings);
  try {
    const holder = await hold(adminUrl(cluster, port));
    await ensureOwnDatabase(holder, cluster.passwords.owner);
    return { cluster, port, holder };
  } catch (error) {
    if (!running) await stopPostmaster(cluster);
    throw error;
  }
}

async function leave({ cluster, holder }: RunningServer): Promise<void> {
  const holders = await countHolders(holder);
  await holder.end();
  if (holders === 1) await stopPostmaster(cluster);
}

/** The wished port, or the one of last time, or any free one; kept for the next time. */
async function choosePort(home: string, wished: number | undefined): Promise<number> {
  const file = join(home, "port");
  if (wished && !(await isFree(wished))) {
    throw new StartupError(
      `Port ${wished} for the embedded PostgreSQL is taken: free it, or leave the choice to Usher.`,
    );
  }
  const kept = Number(await readFile(file, "utf8").catch(() => "0"));
  const port = wished ?? (kept && (await isFree(kept)) ? kept : await listenOnce(0));
  if (port !== kept) await writeFile(file, String(port));
  return port;
}

function adminUrl(cluster: Cluster, port: number): string {
  return urlOf(ADMIN_ROLE, cluster.passwords.admin, port, "postgres");
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
