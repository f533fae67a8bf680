import type { IncomingMessage } from "node:http";
import type { Caller } from "../trpc/caller.ts";
import { allowedMethods } from "./allowed-methods.ts";
import type { Answer } from "./respond.ts";

const REQUEST_HEADERS = "authorization, content-type, idempotency-key, x-app-id";
const EXPOSED_HEADERS =
  "idempotent-replayed, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, www-authenticate, x-request-id, x-total-count, link, etag";
const PREFLIGHT_SECONDS = 600;

/**
 * A preflight names no application, so it is answered for any origin; the request itself is then held against the
 * application's allowed origins, and only an allowed one may read the answer. No cookies are ever involved.
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
 * Whether another site's page has sent a request to our own pages: browsers say so, all by Origin where something may change and
 * the newer ones by Sec-Fetch-Site. A cookie alone must not let another site in.
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
