import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Negotiator from "negotiator";
import type { ApiError } from "../errors/api-error.ts";
import type { ErrorName } from "../errors/catalogue.ts";
import { chooseLocale, LOCALE_COOKIE } from "../platform/locales.ts";
import { ERROR_PAGE_TEXTS, type ErrorPageKind, FRAME } from "./error-page-texts.ts";
import { type Answer, errorAnswer } from "./respond.ts";

/**
 * An error at an address that people open by a link: a page in the reader's language for a browser, the JSON of the API for every
 * client that does not ask for HTML.
 */
export function errorPageAnswer(request: IncomingMessage, error: ApiError, requestId: string): Answer {
  const answer = errorAnswer(error, requestId);
  if (!asksForPage(request)) return { ...answer, headers: { ...answer.headers, vary: "accept" } };
  return {
    status: answer.status,
    body: pageOf(request, error, requestId),
    headers: {
      ...answer.headers,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-store",
      vary: "accept, accept-language, cookie",
    },
  };
}

/** Browsers name text/html first; clients of the API name JSON, anything or nothing. */
function asksForPage(request: IncomingMessage): boolean {
  return new Negotiator(request).mediaType(["application/json", "text/html"]) === "text/html";
}

const KINDS: Partial<Record<ErrorName, ErrorPageKind>> = {
  url_invalid: "badLink",
  form_invalid: "oldForm",
  origin_not_allowed: "wrongSite",
  invoice_not_found: "badLink",
  invoice_status_conflict: "noDocument",
  card_provider_unavailable: "laterDocument",
};

function kindOf({ errorName, status, retryAfter }: ApiError): ErrorPageKind {
  return (
    KINDS[errorName] ??
    (status < 500 && status !== 429 ? "badLink" : retryAfter === undefined ? "fault" : "later")
  );
}

/** The same colours as the pages (app/globals.css); nothing is loaded, so that it shows whatever else fails. */
const STYLE = `:root{color-scheme:light dark;--canvas:#fafafa;--text:#18181b;--muted:#52525b;--line:#d4d4d8;--surface:#fff}
@media (prefers-color-scheme:dark){:root{--canvas:#0b0c0f;--text:#f4f4f5;--muted:#a1a1aa;--line:#3f3f46;--surface:#131417}}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:flex;align-items:center;justify-content:center;padding:24px;background:var(--canvas);color:var(--text);font:16px/1.55 ui-sans-serif,system-ui,sans-serif}
main{max-width:28rem;text-align:center}h1{margin:0 0 8px;font-size:20px;line-height:1.3;text-wrap:balance}p{margin:0 0 20px;color:var(--muted);text-wrap:pretty}
a{display:inline-block;padding:8px 16px;border:1px solid var(--line);border-radius:6px;background:var(--surface);color:inherit;font-size:14px;font-weight:500;text-decoration:none}
small{display:block;margin-top:24px;color:var(--muted);font-size:12px;overflow-wrap:anywhere}`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function pageOf(request: IncomingMessage, error: ApiError, requestId: string): string {
  const locale = localeOf(request);
  const kind = kindOf(error);
  const [{ title, body }, frame] = [ERROR_PAGE_TEXTS[locale][kind], FRAME[locale]];
  // An empty address is the present one: the same link again.
  const again = error.retryAfter === undefined ? "" : `<p><a href="">${frame.again}</a></p>`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main><h1>${title}</h1><p>${body}</p>${again}<small>${frame.reference}: ${error.code} · ${requestId}</small></main></body>
</html>
`;
}

/** As the public pages choose it: what the reader chose there, else what the browser prefers. */
function localeOf({ headers }: IncomingMessage) {
  const chosen = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`).exec(headers.cookie ?? "")?.[1];
  return chooseLocale(null, chosen, headers["accept-language"] ?? null);
}
