import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { gunzipSync, gzipSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { getPricing } from "../domain/catalog/pricing/get-pricing.ts";
import { findPublicTenant, type PublicTenant } from "../domain/tenants/public-tenant.ts";
import { foldCase } from "../platform/fold-email.ts";
import {
  chooseLocale,
  LOCALE_COOKIE,
  LOCALE_COOKIE_SECONDS,
  type Locale,
  toLocale,
} from "../platform/locales.ts";
import { type Services, systemScope } from "../platform/scope.ts";
import { THEME_COOKIE, type Theme, toTheme } from "../platform/themes.ts";
import type { BuiltPages } from "./built-pages.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { plainPolicy } from "./embedding.ts";
import { matchesEtag } from "./respond.ts";
import type { StaticPageFacts } from "./static-page.ts";
import { sendWaitlistForm } from "./waitlist-form.ts";

const PATH = /^\/p\/([a-z0-9-]{1,64})\/(pricing|waitlist)$/;
/** Whether it is the path of a price list, which takes no form. */
export const isPriceList = (path: string) => PATH.exec(path)?.[2] === "pricing";
const PRODUCT = /^[a-z0-9-]{1,64}$/;
const MAX_PAGES = 500;
/** No script but our own files, none inline, and no nonce that a cached page could give away. */
const OWN_FILES = { scripts: ["'self'"], styles: ["'self'"] };

/**
 * Serves a tenant's price list and waitlist as HTML without React. A page depends on its facts alone, and a hash of them is its
 * ETag: a browser with the same version gets 304, and a rendered page is cached until a fact changes. What a visitor has sent is
 * never cached. Returns false for every other path, and where there is no such tenant.
 */
export function createStaticPages(services: Services, { render, version, stylesheet }: BuiltPages) {
  const cached = new LRUCache<string, Buffer>({ max: MAX_PAGES });

  async function factsOf(tenant: PublicTenant, page: string, visit: Visit): Promise<StaticPageFacts> {
    const { locale, theme, query } = visit;
    const common = { tenant, locale, theme, query, baseUrl: services.baseUrl, stylesheet: stylesheet.path };
    if (page === "waitlist") return { ...common, page, sent: null };
    const [product, another] = new URLSearchParams(query).getAll("product");
    const slug = product && foldCase(product);
    const isOne = slug !== undefined && another === undefined && PRODUCT.test(slug);
    const scope = systemScope(services, tenant, "pricing page");
    return {
      ...common,
      page: "pricing",
      pricing: await getPricing(scope, { locale, ...(isOne && { product: slug }) }),
    };
  }

  function renderOnce(facts: StaticPageFacts, etag: string): Buffer {
    const page = cached.get(etag) ?? gzipSync(render(facts));
    cached.set(etag, page);
    return page;
  }

  return async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<boolean> {
    const [, slug, page] = PATH.exec(path) ?? [];
    if (slug === undefined || page === undefined) return false;
    const tenant = await findPublicTenant(services, slug);
    if (!tenant) return false;
    const visit = visitOf(request);
    const facts = await factsOf(tenant, page, visit);
    for (const [name, value] of Object.entries(headersFor(tenant))) response.setHeader(name, value);
    if (request.method === "POST" && facts.page === "waitlist") {
      const sent = await sendWaitlistForm(services, tenant, request);
      sendOnce(request, response, gzipSync(render({ ...facts, sent })));
    } else if (visit.chosen) {
      // The cookie belongs to one visitor.
      response.setHeader("set-cookie", choiceOf(visit.chosen));
      sendOnce(request, response, gzipSync(render(facts)));
    } else {
      const etag = `"${createHash("sha1")
        .update(JSON.stringify([version, facts]))
        .digest("base64url")}"`;
      // Stored by the browser, but revalidated each time: the page depends on language and theme, too.
      response.setHeader("cache-control", "private, no-cache");
      response.setHeader("etag", etag);
      // A browser applies the headers of a 304 to its stored page (RFC 9110 §15.4.5, RFC 9111 §3.2): both carry the same ones.
      if (matchesEtag(request, etag)) response.writeHead(304).end();
      else sendPage(request, response, renderOnce(facts, etag));
    }
    return true;
  };
}

/** What a page takes from the request that asks for it. */
interface Visit {
  query: [name: string, value: string][];
  locale: Locale;
  theme: Theme;
  /** The language that the visitor chooses with this request. */
  chosen: Locale | null;
}

function visitOf({ url = "", headers }: IncomingMessage): Visit {
  const { searchParams } = new URL(`http://usher.invalid${url}`);
  const cookies = new Map(
    (headers.cookie ?? "").split(/;\s*/).map((one) => {
      const [name = "", value = ""] = one.split("=", 2);
      return [name, value];
    }),
  );
  const lang = searchParams.get("lang");
  return {
    query: [...searchParams],
    locale: chooseLocale(lang, cookies.get(LOCALE_COOKIE), headers["accept-language"] ?? null),
    theme: toTheme(searchParams.get("theme") || cookies.get(THEME_COOKIE)),
    chosen: toLocale(lang),
  };
}

const choiceOf = (locale: Locale) =>
  `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${LOCALE_COOKIE_SECONDS}; SameSite=Lax`;

function headersFor(tenant: PublicTenant): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(OWN_FILES, plainPolicy(tenant)),
    "x-frame-options": "DENY",
    vary: "accept-language, cookie, accept-encoding",
  };
}

function sendOnce(request: IncomingMessage, response: ServerResponse, page: Buffer): void {
  response.setHeader("cache-control", "no-store");
  sendPage(request, response, page);
}

function sendPage(request: IncomingMessage, response: ServerResponse, page: Buffer): void {
  const takesGzip = new Negotiator(request).encodings(["gzip"]).includes("gzip");
  const body = takesGzip ? page : gunzipSync(page);
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("content-length", body.byteLength);
  if (takesGzip) response.setHeader("content-encoding", "gzip");
  // Node leaves the body out of an answer to HEAD.
  response.end(body);
}
