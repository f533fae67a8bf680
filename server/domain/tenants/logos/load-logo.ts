import { type Downloaded, download, type Resolve } from "../../../platform/outbound-http.ts";
import type { OwnedFile } from "../../../platform/pictures/redraw.ts";
import type { Scope } from "../../../platform/scope.ts";
import { logoOfPath } from "./address.ts";
import { readLogo } from "./read-logo.ts";

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 3_000;

type Reader = Pick<Scope, "config" | "system">;

/**
 * The file of the tenant's logo for a paper, of at most 1 MB. Null without one, and where it cannot be read. Nothing is known of what is
 * in it: renderPdf draws it anew.
 */
export async function loadLogo(
  scope: Reader & Pick<Scope, "tenantId">,
  url: string | null,
  resolve?: Resolve,
): Promise<OwnedFile | null> {
  const file = url === null ? null : await readLogoAt(scope, url, resolve);
  return file !== null && "bytes" in file ? { file: file.bytes, owner: scope.tenantId } : null;
}

/** The file at the address of a logo, of at most 1 MB, or why it cannot be read. */
export async function readLogoAt(
  { config, system }: Reader,
  url: string,
  resolve?: Resolve,
): Promise<Downloaded> {
  // One that was uploaded here: an installation may not be able to reach its own address, and the address may have been another.
  const key = logoOfPath(new URL(url).pathname);
  const stored = key && (await readLogo(system, key));
  if (stored) return stored;
  const mayBePrivate = config.mode !== "production";
  return download({ url, mayBePrivate, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS }, resolve);
}
