// node scripts/lifecycle-docs.ts    writes the tables of states in docs/ anew, from the lifecycles. A test holds them true.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LIFECYCLE_PAGES, withLifecycles } from "../server/domain/billing/subscriptions/lifecycle-docs.ts";

for (const page of LIFECYCLE_PAGES) {
  const path = join(import.meta.dirname, "..", "docs", page);
  await writeFile(path, withLifecycles(await readFile(path, "utf8")));
}
