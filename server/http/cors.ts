import type { IncomingMessage } from "node:http";
import type { Caller } from "../trpc/authorize.ts";
import { allowedMethods } from "./allowed-methods.ts";
import type { Answer } from "./respond.ts";

const REQUEST_HEADERS = "authorization, content-type, idempotency-key, x-app-id";
const EXPOSED_HEADERS =
  "idempotent-replayed, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, www-authenticate, x-request-id, x-total-count, link, etag";
const PREFLIGHT_SECONDS = 600;

/**
 * A preflight names no application, so any origin gets an answer. The request itself is checked against the application's allowed
 * origins, and only those may read its answer. No cookies are involved.
 */
export function preflight(
  request: IncomingMessage,
  methods: string[],
  common: Record<string, string>,
): Answer {
  const origin = request.headers.origin;
  const headers: Record<string, string> = {
    ...common,
    allow: allowedMethods(methods),
    vary: "origin",
  };
  if (origin && methods.length > 0) {
    headers["access-control-allow-origin"] = origin;
    headers["access-control-allow-methods"] = methods.join(", ");
    headers["access-control-allow-headers"] = REQUEST_HEADERS;
    headers["access-control-max-age"] = String(PREFLIGHT_SECONDS);
  }
  return { status: 204, body: "", headers };
}

/** Lets a page of an origin that the application allows read the answer. */
export function corsHeaders(request: IncomingMessage, caller: Caller): Record<string, string> {
  const origin = request.headers.origin;
  if (!origin || caller.type !== "api" || !caller.application?.allowedOrigins.includes(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": EXPOSED_HEADERS,
    vary: "origin",
  };
}

/**
 * Whether another site's page sent a request to our own pages (CSRF): newer browsers say so by Sec-Fetch-Site, and all of them by
 * Origin when the method may change something. A cookie alone must not authorize another site.
 */
export function isForeign(headers: Record<string, string | string[] | undefined>): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const { origin } = headers;
  const host = String(headers["x-forwarded-host"] ?? headers.host ?? "")
    .split(",", 1)[0]
    ?.trim();
  return origin !== undefined && (!URL.canParse(String(origin)) || new URL(String(origin)).host !== host);
}
