import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect } from "node:util";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const FILE = "start-failure.log";

/**
 * One sentence for an error that ends a start. What a person cannot act on, as a stack and what a command printed, goes to a file in
 * the data folder, which the sentence names.
 */
export function failureLine(error, dataDir = process.env.USHER_DATA_DIR || join(ROOT, ".usher")) {
  const lines = String(error?.message ?? error)
    .split("\n")
    .filter((line) => line.trim() !== "");
  // Prisma says first where, in code, and last what.
  const message =
    (/^\s*Invalid `/.test(lines[0] ?? "") ? lines.at(-1) : lines[0])?.trim() ?? "An error without words.";
  const details = error?.details ?? inspect(error, { depth: 5 });
  if (details === "") return message;
  const path = join(dataDir, FILE);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(path, `${new Date().toISOString()}\n${message}\n\n${details}\n`, { mode: 0o600 });
    return `${message} The details are in ${path}.`;
  } catch {
    return `${message}\n${details}`;
  }
}
