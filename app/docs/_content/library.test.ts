// @module-tag ci
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPrepared } from "./library.ts";
import { prepareLibrary, readLibrary } from "./read-library.ts";

const DOCS = join(import.meta.dirname, "../../../docs");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "usher-docs-"));
  await prepareLibrary(DOCS, folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the documentation that the build prepared", () => {
  it("is the one that is written, page by page, with the same contents and index", {
    tags: ["long"],
  }, async () => {
    const [prepared, written] = [await openPrepared(folder), await readLibrary(DOCS)];
    expect(written.names.length).toBeGreaterThan(30);
    expect(prepared.groups).toEqual(written.groups);
    for (const name of written.names) {
      expect(prepared.has(name)).toBe(true);
      // As JSON has it: without fields that are undefined.
      expect(await prepared.page(name)).toEqual(JSON.parse(JSON.stringify(await written.page(name))));
    }
    expect(prepared.has("nothing")).toBe(false);
    expect(await prepared.searchIndex()).toBe(await written.searchIndex());
  });

  it("is shown without loading what parses and colours it", async () => {
    const program = `
      const { openPrepared } = await import(process.argv[1]);
      const library = await openPrepared(process.argv[2]);
      await library.page("webhooks");
      const { registerHooks } = await import("node:module");
      console.log(JSON.stringify(loaded));`;
    const hooks = `
      import { registerHooks } from "node:module";
      globalThis.loaded = [];
      registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--import",
      `data:text/javascript,${encodeURIComponent(hooks)}`,
      "--input-type=module",
      "--eval",
      program,
      join(import.meta.dirname, "library.ts"),
      folder,
    ]);
    const loaded: string[] = JSON.parse(stdout);
    expect(loaded.some((url) => url.endsWith("library.ts"))).toBe(true);
    expect(loaded.filter((url) => /node_modules|markdown\.ts|highlight\.ts/.test(url))).toEqual([]);
  });

  it("is what the pages open outside of development", async () => {
    const source = await readFile(join(import.meta.dirname, "open-library.ts"), "utf8");
    expect(source.match(/^import .*$/gm)?.join()).not.toMatch(/read-library|markdown|highlight/);
  });
});
