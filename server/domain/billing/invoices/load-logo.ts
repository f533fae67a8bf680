import { download, type Resolve } from "../../../platform/outbound-http.ts";
import type { Scope } from "../../../platform/scope.ts";
import { logoOfPath } from "../../tenants/logos/address.ts";
import { isDrawable } from "../../tenants/logos/picture.ts";
import { readLogo } from "../../tenants/logos/read-logo.ts";

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 3_000;

/**
 * The tenant's logo for a paper: a PNG or JPEG of at most 1 MB and, because drawing decodes a PNG, 4 million pixels. Null without
 * one, where it cannot be read, and where it is something else: the tenant's name stands in its place.
 */
export async function loadLogo(
  { config, system }: Pick<Scope, "config" | "system">,
  url: string | null,
  resolve?: Resolve,
): Promise<Uint8Array | null> {
  if (url === null) return null;
  // One that was uploaded here: an installation may not be able to reach its own address, and the address may have been another.
  const key = logoOfPath(new URL(url).pathname);
  const stored = key && (await readLogo(system, key));
  if (stored) return stored.bytes;
  const mayBePrivate = config.mode !== "production";
  const file = await download({ url, mayBePrivate, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }, resolve);
  return file !== null && isDrawable(file) ? file : null;
}
