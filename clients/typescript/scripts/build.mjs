// npm run build: JavaScript and declarations in dist/, as they are published; nothing when they are current.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "../../../scripts/bootstrap/fingerprint.mjs";
import { inTurn } from "../../../scripts/bootstrap/lock.mjs";
import { step } from "../../../scripts/bootstrap/step.mjs";

const FOLDER = join(import.meta.dirname, "..");
const ROOT = join(FOLDER, "..", "..");
const INPUTS = ["clients/typescript/src", "clients/typescript/tsconfig.json", "package-lock.json"];

const dist = join(FOLDER, "dist");
const built = fingerprint(ROOT, join(dist, ".made-from.json"), INPUTS);

async function build() {
  if (built.isCurrent()) return;
  rmSync(dist, { recursive: true, force: true });
  // The project's compiler; the older one beside this package is there for the generator of types.
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  await step("building the client", { command: process.execPath, args: [tsc, "-p", FOLDER], cwd: FOLDER });
  built.remember();
}

if (!built.isCurrent()) await inTurn(ROOT, build);
