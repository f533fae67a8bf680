// npm run new-operation -- subscriptions addNote POST /v1/billing/subscriptions/{id}/notes
// writes the schema, the operation, its test and the router's line, and says what is left to do.
import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { problemOf, skeletonOf } from "./skeleton.ts";

const ROOT = join(import.meta.dirname, "../..");
const [group = "", name = "", method = "", path = ""] = process.argv.slice(2);
const operation = { group, name, method, path };

const problem = problemOf(operation);
if (problem) fail(`${problem}\nnpm run new-operation -- <group> <name> <METHOD> <path>`);
const files = skeletonOf(ROOT, operation);
const taken = Object.keys(files).filter(
  (file) => !file.endsWith("router.ts") && existsSync(join(ROOT, file)),
);
if (taken.length > 0) fail(`These files exist already: ${taken.join(", ")}.`);
for (const [file, text] of Object.entries(files)) writeFileSync(join(ROOT, file), text);
const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
spawnSync(process.execPath, [biome, "check", "--write", ...Object.keys(files)], {
  cwd: ROOT,
  stdio: "ignore",
});

const isWrite = method !== "GET";
const left = [
  "Write the schema: who may call it, description, errors by name, every field with its unit; isAtomic where a second run would repeat what it wrote.",
  "A shape that another operation answers already: import it, and delete the generated one.",
  "Write the operation and its test; rules without a database go to rules.ts.",
  ...(isWrite
    ? [
        "An event: server/domain/events/types.ts and server/domain/webhooks/catalogue.ts, then node scripts/webhook-docs.ts.",
        "A recipe for it in server/testing/mutations*.ts, which every-mutation.test.ts asks for; npm run test:long -- every-mutation runs it.",
      ]
    : ["A list: rows for it in server/trpc/statements-of-lists.test.ts."]),
  "A new table: prisma/schema/<area>.prisma, npm run migration -- <name>, npm test -- --only=tsc for the database client, its area in server/domain/privacy/inventory/, a prefix in server/platform/ids.ts.",
  "npm run client, node scripts/api-conventions.ts, node scripts/error-docs.ts.",
  "Last: npm test -- --only=biome,tsc,knip,depcruise,migration,vitest. CONTRIBUTING.md has each step with its check.",
];
process.stdout.write(`Written:\n${list(Object.keys(files))}\nLeft to do:\n${list(left)}\n`);

function list(lines: string[]): string {
  return lines.map((line) => `  - ${line}`).join("\n");
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
