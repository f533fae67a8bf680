import type { Log } from "./platform/log.ts";
import { unhandledErrors } from "./platform/metrics.ts";

/** Of a connection that ended where nobody listened for it: nothing but that connection is lost. */
const OF_CONNECTIONS = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_WRITE_AFTER_END",
]);

/**
 * Logs and counts each error that nobody handled, once. An exception may have left something half done in memory, so the process ends
 * by `stop`, which finishes what is under way, and its supervisor starts it again; the database has whole transactions alone. After a
 * rejected promise, or the error of a connection, it goes on. Listeners of libraries that were there before are removed: they would log the
 * same again. https://nodejs.org/api/process.html#warning-using-uncaughtexception-correctly.
 */
export function handleProcessErrors(log: Log, stop: () => void): void {
  process.removeAllListeners("uncaughtException").removeAllListeners("unhandledRejection");
  process.on("uncaughtException", (error: unknown) => {
    unhandledErrors.inc({ kind: "exception" });
    if (isOfConnection(error)) return log.error({ err: error }, "nobody handled the error of a connection");
    log.fatal({ err: error }, "nobody handled an exception: the process ends, to be started again");
    stop();
  });
  process.on("unhandledRejection", (reason: unknown) => {
    unhandledErrors.inc({ kind: "rejection" });
    log.error({ err: reason }, "nobody handled a rejected promise");
  });
}

const isOfConnection = (error: unknown) =>
  error instanceof Error && "code" in error && OF_CONNECTIONS.has(String(error.code));
