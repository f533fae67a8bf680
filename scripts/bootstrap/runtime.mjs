import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { StepError } from "./step.mjs";

/** Node runs TypeScript without a build since 22.18 and 24; Usher is made and tested on 24. */
const MAJOR = 24;

/** Where packages.mjs installs Node on a platform for which package.json names no package of it. */
export const FETCHED_NODE = join("node_modules", ".cache", "usher-node");

/** The Node that Usher brings along in node_modules, or the machine's own when that is new enough. */
export function usherNode(root) {
  const node = findNode(root);
  if (node) return node;
  throw new StepError(`Node ${MAJOR} is missing from node_modules: delete node_modules and start again.`);
}

/** The variable PATH by which a program that starts `node` by name, as Next does for style sheets, finds this one. */
export function pathWith(node) {
  return [dirname(node), process.env.PATH].filter(Boolean).join(delimiter);
}

/** Is there a Node that runs Usher? */
export function hasNode(root) {
  return findNode(root) !== null;
}

function findNode(root) {
  const isWindows = process.platform === "win32";
  const name = isWindows ? "node.exe" : "node";
  const bundled = `node-${isWindows ? "win" : process.platform}-${process.arch}`;
  const brought = [join("node_modules", bundled), join(FETCHED_NODE, "node_modules", "node")]
    .map((folder) => join(root, folder, "bin", name))
    .find((path) => existsSync(path));
  if (brought) return brought;
  return Number.parseInt(process.versions.node, 10) >= MAJOR ? process.execPath : null;
}
