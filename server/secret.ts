import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./platform/config.ts";
import { StartupError } from "./platform/startup-error.ts";

/** What sealing keys derive from. */
export interface Secrets {
  /** Everything new is sealed with it. */
  present: string;
  /** What is sealed with one of these can be opened still. */
  previous: string[];
}

/**
 * The installation's secret: the one configured, or one made at the first start and kept in the data folder (0600), whose first
 * line it is; further lines are previous ones. Losing it makes what is sealed in the database unreadable, so that it belongs
 * in the backup. Throws StartupError when the folder cannot be used.
 */
export async function installationSecrets({
  secret,
  previousSecrets,
  dataDir,
}: Pick<Config, "secret" | "previousSecrets" | "dataDir">): Promise<Secrets> {
  if (secret !== undefined) return { present: secret, previous: previousSecrets };
  const path = join(dataDir, "secret");
  try {
    await mkdir(dataDir, { recursive: true });
    const [present, ...kept] = (await read(path)) ?? (await create(path, dataDir));
    return { present, previous: [...kept, ...previousSecrets] };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartupError(
      `The data folder ${dataDir} cannot be used: ${reason}. Set USHER_DATA_DIR to a folder that can be written.`,
      { cause },
    );
  }
}

/** The same where there is one already: none is made. */
export async function knownSecrets({
  secret,
  previousSecrets,
  dataDir,
}: Pick<Config, "secret" | "previousSecrets" | "dataDir">): Promise<Secrets | null> {
  if (secret !== undefined) return { present: secret, previous: previousSecrets };
  const [present, ...kept] = (await read(join(dataDir, "secret"))) ?? [];
  return present === undefined ? null : { present, previous: [...kept, ...previousSecrets] };
}

/** The same, for programs that work on what is sealed already. Throws StartupError when there is none. */
export async function requireSecrets(config: Parameters<typeof knownSecrets>[0]): Promise<Secrets> {
  const secrets = await knownSecrets(config);
  if (secrets) return secrets;
  throw new StartupError(
    `There is no secret here: set USHER_SECRET, or USHER_DATA_DIR to the data folder that holds the file "secret" (now ${config.dataDir}).`,
  );
}

async function read(path: string): Promise<[string, ...string[]] | null> {
  try {
    const lines = (await readFile(path, "utf8")).split("\n").map((line) => line.trim());
    const [present, ...previous] = lines.filter((line) => line !== "");
    return present === undefined ? null : [present, ...previous];
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Written aside and linked into place, so that two processes starting at once end with one and the same secret. */
async function create(path: string, dataDir: string): Promise<[string, ...string[]]> {
  const aside = join(dataDir, `secret.${process.pid}.${randomBytes(4).toString("hex")}`);
  await writeFile(aside, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flush: true });
  try {
    await link(aside, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    await unlink(aside);
  }
  const secret = await read(path);
  if (!secret) throw new Error(`${path} is empty`);
  return secret;
}
