import { existsSync } from "node:fs";
import { join } from "node:path";
import { StepError } from "./step.mjs";

/** Node runs TypeScript without a build since 22.18 and 24; Usher is made and tested on 24. */
const MAJOR = 24;

/** The Node that Usher brings along in node_modules, or the machine's own when that is new enough. */
export function usherNode(root) {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const bundled = join(root, "node_modules", "node", "bin", name);
  if (existsSync(bundled)) return bundled;
  if (Number.parseInt(process.versions.node, 10) >= MAJOR) return process.execPath;
  throw new StepError(`Node ${MAJOR} is missing from node_modules: delete node_modules and start again.`);
}
