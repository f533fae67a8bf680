#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
// Prisma's schema engine as a program, for `prisma migrate` where its own binary cannot be downloaded: PRISMA_SCHEMA_ENGINE_BINARY
// names this file. It runs the same engine, compiled to WebAssembly, and passes each call to it: JSON-RPC 2.0, one message a line
// (https://prisma.github.io/prisma-engines/doc/migration_core/json_rpc/index.html). Only PostgreSQL, and a database that exists.
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { SchemaEngineError, withSchemaEngine } from "./open.ts";

/** The calls of `prisma migrate deploy`, `status` and `resolve`, by their names in the protocol and in the package. */
const METHODS = [
  "applyMigrations",
  "diagnoseMigrationHistory",
  "ensureConnectionValidity",
  "markMigrationApplied",
  "markMigrationRolledBack",
] as const;

interface Request {
  id: number;
  method: string;
  // The engine checks it against the method's own type.
  params: never;
}

const { values, positionals } = parseArgs({
  options: { datasource: { type: "string" }, datamodels: { type: "string", multiple: true } },
  allowPositionals: true,
});
const { url } = JSON.parse(values.datasource ?? "{}") as { url: string };

if (positionals[0] === "cli") {
  // `can-connect-to-database`, before the engine is started: the first call to it fails when there is no connection.
  process.exit(0);
}
for await (const line of createInterface({ input: process.stdin })) await answer(JSON.parse(line) as Request);
// The engine leaves a timer of ten seconds behind, with which it guards its lock.
process.exit(0);

async function answer({ id, method, params }: Request): Promise<void> {
  const reply = (content: object) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...content })}\n`);
  const known = METHODS.find((name) => name === method);
  if (known === undefined) {
    reply({ error: { code: -32601, message: `Method not found: ${method}` } });
    return;
  }
  try {
    reply({ result: (await withSchemaEngine(url, async (engine) => engine[known](params))) ?? null });
  } catch (error) {
    // The form of an error that the command line shows as its user's own, not as a crash of the engine.
    const message = error instanceof Error ? error.message : String(error);
    const error_code = error instanceof SchemaEngineError ? error.code : undefined;
    reply({ error: { code: 4466, message, data: { is_panic: false, message, error_code, meta: null } } });
  }
}
