import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./platform/config.ts";

const FILE = "base-url";

/**
 * Stores the installation's base URL in its data folder, for programs that print links without the server's settings. Throws when
 * the folder is not writable.
 */
export async function storeBaseUrl({ dataDir }: Pick<Config, "dataDir">, baseUrl: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const temporary = join(dataDir, `${FILE}.${process.pid}`);
  await writeFile(temporary, `${baseUrl}\n`);
  await rename(temporary, join(dataDir, FILE));
}

/**
 * The installation's base URL, without a slash at the end: USHER_BASE_URL; else the one that the server stored at its last start;
 * else localhost and PORT.
 */
export async function readBaseUrl(config: Pick<Config, "baseUrl" | "dataDir" | "port">): Promise<string> {
  const stored =
    config.baseUrl ?? (await readFile(join(config.dataDir, FILE), "utf8").catch(() => "")).trim();
  return (URL.canParse(stored) ? stored : `http://localhost:${config.port}`).replace(/\/$/, "");
}
