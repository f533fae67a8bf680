import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { canReach, serverAccount } from "./account.ts";
import { type Distribution, findDistribution, program } from "./binaries.ts";
import { LocalPostgresError } from "./error.ts";
import { explainFailure } from "./failures.ts";
import { run } from "./run.ts";
import type { Account } from "./server-account.ts";

/** Where root keeps what the server's account cannot reach in the data folder. */
const sharedRoot = (name: string) => join("/var/lib", name);

/** The superuser for housekeeping; the program itself connects as the owner of its database and no more. */
export const ADMIN_ROLE = "postgres";

/** A data folder that is ready to be started, and the programs that fit it. */
export interface Cluster {
  /** The folder that PostgreSQL owns, symbolic links resolved. */
  data: string;
  distribution: Distribution;
  /** undefined: runs as ourselves. */
  account: Account | undefined;
  passwords: Passwords;
}

interface Passwords {
  admin: string;
  owner: string;
}

/**
 * Finds the cluster of this home folder, or makes it with `initdb`; name is that of the program's database. Throws
 * LocalPostgresError where it cannot be used.
 */
export async function prepareCluster(
  home: string,
  name: string,
  { log, signal }: { log: (line: string) => void; signal: AbortSignal | undefined },
): Promise<Cluster> {
  const data = join(home, "data");
  const isNew = !existsSync(join(data, "PG_VERSION"));
  const account = await serverAccount(isNew ? undefined : await realpath(data));
  const distribution = await reachable(findDistribution(), name, account);
  const passwords = await keptPasswords(home, isNew);
  if (isNew) {
    log("creating the database folder");
    await create(home, name, { distribution, account, passwords }, signal);
  }
  const cluster = { data: await realpath(data), distribution, account, passwords };
  await giveTo(account, cluster.data);
  await assertMajorVersion(cluster);
  return cluster;
}

async function keptPasswords(home: string, isNew: boolean): Promise<Passwords> {
  const file = join(home, "passwords.json");
  if (existsSync(file)) return JSON.parse(await readFile(file, "utf8"));
  if (!isNew) {
    throw new LocalPostgresError(
      "passwords_lost",
      `${file} is missing, and without it the database beside it cannot be opened: restore the file, or move ${home} away to begin with an empty database.`,
    );
  }
  const passwords = {
    admin: randomBytes(24).toString("base64url"),
    owner: randomBytes(24).toString("base64url"),
  };
  await writeFile(`${file}.new`, JSON.stringify(passwords), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return passwords;
}

/**
 * Makes the data folder beside its place and moves it there when it is whole, so that one that was cut off is never
 * taken for a database. It lies in home, or under /var/lib when home is closed to the account.
 */
async function create(
  home: string,
  name: string,
  cluster: Omit<Cluster, "data">,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { account } = cluster;
  const place = join(home, "data");
  // Home is ours and holds no secret that is not closed by itself.
  if (account) await chmod(home, 0o711);
  const isElsewhere = account !== undefined && !canReach(account, home);
  const made = isElsewhere ? await sharedFolder(name) : `${place}.new`;
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { mode: 0o700 });
  if (account) await chown(made, account.uid, account.gid);
  await initialise({ ...cluster, data: made }, signal);
  if (!isElsewhere) return rename(made, place);
  await rm(place, { force: true });
  await symlink(made, place);
}

/** A folder that root copied belongs to root, file by file. */
async function giveTo(account: Account | undefined, data: string): Promise<void> {
  if (!account || (await stat(data)).uid === account.uid) return;
  const { code, output } = await run("chown", ["-R", `${account.uid}:${account.gid}`, data]);
  if (code !== 0) throw explainFailure("The database folder could not be given to its account", data, output);
}

async function sharedFolder(name: string): Promise<string> {
  return mkdtemp(join(await openSharedRoot(name), "data-"));
}

/** Makes the folder that root shares with the account. The umask of the shell may have closed it: it is opened afterwards. */
async function openSharedRoot(name: string): Promise<string> {
  const root = sharedRoot(name);
  await mkdir(root, { recursive: true });
  await chmod(root, 0o755);
  return root;
}

/** The programs, copied once to where the account can run them when node_modules is closed to it. */
async function reachable(
  distribution: Distribution,
  name: string,
  account: Account | undefined,
): Promise<Distribution> {
  if (!account || canReach(account, distribution.root)) return distribution;
  const root = join(await openSharedRoot(name), `postgresql-${distribution.version}`);
  if (!existsSync(root)) {
    const copy = await mkdtemp(`${root}.`);
    await cp(distribution.root, copy, { recursive: true, verbatimSymlinks: true });
    // npm closes each file where the umask of the shell says so.
    const { code, output } = await run("chmod", ["-R", "a+rX", copy]);
    if (code !== 0) throw explainFailure("PostgreSQL could not be opened to its account", copy, output);
    // Another process may have been faster; its copy is as good.
    await rename(copy, root).catch(() => rm(copy, { recursive: true, force: true }));
  }
  return { ...distribution, root };
}

async function initialise(
  { data, distribution, account, passwords }: Cluster,
  signal: AbortSignal | undefined,
): Promise<void> {
  const passwordFile = join(dirname(data), `.password-${randomBytes(6).toString("hex")}`);
  await writeFile(passwordFile, passwords.admin, { mode: 0o600 });
  try {
    if (account) await chown(passwordFile, account.uid, account.gid);
    const args = [
      `--pgdata=${data}`,
      `--username=${ADMIN_ROLE}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // PostgreSQL's own locale: text sorts alike on every machine, and an update of libc cannot break an index.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ];
    const { code, output } = await run(program(distribution, "initdb"), args, { account, signal });
    signal?.throwIfAborted();
    if (code !== 0) throw explainFailure("The database folder could not be created", data, output);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function assertMajorVersion({ data, distribution }: Cluster): Promise<void> {
  const found = (await readFile(join(data, "PG_VERSION"), "utf8")).trim();
  if (found === String(distribution.major)) return;
  throw new LocalPostgresError(
    "other_version",
    `The database in ${data} was made by PostgreSQL ${found}, and PostgreSQL ${distribution.major} is installed here: dump it with PostgreSQL ${found} (pg_dump) and restore it into an empty folder, or go back to the version that made it.`,
  );
}
