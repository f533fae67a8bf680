import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ApiError } from "../errors/api-error.ts";
import type { ErrorName } from "../errors/catalogue.ts";
import { hasBody } from "./bounded-body.ts";

/** An answer before it is sent. */
export interface Answer {
  status: number;
  /** JSON text, or the pieces of a file. */
  body: string | AsyncIterable<string | Uint8Array>;
  headers: Record<string, string>;
}

/** The error body, with Retry-After where a retry can help. */
export function errorAnswer(error: ApiError, requestId: string, isOAuth = false): Answer {
  const body = error.toBody(requestId);
  const oauth = isOAuth ? { error: oauthError(error), error_description: error.message } : {};
  return {
    status: error.status,
    body: JSON.stringify({ ...oauth, ...body }),
    headers: {
      ...(error.retryAfter !== undefined && { "retry-after": String(error.retryAfter) }),
      ...(error.errorName === "too_many_requests" &&
        error.details?.limit !== undefined && {
          "ratelimit-limit": String(error.details.limit),
          "ratelimit-remaining": "0",
          "ratelimit-reset": String(error.retryAfter),
        }),
      ...(error.status === 401 && { "www-authenticate": challengeOf(error) }),
      ...(error.errorName === "method_not_allowed" && { allow: String(error.details?.allowed) }),
    },
  };
}

/**
 * What a 401 asks for (RFC 9110 §11.6.1). Only a token that was sent and is not good is called invalid: without one there is no
 * error to name (RFC 6750 §3.1).
 */
function challengeOf({ errorName }: ApiError): string {
  return errorName === "token_invalid"
    ? 'Bearer realm="usher", error="invalid_token"'
    : 'Bearer realm="usher"';
}

/** The same for a client that showed its secret by HTTP Basic at the token endpoint: RFC 6749 §5.2 asks for its own scheme. */
export const BASIC_CHALLENGE = { "www-authenticate": 'Basic realm="usher", charset="UTF-8"' };

/** RFC 6749 §5.2. */
function oauthError(error: ApiError): string {
  const byName: Partial<Record<ErrorName, string>> = {
    app_id_invalid: "invalid_client",
    browser_application_not_allowed: "unauthorized_client",
    client_credentials_invalid: "invalid_client",
    grant_type_unsupported: "unsupported_grant_type",
    password_grant_failed: "invalid_grant",
    refresh_token_invalid: "invalid_grant",
    scope_missing: "invalid_scope",
  };
  return byName[error.errorName] ?? (error.status >= 500 ? "server_error" : "invalid_request");
}

/** Adds caching headers to an answer; makes it 304 when the caller's copy is current. */
export function withCaching(request: IncomingMessage, answer: Answer, seconds: number): Answer {
  if (seconds === 0 || answer.status !== 200 || typeof answer.body !== "string") {
    return { ...answer, headers: { "cache-control": "no-store", ...answer.headers } };
  }
  const etag = `"${createHash("sha1").update(answer.body).digest("base64url")}"`;
  const headers = mergeHeaders(answer.headers, {
    etag,
    "cache-control": `public, max-age=${seconds}`,
    vary: "x-app-id, origin",
  });
  return matchesEtag(request, etag) ? { status: 304, body: "", headers } : { ...answer, headers };
}

/**
 * Whether the client's copy is what the ETag names. Compared weakly (RFC 9110 §13.1.2): a proxy that packs our answers marks
 * their ETags as weak.
 */
export function matchesEtag({ headers }: IncomingMessage, etag: string): boolean {
  const known = (headers["if-none-match"] ?? "").split(",").map((one) => one.trim());
  return known.includes("*") || known.some((one) => withoutWeakPrefix(one) === withoutWeakPrefix(etag));
}

const withoutWeakPrefix = (etag: string) => etag.replace(/^W\//, "");

/** Headers of one answer, later ones over earlier ones; only what it varies by is added up. */
export function mergeHeaders(...parts: Record<string, string>[]): Record<string, string> {
  const merged: Record<string, string> = Object.assign({}, ...parts);
  const vary = parts.flatMap((part) => part.vary?.split(",") ?? []).map((name) => name.trim().toLowerCase());
  return vary.length === 0 ? merged : { ...merged, vary: [...new Set(vary)].join(", ") };
}

/** Sends an answer; streams a file with backpressure. Throws when the stream fails. */
export async function send(response: ServerResponse, requestId: string, answer: Answer): Promise<void> {
  if (response.headersSent || response.destroyed) return;
  const { body } = answer;
  const common = { "x-request-id": requestId, "x-content-type-options": "nosniff", ...answer.headers };
  if (typeof body !== "string") {
    response.writeHead(answer.status, common);
    return pipeline(Readable.from(body), response);
  }
  const isEarly = !response.req.complete && hasBody(response.req);
  response.writeHead(answer.status, {
    ...(body !== "" && { "content-type": "application/json; charset=utf-8" }),
    ...((body !== "" || (isEarly && answer.status >= 400)) && { "content-length": Buffer.byteLength(body) }),
    ...common,
    ...(isEarly && { connection: "close" }),
  });
  if (!isEarly) return void response.end(body);
  response.flushHeaders();
  if (body !== "") response.write(body);
  endAfterBody(response);
}

/** How long the unread rest of a request body may arrive, milliseconds. */
const REST_OF_BODY_TIMEOUT_MS = 2_000;

/**
 * Ends an answer that was sent before the whole request body had arrived. Discards the rest of the body for a while: closing a
 * connection while the client still sends may lose the answer (RFC 9112 §9.6).
 */
function endAfterBody(response: ServerResponse): void {
  const { req: request } = response;
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, REST_OF_BODY_TIMEOUT_MS);
  request.once("end", end).once("close", end).resume();
}

/** Sends a short text. */
export function plain(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    "content-type": type,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    ...headers,
  });
  response.end(body);
}
