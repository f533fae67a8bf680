import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "./platform/config.ts";

const FILE = "base-url";

/**
 * Keeps the address under which this installation is reached in its data folder, for programs that print links and do not know
 * the server's settings. Throws when the folder cannot be written.
 */
export async function keepAddress({ dataDir }: Pick<Config, "dataDir">, baseUrl: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const aside = join(dataDir, `${FILE}.${process.pid}`);
  await writeFile(aside, `${baseUrl}\n`);
  await rename(aside, join(dataDir, FILE));
}

/**
 * The address under which this installation is reached, without a slash at the end: USHER_BASE_URL; else the one that the server
 * kept at its last start; else localhost and PORT.
 */
export async function knownAddress(config: Pick<Config, "baseUrl" | "dataDir" | "port">): Promise<string> {
  const kept = config.baseUrl ?? (await readFile(join(config.dataDir, FILE), "utf8").catch(() => "")).trim();
  return (URL.canParse(kept) ? kept : `http://localhost:${config.port}`).replace(/\/$/, "");
}
