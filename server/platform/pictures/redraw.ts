import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { fairQueue } from "../fair-queue.ts";
import { onThread } from "../on-thread.ts";
import { excessOf, type PictureHeader, readPictureHeader } from "./header.ts";

/** A file that may be a picture, and the tenant whose it is in the queue of decoding. */
export interface OwnedFile {
  file: Uint8Array;
  owner: string;
}

/** What the thread is given: a picture, and what the new one has to fit into, in pixels and bytes. */
export interface Drawing {
  bytes: Uint8Array;
  header: PictureHeader;
  fits: { width: number; height: number; bytes: number };
}

/** Plenty for print; and mails load a logo each time they are opened. */
const FITS = { width: 1600, height: 600, bytes: 512 * 1024 };
const LIMITS = { withinMs: 10_000, heapMegabytes: 64 };
const MOST_KEPT_BYTES = 16_000_000;
/** How long a picture whose thread failed is not tried again: the machine may have been busy. */
const FAILED_MS = 60_000;

/** By hash: the same logo is on every paper of a tenant. One that cannot be drawn is kept as an empty one. */
const kept = new LRUCache<string, Uint8Array>({
  maxSize: MOST_KEPT_BYTES,
  sizeCalculation: ({ length }) => length + 100,
});
const NONE = new Uint8Array();
const runFairly = fairQueue();

/**
 * A PNG or JPEG as a new PNG of 8 bits a colour that fits into FITS, upright, of an animation the first frame: whatever was wrong with
 * the file, or hidden in it, is gone. Null for what is no such picture, is out of bounds (excessOf), cannot be decoded, or shows
 * nothing. The same bytes give the same picture. It is decoded on another thread, one at a time, because two would take twice the
 * memory; owners, which are tenants, share the queue fairly. Never throws for a picture's sake.
 */
export async function redraw({ file, owner }: OwnedFile): Promise<Uint8Array | null> {
  const header = readPictureHeader(file);
  if (header === null || excessOf(header) !== null) return null;
  const key = createHash("sha256").update(file).digest("base64");
  const drawn =
    kept.get(key) ?? (await runFairly(owner, async () => kept.get(key) ?? decode(key, file, header)));
  return drawn.length > 0 ? drawn : null;
}

/** The new picture, NONE where there is none; kept under the key. */
async function decode(key: string, file: Uint8Array, header: PictureHeader): Promise<Uint8Array> {
  const drawing: Drawing = { bytes: file, header, fits: FITS };
  try {
    const drawn = await onThread<Uint8Array | null>(new URL("./draw.ts", import.meta.url), drawing, LIMITS);
    kept.set(key, drawn ?? NONE);
    return drawn ?? NONE;
  } catch {
    kept.set(key, NONE, { ttl: FAILED_MS });
    return NONE;
  }
}
