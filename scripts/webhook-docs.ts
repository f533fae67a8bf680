// node scripts/webhook-docs.ts    writes the tables of docs/webhooks.md anew, from the code. A test holds them true.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withTables } from "../server/domain/webhooks/docs.ts";

const path = join(import.meta.dirname, "..", "docs", "webhooks.md");
await writeFile(path, withTables(await readFile(path, "utf8")));
