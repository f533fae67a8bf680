import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { getPricing } from "../domain/catalog/pricing/get-pricing.ts";
import { findPublicTenant } from "../domain/tenants/public-tenant.ts";
import { type Services, systemScope } from "../platform/scope.ts";
import { ADDRESS_HEADER } from "./client-address.ts";
import { clientOf, type StaticPage, sendStaticPage, serveStaticPage } from "./static-html.ts";

const PRICING = /^\/p\/([a-z0-9-]{1,64})\/pricing$/;
const MAX_PAGES = 500;
/** Part of each version: after a restart pages may look different. */
const START = randomUUID();

/**
 * Serves pages as static HTML. The ETag of a price list is a hash of everything it is rendered from: a browser with the same
 * version gets 304, and a rendered page is cached until one of its inputs changes. No page holds a visitor's own data.
 */
export function createStaticPages(services: Services) {
  const cached = new LRUCache<string, StaticPage>({ max: MAX_PAGES });

  return async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    render: (draft: ServerResponse) => void | Promise<void>,
  ): Promise<void> {
    const inputs = inputsOf(request);
    const etag = inputs && (await versionOf(services, inputs));
    const client = clientOf(request, etag);
    if (!etag) return serveStaticPage(request, response, { render, keep: () => undefined, client });
    response.setHeader("etag", etag);
    // Cached, but revalidated each time: the page depends on language and theme, too.
    response.setHeader("cache-control", "private, no-cache");
    const page = cached.get(etag);
    if (page) return sendStaticPage(response, page, client);
    dropOtherInputs(request, inputs, services.baseUrl);
    return serveStaticPage(request, response, { render, keep: (made) => cached.set(etag, made), client });
  };
}

/** Everything that a price list is rendered from, besides the tenant's catalog. */
interface PageInputs {
  slug: string;
  /** The query, parsed once: the page is rendered with exactly these. */
  query: [string, string][];
  language: string;
  /** The cookies that affect rendering: language and theme. */
  choices: string[];
}

/** The inputs of a price list in a request; null for any other page, and for a request that sets a cookie. */
function inputsOf({ url = "", headers }: IncomingMessage): PageInputs | null {
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
 * Removes everything from the request that is not part of the page's version: the next visitor gets the cached page, so nothing else
 * of this request may affect it.
 */
function dropOtherInputs(
  request: IncomingMessage,
  { slug, query, language, choices }: PageInputs,
  baseUrl: string,
): void {
  const search = new URLSearchParams(query).toString();
  request.url = `/p/${slug}/pricing${search === "" ? "" : `?${search}`}`;
  const { "accept-encoding": encoding, [ADDRESS_HEADER]: address } = request.headers;
  request.headers = {
    host: new URL(baseUrl).host,
    accept: "text/html",
    // For rate limits; pages do not show it.
    ...(address !== undefined && { [ADDRESS_HEADER]: address }),
    ...(encoding !== undefined && { "accept-encoding": encoding }),
    ...(language !== "" && { "accept-language": language }),
    ...(choices.length > 0 && { cookie: choices.join("; ") }),
  };
}

/** The ETag: a hash of everything that the price list is rendered from; null for an unknown tenant. */
async function versionOf(services: Services, inputs: PageInputs): Promise<string | null> {
  const tenant = await findPublicTenant(services, inputs.slug);
  if (!tenant) return null;
  const pricing = await getPricing(systemScope(services, tenant, "pricing page"), {});
  const facts = JSON.stringify([START, tenant, pricing, inputs]);
  return `"${createHash("sha1").update(facts).digest("base64url")}"`;
}
