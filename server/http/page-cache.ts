import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { getPricing } from "../domain/catalog/pricing/get-pricing.ts";
import { findPublicTenant } from "../domain/tenants/public-tenant.ts";
import { type Services, systemScope } from "../platform/scope.ts";
import { ADDRESS_HEADER } from "./client-address.ts";
import { clientOf, type StaticPage, sendStaticPage, serveStaticPage } from "./static-html.ts";

const PRICING = /^\/p\/([a-z0-9-]{1,64})\/pricing$/;
const KEPT_PAGES = 500;
/** Pages of another start may look otherwise. */
const START = randomUUID();

/**
 * Serves still pages. A price list is marked with what it is made from: a browser that has just that is told so, and what was
 * rendered once is sent again until something of it changes. Nothing of a page is a visitor's own.
 */
export function createStaticPages(services: Services) {
  const kept = new LRUCache<string, StaticPage>({ max: KEPT_PAGES });

  return async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    render: (draft: ServerResponse) => void | Promise<void>,
  ): Promise<void> {
    const seen = whatIsSeen(request);
    const etag = seen && (await versionOf(services, seen));
    const client = clientOf(request, etag);
    if (!etag) return serveStaticPage(request, response, { render, keep: () => undefined, client });
    response.setHeader("etag", etag);
    // Kept, and asked about each time: the same address is another page in another language or theme.
    response.setHeader("cache-control", "private, no-cache");
    const page = kept.get(etag);
    if (page) return sendStaticPage(response, page, client);
    showOnly(request, seen, services.baseUrl);
    return serveStaticPage(request, response, { render, keep: (made) => kept.set(etag, made), client });
  };
}

/** All that a price list is rendered from, besides what the tenant sells. */
interface Seen {
  slug: string;
  /** Names and values of the query, parsed once: the page is asked for with just these. */
  query: [string, string][];
  language: string;
  /** The cookies that a page is rendered by: language and theme. */
  choices: string[];
}

/** What a request for a price list shows of itself to the page; null for any other page, and for one that sets a cookie. */
function whatIsSeen({ url = "", headers }: IncomingMessage): Seen | null {
  const parsed = url.startsWith("/") ? new URL(`http://usher.invalid${url}`) : null;
  const slug = parsed && PRICING.exec(parsed.pathname)?.[1];
  // Choosing a language sets a cookie, which belongs to one visitor.
  if (!slug || parsed.searchParams.has("lang")) return null;
  const cookies = (headers.cookie ?? "").split(/;\s*/);
  return {
    slug,
    query: [...parsed.searchParams],
    language: headers["accept-language"] ?? "",
    choices: cookies.filter((cookie) => /^usher-(lang|theme)=/.test(cookie)),
  };
}

/**
 * Takes from the request whatever the page's version does not know. What one visitor is shown is kept for the next, so nothing
 * else of the first may have a say in it.
 */
function showOnly(request: IncomingMessage, { slug, query, language, choices }: Seen, baseUrl: string): void {
  const search = new URLSearchParams(query).toString();
  request.url = `/p/${slug}/pricing${search === "" ? "" : `?${search}`}`;
  const { "accept-encoding": encoding, [ADDRESS_HEADER]: address } = request.headers;
  request.headers = {
    host: new URL(baseUrl).host,
    accept: "text/html",
    // Counted, never shown.
    ...(address !== undefined && { [ADDRESS_HEADER]: address }),
    ...(encoding !== undefined && { "accept-encoding": encoding }),
    ...(language !== "" && { "accept-language": language }),
    ...(choices.length > 0 && { cookie: choices.join("; ") }),
  };
}

/** What a price list is made from, in short; null where there is no such tenant. */
async function versionOf(services: Services, seen: Seen): Promise<string | null> {
  const tenant = await findPublicTenant(services, seen.slug);
  if (!tenant) return null;
  const pricing = await getPricing(systemScope(services, tenant, "pricing page"), {});
  const facts = JSON.stringify([START, tenant, pricing, seen]);
  return `"${createHash("sha1").update(facts).digest("base64url")}"`;
}
