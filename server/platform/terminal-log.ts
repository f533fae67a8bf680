import { stripVTControlCharacters, styleText } from "node:util";
import { createLog, type Log } from "./log.ts";

const LEVELS = { warn: "yellow", error: "red", fatal: "red" } as const;
const LINES = 2;
const COLUMNS = 80;

/** Fields of a line that have a place of their own, or are of no use to a person. */
const OTHERS = new Set(["level", "time", "msg", "err", "stack"]);

/**
 * A log for a person at a terminal: warnings and errors alone, each in two lines at most. What is cut off, as a stack, goes to
 * `keep`, as the line of JSON that a log elsewhere has.
 */
export function createTerminalLog(options: {
  print: (text: string) => void;
  keep: (line: string) => void;
  columns: () => number | undefined;
}): Log {
  return createLog("warn", {
    write(line: string) {
      options.print(`${forPerson(JSON.parse(line), options.columns() ?? COLUMNS)}\n`);
      options.keep(line);
    },
  });
}

/** A line of the log in words: when, how bad, what happened, why, and the plain values beside it. */
function forPerson(line: Record<string, unknown>, columns: number): string {
  const { level, time, msg, err } = line;
  const at = new Date(String(time)).toTimeString().slice(0, 8);
  const values = Object.entries(line)
    .filter(([key, value]) => !OTHERS.has(key) && ["string", "number", "boolean"].includes(typeof value))
    .map(([key, value]) => `${key} ${value}`);
  const text = [msg, reasonOf(err)].filter(Boolean).join(": ");
  const words = stripVTControlCharacters(`${text}${values.length > 0 ? ` (${values.join(", ")})` : ""}`)
    .replaceAll(/\s+/g, " ")
    .trim();
  const head = `${at} ${level} `;
  const most = LINES * columns - head.length - 1;
  const shown = words.length > most ? `${words.slice(0, most - 1)}…` : words;
  const style = LEVELS[level as keyof typeof LEVELS] ?? "reset";
  return `${at} ${styleText(style, String(level), { stream: process.stdout })} ${shown}`;
}

/** What an error says; of a chain of causes the last one, which is what happened first. */
function reasonOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { message, code } = error as { message?: unknown; code?: unknown };
  const words =
    typeof message === "string" ? (message.split("\n").find((part) => part.trim() !== "") ?? "") : "";
  return code === undefined || words.includes(String(code)) ? words : `${words} [${String(code)}]`;
}
