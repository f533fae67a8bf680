// node scripts/error-docs.ts    writes the tables of docs/errors.md anew, from the code. A test holds them true.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withErrorTables } from "../server/errors/docs.ts";

const path = join(import.meta.dirname, "..", "docs", "errors.md");
await writeFile(path, withErrorTables(await readFile(path, "utf8")));
