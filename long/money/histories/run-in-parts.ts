import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ownDatabase } from "../../../server/testing/own-database.ts";
import type { Mismatch, Outcome, RunOptions } from "./run.ts";

/** What one process plays, and on which database. */
export interface PartOptions extends Omit<RunOptions, "kinds"> {
  /** Kinds of steps that are left out. */
  without: string[];
  databaseUrl: string;
}

/**
 * Plays random histories in as many processes as there are parts, each with a service and a database of its own: one process takes
 * one core, however many clocks move at once. The histories are the same in any number of parts.
 */
export async function runInParts(
  parts: number,
  options: Omit<PartOptions, "databaseUrl" | "part">,
): Promise<Outcome> {
  const began = Date.now();
  const outcomes = await Promise.all(
    Array.from({ length: parts }, async (_, nth) =>
      playPart({ ...options, part: { nth, of: parts }, databaseUrl: await ownDatabase() }),
    ),
  );
  return { ...outcomes.reduce(together), seconds: Math.round((Date.now() - began) / 1000) };
}

async function playPart(options: PartOptions): Promise<Outcome> {
  const child = fork(join(import.meta.dirname, "part.ts"), { execArgv: [], stdio: "inherit" });
  try {
    child.send(options);
    const ended = once(child, "exit").then(([code, signal]) => {
      throw new Error(`A part of the histories ended by itself (code ${code}, signal ${signal}).`);
    });
    const [outcome] = await Promise.race([once(child, "message"), ended]);
    return outcome;
  } finally {
    if (child.connected) child.disconnect();
  }
}

function together(a: Outcome, b: Outcome): Outcome {
  return {
    histories: a.histories + b.histories,
    operations: a.operations + b.operations,
    checks: a.checks + b.checks,
    invoices: a.invoices + b.invoices,
    lines: a.lines + b.lines,
    requests: a.requests + b.requests,
    seconds: 0,
    mismatches: a.mismatches + b.mismatches,
    classes: [...Map.groupBy([...a.classes, ...b.classes], ({ kind }) => kind).values()].map(asOne),
  };
}

/** Differences of one kind. */
function asOne(same: Mismatch[]): Mismatch {
  // A group has at least one.
  const [first] = same as [Mismatch];
  return { ...first, times: same.reduce((sum, { times }) => sum + times, 0) };
}
