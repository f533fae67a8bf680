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
import { join, relative } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
const FOLDERS = readdirSync(import.meta.dirname).filter((name) =>
  existsSync(join(import.meta.dirname, name, "package.json")),
);

type Versions = Record<string, string>;
type Manifest = { version: string; license: string; dependencies: Versions; devDependencies: Versions };
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

/** The project's own folder, and each folder of a workspace. */
const PARTS = [
  ROOT,
  ...["packages", "examples"].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .map((name) => join(ROOT, folder, name))
      .filter((path) => existsSync(join(path, "package.json"))),
  ),
];

it("every part has the project's version, in the lockfile too, and the changelog names it", () => {
  const { version } = manifest(ROOT);
  const lock: { packages: Record<string, Manifest> } = JSON.parse(
    readFileSync(join(ROOT, "package-lock.json"), "utf8"),
  );
  expect(PARTS.length).toBeGreaterThan(5);
  for (const part of PARTS) {
    expect(manifest(part).version, part).toBe(version);
    expect(lock.packages[relative(ROOT, part).replaceAll("\\", "/")]?.version, part).toBe(version);
  }
  const released = /^## \[(\d+\.\d+\.\d+)\]/m.exec(changelog)?.[1];
  expect(released ?? /^This will be (\d+\.\d+\.\d+)/m.exec(changelog)?.[1]).toBe(version);
});

const TEXTS: Record<string, string> = {
  "AGPL-3.0-only": "GNU AFFERO GENERAL PUBLIC LICENSE",
  MIT: "MIT License",
};

it.each(PARTS)("the text of its licence lies in %s, or above it", (part) => {
  const { license } = manifest(part);
  const [nearest] = [part, join(part, ".."), ROOT]
    .map((folder) => join(folder, "LICENSE"))
    .filter((file) => existsSync(file));
  expect(readFileSync(nearest ?? "", "utf8").trimStart()).toMatch(new RegExp(`^${TEXTS[license]}\n`));
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
