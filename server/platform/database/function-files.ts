import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The functions and triggers that come with Usher: one file for each function, with the triggers that call it. */
export const FUNCTIONS_FOLDER = fileURLToPath(new URL("../../../prisma/functions", import.meta.url));

/** One statement of such a file: the function, or one of its triggers. */
export interface DatabaseFunction {
  /** `usher_use`, or for a trigger `<trigger> on <table>`. */
  name: string;
  /** `create or replace …`, for a function with the comment above it. A constraint trigger is dropped and created. */
  statement: string;
  /** SHA-256 of the statement in hexadecimal. */
  checksum: string;
}

/**
 * The functions of a folder in the order of their names, then their triggers, which need them. Throws when a file does not
 * define the function that it is named after. An absent folder holds none.
 */
export async function readFunctions(folder: string): Promise<DatabaseFunction[]> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const files = entries.filter((name) => name.endsWith(".sql")).toSorted();
  const parts = await Promise.all(files.map((file) => readFunction(folder, file)));
  return [...parts.map(([definition]) => definition), ...parts.flatMap(([, triggers]) => triggers)];
}

async function readFunction(
  folder: string,
  file: string,
): Promise<[definition: DatabaseFunction, triggers: DatabaseFunction[]]> {
  const text = await readFile(join(folder, file), "utf8");
  const [definition = "", ...triggers] = text.split(/^(?=create (?:or replace|constraint) trigger )/m);
  const name = /^create or replace function "(\w+)"\(/m.exec(definition)?.[1];
  if (name === undefined || file !== `${name}.sql`)
    throw new Error(`${file} must contain: create or replace function "${file.replace(/\.sql$/, "")}"(…`);
  return [
    describe(name, definition),
    triggers.map((statement) => describe(nameTrigger(statement), replacing(statement))),
  ];
}

function nameTrigger(statement: string): string {
  const [, trigger, table] =
    /^create (?:or replace|constraint) trigger "(\w+)"[^;]*? on "(\w+)"/.exec(statement) ?? [];
  return `${trigger} on ${table}`;
}

/** PostgreSQL replaces every trigger but a constraint trigger. */
function replacing(statement: string): string {
  const [, trigger, table] = /^create constraint trigger "(\w+)"[^;]*? on "(\w+)"/.exec(statement) ?? [];
  return trigger === undefined
    ? statement
    : `drop trigger if exists "${trigger}" on "${table}";\n${statement}`;
}

function describe(name: string, statement: string): DatabaseFunction {
  return { name, statement, checksum: createHash("sha256").update(statement).digest("hex") };
}
