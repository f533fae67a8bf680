import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** What a start may install, in megabytes of 10^6 bytes, and in files. */
const MOST_MEGABYTES = 770;
const MOST_FILES = 40_000;

interface Locked {
  version?: string;
  dev?: boolean;
  link?: boolean;
  os?: string | string[];
  optionalDependencies?: Record<string, string>;
}

const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(ROOT, "package-lock.json"), "utf8"),
);

interface Weight {
  name: string;
  bytes: number;
  files: number;
}

/** The files of an installed package, without packages inside of it; none where npm left it out, as for another platform. */
function weigh(name: string, folder = join(ROOT, name)): Weight {
  const total = { name, bytes: 0, files: 0 };
  let entries: ReturnType<typeof entriesOf>;
  try {
    entries = entriesOf(folder);
  } catch {
    return total;
  }
  for (const entry of entries) {
    if (entry.name === "node_modules" || entry.isSymbolicLink()) continue;
    const path = join(folder, entry.name);
    const { bytes, files } = entry.isDirectory()
      ? weigh(name, path)
      : { bytes: statSync(path).size, files: 1 };
    total.bytes += bytes;
    total.files += files;
  }
  return total;
}

const entriesOf = (folder: string) => readdirSync(folder, { withFileTypes: true });

it(`a start installs at most ${MOST_MEGABYTES} MB in ${MOST_FILES} files`, () => {
  const weights = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link)
    .map(([path]) => weigh(path))
    .sort((one, other) => other.bytes - one.bytes);
  const sum = (pick: (weight: Weight) => number) => weights.reduce((all, one) => all + pick(one), 0);
  const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
  const heaviest = weights
    .slice(0, 10)
    .map(({ name, bytes, files }) => `${megabytes(bytes)} MB in ${files} files: ${name}`);
  const found = { megabytes: megabytes(sum(({ bytes }) => bytes)), files: sum(({ files }) => files) };
  // A start with nothing installed would be no start.
  expect(found.files).toBeGreaterThan(10_000);
  expect(
    found.megabytes <= MOST_MEGABYTES && found.files <= MOST_FILES,
    `${found.megabytes} MB in ${found.files} files; the heaviest:\n${heaviest.join("\n")}`,
  ).toBe(true);
});

describe("the lockfile", () => {
  it("has every package that another names for some platform", () => {
    const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isLocked(path, name))
        .map((name) => `${name} of ${path || "the project"}`),
    );
    expect(missing).toEqual([]);
  });

  // Asks nothing of the network: the lockfile says all that npm has to know.
  it.each([
    ["darwin", "arm64"],
    ["darwin", "x64"],
    ["linux", "arm64"],
    ["linux", "x64", "musl"],
    ["win32", "x64"],
  ])("is what npm installs from on %s %s %s", async (os, cpu, libc?: string) => {
    const platform = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])];
    const args = ["ci", "--dry-run", "--offline", "--ignore-scripts", "--loglevel=error", ...platform];
    const isWindows = process.platform === "win32";
    const { stdout } = await promisify(execFile)(isWindows ? "npm.cmd" : "npm", args, {
      cwd: ROOT,
      shell: isWindows,
    });
    expect(stdout).toMatch(/^(added|changed|removed|up to date)/m);
  });
});

/** Where Node looks for a package from a folder: in its node_modules, then in those further up. */
function isLocked(from: string, name: string): boolean {
  if (lock.packages[posix.join(from, "node_modules", name)]) return true;
  if (from === "") return false;
  const above = from.includes("node_modules/") ? from.slice(0, from.lastIndexOf("node_modules/")) : "";
  return isLocked(above.replace(/\/$/, ""), name);
}
