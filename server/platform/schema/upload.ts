/** Largest file that the dashboard sends, in bytes: Next keeps 10 MB of a body for proxy.ts and drops the rest without an error. */
export const LARGEST_FORM_FILE = 8_000_000;

/** A file as it was sent, not yet decoded. */
export interface EncodedFile {
  /** The charset that came with it; null when none did. */
  charset: string | null;
  /** Reads it from its beginning; may be called again. */
  open(): AsyncIterable<Uint8Array>;
}

/** A body too large for memory, kept in a temporary file until the request is over. */
export interface Upload extends EncodedFile {
  sha256: string;
  discard(): Promise<void>;
}
