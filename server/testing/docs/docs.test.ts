// @module-tag ci
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, unique, type World } from "../world.ts";
import { type Block, ROOT, readBlocks } from "./blocks.ts";
import { NOT_RUN, RUN_ELSEWHERE } from "./not-run.ts";
import { STORIES, type Story } from "./pages.ts";
import { programOf, runPage } from "./run-page.ts";

// The documentation's code is run unchanged, in the order of each page, against a server.

const blocks = await readBlocks();
const elsewhere = (block: Block) =>
  RUN_ELSEWHERE.find(({ page, language }) => page === block.page && language === block.language);
const notRun = (block: Block) =>
  NOT_RUN.find(({ page, begins }) => page === block.page && block.code.startsWith(begins));
const isRun = (block: Block) =>
  block.page in STORIES && block.kind !== "markup" && !elsewhere(block) && !notRun(block);

const folder = join(ROOT, ".usher", unique("docs"));
const fileOf = (page: string) => join(folder, page.replaceAll("/", "-").replace(".md", ".ts"));
const stories = new Map<string, Story>();
let world: World;

beforeAll(async () => {
  world = await openWorld({ environment: { USHER_WEBHOOKS_TO_PRIVATE: "true" } });
  await mkdir(folder, { recursive: true });
  const prepared = Object.entries(STORIES).map(async ([page, prepare]) => {
    const story = await prepare(world);
    stories.set(page, story);
    const own = blocks.filter((block) => block.page === page);
    await writeFile(fileOf(page), programOf(own, story, isRun));
  });
  await Promise.all(prepared);
  const settings = {
    extends: "../../tsconfig.json",
    compilerOptions: { incremental: false },
    include: ["*.ts"],
    exclude: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
}, 120_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await world.close();
});

describe("each block of code in the README and in docs/", () => {
  it("is run, here or by another test, or is named with the reason why not", () => {
    const unknown = blocks.filter((block) => !isRun(block) && !elsewhere(block) && !notRun(block));
    expect(unknown.map(({ page, code }) => `${page}: ${code.split("\n")[0]}`)).toEqual([]);
    expect(blocks.filter(isRun).length).toBeGreaterThan(40);
  });

  it("that is named as not run, or as run elsewhere, is there still", async () => {
    const gone = NOT_RUN.filter((one) => !blocks.some((block) => notRun(block) === one));
    expect(gone).toEqual([]);
    for (const { page, by } of RUN_ELSEWHERE)
      expect(await readFile(join(ROOT, by), "utf8"), by).toContain(page.split("/").at(-1));
  });

  it("in TypeScript names what the client has, with the types that it has", { tags: ["long"] }, async () => {
    // One that is wrong, so that a compiler which looks at nothing is noticed.
    const wrong = 'import { createUsher } from "@usher/client";\ncreateUsher({ nothing: 1 });\n';
    await writeFile(join(folder, "wrong.ts"), wrong);
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    const run = promisify(execFile)(tsc, ["--noEmit", "--pretty", "false", "--project", folder]);
    const { stdout }: { stdout: string } = await run.catch((error) => error);
    const errors = stdout.split("\n").filter((line) => line.includes("error TS"));
    expect(errors).toEqual([expect.stringMatching(/wrong\.ts\(2,15\).*nothing/)]);
  });

  it.each(Object.keys(STORIES))(
    "works when it is followed, and what it promises for later happens: %s",
    { tags: ["long"] },
    async (page) => {
      const story = stories.get(page);
      if (!story) throw new Error(`${page} was not prepared`);
      await runPage(
        world,
        blocks.filter((block) => block.page === page),
        story,
        fileOf(page),
      );
      await story.later?.();
    },
  );
});
