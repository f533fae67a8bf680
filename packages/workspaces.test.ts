import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, "package.json")),
);

type Versions = Record<string, string>;
type Manifest = { license: string; dependencies: Versions; devDependencies: Versions };
const manifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

it.each(FOLDERS)("%s names each dependency with the exact version that the project has", (name) => {
  const own = Object.entries(manifest(join(import.meta.dirname, name)).dependencies);
  expect(own.length).toBeGreaterThan(0);
  const { dependencies, devDependencies } = manifest(ROOT);
  const shared: Versions = { ...dependencies, ...devDependencies };
  for (const [dependency, version] of own) {
    expect(version, dependency).toMatch(/^\d+\.\d+\.\d+/);
    expect(version, dependency).toBe(shared[dependency] ?? version);
  }
});

it("packages are installed anew when a workspace has moved to another folder", { tags: ["long"] }, () => {
  const clone = mkdtempSync(join(tmpdir(), "usher-moved-"));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  mkdirSync(join(clone, "node_modules"));
  const lock = (folder: string) =>
    JSON.stringify({ packages: { "node_modules/@usher/client": { resolved: folder, link: true } } });
  const isCurrent = (installed: string, wanted: string) => {
    writeFileSync(join(clone, "node_modules", ".package-lock.json"), lock(installed));
    writeFileSync(join(clone, "package-lock.json"), lock(wanted));
    const code = `import { arePackagesCurrent } from ${JSON.stringify(join(ROOT, "scripts/bootstrap/packages.mjs"))};
      process.stdout.write(String(arePackagesCurrent(${JSON.stringify(clone)}, { includeDev: true })));`;
    return execFileSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" });
  };
  expect(isCurrent("packages/client", "packages/client")).toBe("true");
  expect(isCurrent("clients/typescript", "packages/client")).toBe("false");
});
