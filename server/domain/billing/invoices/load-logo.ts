import { download, type Resolve } from "../../../platform/outbound-http.ts";
import type { Scope } from "../../../platform/scope.ts";

const MAX_BYTES = 1024 * 1024;
const MAX_PIXELS = 4_000_000;
const TIMEOUT_MS = 3_000;

/**
 * The tenant's logo for a paper: a PNG or JPEG of at most 1 MB and, because drawing decodes a PNG, 4 million pixels. Null without
 * one, where it cannot be read, and where it is something else: the tenant's name stands in its place.
 */
export async function loadLogo(
  { config }: Pick<Scope, "config">,
  url: string | null,
  resolve?: Resolve,
): Promise<Uint8Array | null> {
  if (url === null) return null;
  const mayBePrivate = config.mode !== "production";
  const file = await download({ url, mayBePrivate, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }, resolve);
  return file !== null && (isJpeg(file) || isSmallPng(file)) ? file : null;
}

function isJpeg(file: Uint8Array): boolean {
  return file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;
}

/** A PNG's first chunk has its width and height: https://www.w3.org/TR/png-3/#11IHDR. */
function isSmallPng(file: Uint8Array): boolean {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  if (file.length < 24 || signature.some((byte, index) => file[index] !== byte)) return false;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const pixels = view.getUint32(16) * view.getUint32(20);
  return pixels > 0 && pixels <= MAX_PIXELS;
}
