import type { Readable } from "node:stream";

/** A body too large for memory, kept in a temporary file until the request is over. */
export interface Upload {
  sha256: string;
  /** The encoding that its media type named; null when it named none. */
  charset: string | null;
  /** Reads it from its beginning; may be called again. */
  open(): Readable;
  discard(): Promise<void>;
}
