import { statSync } from "node:fs";
import { dirname } from "node:path";
import { LocalPostgresError } from "./error.ts";
import { run } from "./run.ts";
import type { Account } from "./server-account.ts";

const NAME = "postgres";

/**
 * PostgreSQL refuses to run as root. Returns the account to run it as when this process is root, and undefined
 * when it is not. Data that already belongs to another account is opened as that account; otherwise as `postgres`,
 * which is made when the machine does not have it.
 */
export async function serverAccount(existingDataFolder: string | undefined): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (existingDataFolder) {
    const { uid, gid } = statSync(existingDataFolder);
    if (uid !== 0) return { uid, gid };
  }
  const known = await lookUp();
  if (known) return known;
  await run("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    NAME,
  ]).catch(() => undefined);
  const made = await lookUp();
  if (made) return made;
  throw new LocalPostgresError(
    "no_account",
    `PostgreSQL does not run as root and the account "${NAME}" could not be made: create it (useradd --system ${NAME}), or start as another user.`,
  );
}

async function lookUp(): Promise<Account | undefined> {
  const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => run("id", [flag, NAME])));
  if (uid?.code !== 0 || gid?.code !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** Whether this account may reach the given folder. A folder under /root, for one, is closed to all other accounts. */
export function canReach(account: Account, folder: string): boolean {
  const { mode, uid, gid } = statSync(folder);
  const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
  const isOpen = (bits & 0b001) !== 0;
  const parent = dirname(folder);
  return isOpen && (parent === folder || canReach(account, parent));
}
