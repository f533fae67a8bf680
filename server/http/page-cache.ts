import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getPricing } from "../domain/catalog/get-pricing.ts";
import { type Services, systemScope } from "../domain/scope.ts";
import { findTenantLook } from "../domain/tenants/tenant-look.ts";

const PRICING = /^\/p\/([a-z0-9-]{1,64})\/pricing$/;
/** Pages of another start may look otherwise. */
const START = randomUUID();

/**
 * Keeps pricing pages in the visitors' browsers: marks the answer with what it is made from, and answers 304 by itself where
 * the browser has just that already. Each answer has a nonce of its own, so that no shared cache may keep it.
 */
export async function isUnchanged(
  services: Services,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [pathname = "/", search = ""] = (request.url ?? "/").split("?", 2);
  const slug = PRICING.exec(pathname)?.[1];
  // React asks for parts of a page under the same address.
  if (slug === undefined || request.headers.rsc !== undefined) return false;
  const tenant = await findTenantLook(services, slug);
  if (!tenant) return false;
  const pricing = await getPricing(systemScope(services, tenant, "pricing page"), {});
  const choices = [request.headers["accept-language"], choicesIn(request.headers.cookie)];
  const facts = JSON.stringify([START, tenant, pricing, search, choices]);
  const etag = `"${createHash("sha1").update(facts).digest("base64url")}"`;
  // Kept, and asked about each time: the same address is another page in another language or theme.
  const headers = { etag, "cache-control": "private, no-cache" };
  if ((request.headers["if-none-match"] ?? "").split(/\s*,\s*/).includes(etag)) {
    response.writeHead(304, headers).end();
    return true;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  return false;
}

/** The cookies that a page is rendered by: language and theme. */
function choicesIn(cookies = ""): string[] {
  return cookies.split(/;\s*/).filter((cookie) => /^usher-(lang|theme)=/.test(cookie));
}
