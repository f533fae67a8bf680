import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { ADMIN_ROLE, type Cluster, prepareCluster } from "./cluster.ts";
import { LocalPostgresError } from "./error.ts";
import { explainFailure } from "./failures.ts";
import { withFolderLock } from "./folder-lock.ts";
import { countHolders, ensureOwnDatabase, hold, type OwnDatabase } from "./own-database.ts";
import { findPostmaster, startPostmaster, stopPostmaster } from "./postmaster.ts";
import type { Settings } from "./settings.ts";

export interface LocalPostgresOptions {
  /** The folder that holds the data, the passwords and the port; it is made when it is missing. */
  dataDir: string;
  /** The name of the database and of the role that owns it. "app" when left out. */
  name?: string;
  /** Roles without login that the owner may `set role` to. They are made when they are missing. */
  roles?: readonly string[];
  /** The port to listen on. When left out: the one of last time if it is free, otherwise any free port. */
  port?: number;
  /** Takes one line for each thing that happens after the start, such as a restart of the server. */
  log?: (line: string) => void;
  /** Settings of postgresql.conf that differ from those of this package. */
  settings?: Settings;
  /** Aborted, it gives up a start that is under way, and ends what that has started; the start is rejected with the reason. */
  signal?: AbortSignal;
}

export interface LocalPostgres {
  /** The program's own database, as its owner. */
  url: string;
  /** The maintenance database, as superuser: for making and dropping databases. */
  adminUrl: string;
  /** Stops the server, unless another process uses the same data folder. */
  stop(): Promise<void>;
}

/** Between the tries to start it again, which go on until it starts: on a full disk, until there is space. */
const MAX_RESTART_WAIT_S = 5;
/** A server that ran for so long does not count as one that ends right after its start. */
const LIVED_MS = 10_000;

/**
 * Starts a real PostgreSQL on a folder and waits until it answers. A server that already runs on the same folder is joined
 * instead: one left behind by `kill -9`, or one of another process. The last process to leave stops it; one that dies
 * meanwhile is started again at the same address, as often and for as long as it takes. Every commit is on disk before it is
 * answered, unless settings say otherwise. It takes as long as the machine needs. Throws LocalPostgresError.
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const { name = "app", roles = [], log = () => undefined, settings, signal } = options;
  const own = { name, roles };
  const home = resolve(options.dataDir);
  await mkdir(home, { recursive: true }).catch((error) => {
    throw explainFailure("The embedded PostgreSQL did not start", home, error);
  });
  const open = (port: number | undefined) =>
    withFolderLock(home, () => startOrJoin({ home, own, port, log, settings, signal })).catch((error) => {
      if (error instanceof LocalPostgresError) throw error;
      signal?.throwIfAborted();
      throw explainFailure("The embedded PostgreSQL did not start", home, error);
    });

  let server = await open(options.port);
  let stopping: Promise<void> | undefined;
  let tries = 0;
  const revive = async () => {
    log("the embedded PostgreSQL went away; starting it again");
    let logged = "";
    while (!stopping) {
      await sleep(Math.min(2 ** tries++, MAX_RESTART_WAIT_S) * 1000, undefined, { ref: false });
      const again = await open(server.port).catch(({ message }: Error) => {
        // One line for each reason, not one for each try.
        if (message !== logged) log(`${message} It is tried again until it starts.`);
        logged = message;
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
    url: urlOf(name, server.cluster.passwords.owner, server.port, name),
    adminUrl: adminUrl(server.cluster, server.port),
    stop() {
      stopping ??= withFolderLock(home, () => leave(server, name));
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
  own: OwnDatabase;
  port: number | undefined;
  log: (line: string) => void;
  settings: Settings | undefined;
  signal: AbortSignal | undefined;
}): Promise<RunningServer> {
  const { home, own, log, settings, signal } = options;
  const cluster = await prepareCluster(home, own.name, { log, signal });
  const running = await findPostmaster(cluster);
  if (running) log("joining the PostgreSQL that is already running");
  const port = running?.port ?? (await choosePort(home, options.port));
  try {
    if (!running) await startPostmaster(cluster, { port, settings, log, signal });
    signal?.throwIfAborted();
    const holder = await hold(adminUrl(cluster, port), own.name);
    await ensureOwnDatabase(holder, own, cluster.passwords.owner);
    return { cluster, port, holder };
  } catch (error) {
    // What was cut off while it started is running; what did not start has nothing to stop.
    if (!running) await stopPostmaster(cluster).catch(() => undefined);
    throw error;
  }
}

async function leave({ cluster, holder }: RunningServer, name: string): Promise<void> {
  const holders = await countHolders(holder, name);
  await holder.end();
  if (holders === 1) await stopPostmaster(cluster);
}

/** The wished port, or the one of last time, or any free one; kept for the next time. */
async function choosePort(home: string, wished: number | undefined): Promise<number> {
  const file = join(home, "port");
  if (wished && !(await isFree(wished))) {
    throw new LocalPostgresError(
      "port_taken",
      `Port ${wished} for the embedded PostgreSQL is taken: free it, or leave the port out.`,
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
