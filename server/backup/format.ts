import { z } from "zod";

// A backup is gzipped text: a line that describes it, one COPY block for each table as psql itself would read it, the value of
// each sequence, a line that counts the rows, and a checksum of all before it. It holds data alone: tables are made by the
// migrations that come with Usher, of which the first line names those that the data belongs to.

/** The schemas that belong to Usher. "jobs" is left out: what waits in the queue is found again from the tables. */
export const SCHEMAS = ["public", "stripe_sandbox"] as const;

export const HEAD = "-- Usher backup ";
export const COUNTS = "-- Usher backup ends ";
export const END_OF_ROWS = Buffer.from("\\.\n");

/** Raised when an older Usher could no longer read what is written. */
const FORMAT = 1;

export const Head = z.object({
  format: z.literal(FORMAT),
  /** The moment of which everything in it is. */
  created_at: z.iso.datetime(),
  postgresql: z.string(),
  /** Ids of the keys that sealed values in it name; the secret they derive from is not in it. */
  sealed_with: z.array(z.string()),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type Head = z.infer<typeof Head>;

/** Rows by table. */
export const Counts = z.record(z.string(), z.number().int().nonnegative());
export type Counts = z.infer<typeof Counts>;

export const newHead = (facts: Omit<Head, "format">): Head => ({ format: FORMAT, ...facts });

/** The last line: SHA-256 of every byte before it. Of one length, so that a reader knows where it begins. */
export const checksumLine = (digest: string): string => `-- sha256 ${digest}\n`;
export const CHECKSUM_BYTES = checksumLine("0".repeat(64)).length;

/** Text that reads the same whatever the database's own settings are, whole and unfiltered. */
export const SESSION = [
  "set local statement_timeout = 0",
  "set local lock_timeout = 0",
  "set local idle_in_transaction_session_timeout = 0",
  "set local client_encoding = 'UTF8'",
  "set local datestyle = 'ISO, YMD'",
  "set local intervalstyle = 'postgres'",
  "set local bytea_output = 'hex'",
  "set local extra_float_digits = 3",
  // A role that a policy holds gets an error instead of a part of the rows.
  "set local row_security = off",
].join("; ");
