import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { getPricing } from "../domain/catalog/get-pricing.ts";
import { type Services, systemScope } from "../domain/scope.ts";
import { findTenantLook } from "../domain/tenants/tenant-look.ts";
import { doesTakeGzip, type StillPage, sendStill, serveStill } from "./still-pages.ts";

const PRICING = /^\/p\/([a-z0-9-]{1,64})\/pricing$/;
const KEPT_PAGES = 500;
/** Pages of another start may look otherwise. */
const START = randomUUID();

/**
 * Serves still pages. A price list is marked with what it is made from: a browser that has just that is told so, and what was
 * rendered once is sent again until something of it changes. Nothing of a page is a visitor's own.
 */
export function createStillServer(services: Services) {
  const kept = new LRUCache<string, StillPage>({ max: KEPT_PAGES });

  return async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    render: (draft: ServerResponse) => void | Promise<void>,
  ): Promise<void> {
    const etag = await versionOf(services, request);
    if (etag === null) return serveStill(request, response, render, () => undefined);
    response.setHeader("etag", etag);
    // Kept, and asked about each time: the same address is another page in another language or theme.
    response.setHeader("cache-control", "private, no-cache");
    if ((request.headers["if-none-match"] ?? "").split(/\s*,\s*/).includes(etag)) {
      response.writeHead(304).end();
      return;
    }
    const page = kept.get(etag);
    if (!page) return serveStill(request, response, render, (made) => kept.set(etag, made));
    response.setHeader("x-frame-options", "DENY");
    sendStill(response, page, doesTakeGzip(request));
  };
}

/** What a price list is made from, in short; null for any other page. */
async function versionOf(services: Services, request: IncomingMessage): Promise<string | null> {
  const [pathname = "/", search = ""] = (request.url ?? "/").split("?", 2);
  const slug = PRICING.exec(pathname)?.[1];
  const tenant = slug === undefined ? null : await findTenantLook(services, slug);
  if (!tenant) return null;
  // Choosing a language sets a cookie, which belongs to one visitor.
  if (new URLSearchParams(search).has("lang")) return null;
  const pricing = await getPricing(systemScope(services, tenant, "pricing page"), {});
  const choices = [request.headers["accept-language"], choicesIn(request.headers.cookie)];
  const facts = JSON.stringify([START, tenant, pricing, search, choices]);
  return `"${createHash("sha1").update(facts).digest("base64url")}"`;
}

/** The cookies that a page is rendered by: language and theme. */
function choicesIn(cookies = ""): string[] {
  return cookies.split(/;\s*/).filter((cookie) => /^usher-(lang|theme)=/.test(cookie));
}
