import { rm } from "node:fs/promises";
import { join } from "node:path";
import { prepareLibrary } from "../app/docs/_content/read-library.ts";

// Prepares the documentation for the built pages, into the folder that is named: a step of scripts/prepare.mjs.

const [, , folder = ""] = process.argv;
if (folder === "") throw new Error("Name the folder that the documentation is prepared in.");
await rm(folder, { recursive: true, force: true });
await prepareLibrary(join(import.meta.dirname, "..", "docs"), folder);
