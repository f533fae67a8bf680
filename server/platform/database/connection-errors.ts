// PostgreSQL's error codes for a server that cannot serve us now: appendix A of its manual
// (https://www.postgresql.org/docs/18/errcodes-appendix.html).

/** read_only_sql_transaction: a standby, or a database that takes no writes. */
const READ_ONLY = "25006";
/** The connection failed; the server is being stopped, crashed or started, or the database was dropped. */
const CUT_OFF = /^(08...|57P0[1-5])$/;
/** The message of the same error, for when a layer in between has lost the code. */
const SAYS_READ_ONLY = /cannot execute .+ (in a read-only transaction|during recovery)/;

/** Whether an error says that the database takes no writes on this connection. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY || (error instanceof Error && SAYS_READ_ONLY.test(error.message));
}

/** Whether the pool should close a connection that met this error: a new one may reach a server that works. */
export function isConnectionUnusable(error: unknown): boolean {
  return isReadOnly(error) || CUT_OFF.test(codeOf(error));
}

function codeOf(error: unknown): string {
  const codes = error instanceof Error && ["code", "originalCode"].map((key) => Reflect.get(error, key));
  return String((codes || []).find((code) => typeof code === "string") ?? "");
}

/** The database answers, and takes no writes; the message says why. */
export class ReadOnlyDatabase extends Error {
  static readonly standby = "It is a standby: pg_is_in_recovery() is true.";
  static readonly setting =
    "Its transactions are read-only: see default_transaction_read_only, and the free space on its disk.";
}
