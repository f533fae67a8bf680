import { join } from "node:path";
import { type FileLock, tryLockFile } from "@usher/local-postgres";
import { readBaseUrl } from "./base-url.ts";
import type { Config } from "./platform/config.ts";
import type { Log } from "./platform/log.ts";
import { StartupError } from "./platform/startup-error.ts";

const FILE = "owner.lock";

/**
 * Makes this process the owner of its data folder, which alone writes `base-url` and `demo.json` there; null where it is not. A worker
 * never owns a folder; a web process does unless another has it already. Where an owner runs, a process of role "all" refuses to
 * start: it was meant to be the only one. A folder that cannot be written has no owner. Throws StartupError.
 */
export async function ownDataFolder(
  config: Pick<Config, "role" | "dataDir" | "baseUrl" | "port">,
  log: Log,
): Promise<FileLock | null> {
  const { role, dataDir } = config;
  if (role === "worker") return null;
  const taken = tryLock(dataDir, log);
  if (taken === "unwritable") return null;
  if (taken !== null || role === "web") return taken;
  // USHER_BASE_URL of this process says nothing of the other one.
  const address = await readBaseUrl({ ...config, baseUrl: undefined });
  throw new StartupError(
    `Usher is running on the data folder ${dataDir} already, at ${address}: use that one or stop it, or set USHER_DATA_DIR to another folder.`,
  );
}

function tryLock(dataDir: string, log: Log): FileLock | "unwritable" | null {
  try {
    return tryLockFile(join(dataDir, FILE));
  } catch (error) {
    log.warn({ err: error }, "the data folder cannot be written: no address is kept there");
    return "unwritable";
  }
}
