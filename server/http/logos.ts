import type { IncomingMessage, ServerResponse } from "node:http";
import { logoOfPath } from "../domain/tenants/logos/address.ts";
import { readLogo } from "../domain/tenants/logos/read-logo.ts";
import type { Services } from "../platform/scope.ts";
import { publicDocument } from "./public-document.ts";

/** An address names the bytes by their hash: what it answers never changes. */
const CACHE_SECONDS = 365 * 86_400;

/** Serves `/logos/{tenant}/{hash}.png`, a logo that was uploaded. Returns false for every other path, and where there is none. */
export async function serveLogo(
  services: Services,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  const key = logoOfPath(path);
  const logo = key && (await readLogo(services, key));
  if (!logo) return false;
  await publicDocument(logo.mediaType, Buffer.from(logo.bytes), CACHE_SECONDS)(request, response);
  return true;
}
