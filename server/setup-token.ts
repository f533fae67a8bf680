import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { needsOwner } from "./domain/members/set-up-owner.ts";
import type { Services } from "./platform/scope.ts";

/**
 * Where an installation without an owner is set up: the address with the setup token, which also stands in the file setup-token of
 * the data folder (mode 0600). null, and no file, once there is an owner. A folder that cannot be written keeps nobody from
 * starting: the address is printed as well.
 */
export async function offerSetup(services: Services): Promise<string | null> {
  const { config, baseUrl, setupToken, log } = services;
  const path = join(config.dataDir, "setup-token");
  const isNew = await needsOwner(services);
  const keep = async () => {
    // Removed first: a file that is there keeps its mode.
    await rm(path, { force: true });
    if (!isNew) return;
    await mkdir(config.dataDir, { recursive: true });
    await writeFile(path, `${setupToken}\n`, { mode: 0o600 });
  };
  await keep().catch((error: unknown) => log.warn({ err: error, path }, "the setup token could not be kept"));
  return isNew ? `${baseUrl}/setup?token=${setupToken}` : null;
}
