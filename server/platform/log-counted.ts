import type { Log } from "./log.ts";

/** How long lines of one cause are counted before their number is written. */
const COUNT_MS = 60_000;

/** Of each log, how many more lines of a cause there were since its last one. */
const counts = new WeakMap<Log, Map<string, number>>();

/**
 * Writes a line that may come thousands of times a minute, as from a loop: the first of its cause at once, with its fields; then each
 * minute how many more there were, until a minute had none. The cause is the message and the kind of error, or the `cause` given.
 */
export function logCounted(
  log: Log,
  level: "warn" | "error",
  { cause, ...fields }: { err?: unknown; cause?: string } & Record<string, unknown>,
  message: string,
): void {
  const more = counts.get(log) ?? new Map<string, number>();
  counts.set(log, more);
  const key = `${level} ${message} ${cause ?? kindOf(fields.err)}`;
  const count = more.get(key);
  more.set(key, count === undefined ? 0 : count + 1);
  if (count !== undefined) return;
  log[level](fields, message);
  const timer = setInterval(() => {
    const counted = more.get(key) ?? 0;
    if (counted > 0) {
      log[level]({ more: counted }, `${message}: ${counted} more of the same in the last minute`);
      more.set(key, 0);
      return;
    }
    clearInterval(timer);
    more.delete(key);
  }, COUNT_MS);
  timer.unref();
}

/** What an error is, without what differs from one to the next. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const code: unknown = Reflect.get(error, "code");
  return `${error.name} ${typeof code === "string" ? code : ""}`;
}
