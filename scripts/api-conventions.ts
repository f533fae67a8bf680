// node scripts/api-conventions.ts    writes the table of docs/api-conventions.md anew, from the routers. A test holds it true.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withOperationTable } from "../server/trpc/conventions.ts";
import { appRouter } from "../server/trpc/root.ts";

const path = join(import.meta.dirname, "..", "docs", "api-conventions.md");
await writeFile(path, withOperationTable(await readFile(path, "utf8"), appRouter));
