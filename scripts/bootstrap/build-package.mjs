import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fingerprint } from "./fingerprint.mjs";
import { withLock } from "./lock.mjs";
import { step } from "./step.mjs";

const ROOT = join(import.meta.dirname, "..", "..");

/**
 * Compiles a folder of packages/ to JavaScript and declarations in its dist/, as they are published; does nothing when they are
 * current. finish runs after the compiler.
 */
export async function buildPackage(folder, finish = () => undefined) {
  const name = relative(ROOT, folder);
  const own = ["src", "scripts", "tsconfig.json", "package.json", "README.md"].map((input) =>
    join(name, input),
  );
  const shared = ["packages/tsconfig.json", "scripts/bootstrap/build-package.mjs", "package-lock.json"];
  const dist = join(folder, "dist");
  const built = fingerprint(ROOT, join(dist, ".made-from.json"), [...own, ...shared]);
  if (built.isCurrent()) return;
  // A lock of its own: this clone's may be held for as long as its pages take.
  await withLock(folder, async () => {
    if (built.isCurrent()) return;
    rmSync(dist, { recursive: true, force: true });
    // The project's compiler; a package may have another one beside it for its own tools.
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    await step(`building ${name}`, { command: process.execPath, args: [tsc, "-p", folder], cwd: folder });
    await finish(dist);
    built.remember();
  });
}

/**
 * The same for a package whose source the server runs as it is: dist/ becomes a package of its own, to be packed and published from
 * there. Node strips no types under node_modules, so that what is installed has to be JavaScript.
 */
export async function buildForPublishing(folder) {
  await buildPackage(folder, (dist) => {
    const {
      private: _,
      scripts,
      devDependencies,
      ...facts
    } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const exported = { types: "./index.d.ts", default: "./index.js" };
    const manifest = {
      ...facts,
      ...facts.publishConfig,
      exports: { ".": exported, "./package.json": "./package.json" },
      files: ["**/*.js", "**/*.d.ts"],
    };
    delete manifest.publishConfig;
    writeFileSync(join(dist, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    cpSync(join(folder, "README.md"), join(dist, "README.md"));
  });
}
