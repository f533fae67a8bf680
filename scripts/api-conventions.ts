// node scripts/api-conventions.ts    writes the tables of docs/api-conventions.md anew, from the routers. A test holds it true.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withTables } from "../server/trpc/conventions.ts";
import { appRouter } from "../server/trpc/root.ts";

const path = join(import.meta.dirname, "..", "docs", "api-conventions.md");
await writeFile(path, withTables(await readFile(path, "utf8"), appRouter));
