import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

// JavaScript without types, as npm test runs before anything is installed.
const { typeHints }: { typeHints(output: string): string[] } = await import(
  pathToFileURL(join(ROOT, "scripts/bootstrap/type-hints.mjs")).href
);

const FORGETFUL = `
import type { EventType } from "../../../server/domain/events/types.ts";
import { ApiError } from "../../../server/errors/api-error.ts";
import { newId } from "../../../server/platform/ids.ts";
import type { Scope } from "../../../server/platform/scope.ts";

export const event: EventType = "subscription.forgotten";
export const error = new ApiError("forgotten", {});
export const id = newId("forgotten");
export const rows = ({ db }: Scope) => db.forgotten.count();
`;

it("npm test says which file a missing error, event, identifier or table belongs in", {
  tags: ["long"],
}, () => {
  const cache = join(ROOT, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "type-hints-"));
  try {
    writeFileSync(join(folder, "forgetful.ts"), FORGETFUL);
    const compilerOptions = { incremental: false };
    const config = {
      extends: "../../../tsconfig.json",
      include: [],
      files: ["forgetful.ts"],
      compilerOptions,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    const { stdout } = spawnSync(process.execPath, [TSC, "--noEmit", "-p", folder], { encoding: "utf8" });
    expect(typeHints(stdout), stdout).toEqual([
      expect.stringContaining("server/errors/areas/<area>.ts"),
      expect.stringContaining("server/domain/events/types.ts"),
      expect.stringContaining("server/platform/ids.ts"),
      expect.stringContaining("prisma/schema/<area>.prisma"),
    ]);
    expect(typeHints("")).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
