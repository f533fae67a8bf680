import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { API_VERSION } from "./events.ts";
import { handleRequest, type Reply } from "./handle-request.ts";
import { newId } from "./ids.ts";
import { servePage } from "./pages/serve-page.ts";
import type { RateLimiter } from "./rate-limits.ts";
import { Failure, invalid } from "./wire/failure.ts";
import { readBody } from "./wire/read-body.ts";

interface Parts {
  pool: pg.Pool;
  /** Each of them lets its bearer issue keys. */
  issuerSecrets: readonly string[];
  /** Refuses what comes too often; null where nothing does. */
  limiter: RateLimiter | null;
  baseUrl: () => string;
  testCardsUrl: string;
  onError: (error: unknown) => void;
  onDeliveries: () => void;
  /** Called when a test clock is to be advanced. */
  onClock: () => void;
}

/** A request that gets no answer is let go after this long, were its caller to wait for ever. */
const SILENCE_MS = 120_000;

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "authorization, content-type, idempotency-key, stripe-version",
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-expose-headers": "request-id, stripe-version, stripe-rate-limited-reason",
};

/** The listener: the API as Stripe serves it, and the pages that it hosts. */
export function createListener({ baseUrl, ...parts }: Parts): Server {
  return createServer((request, response) => {
    serve({ ...parts, baseUrl: baseUrl() }, request, response).catch((error: unknown) => {
      if (error instanceof Failure && !response.headersSent) {
        const id = newId("req");
        const headers = { ...CORS, "content-type": "application/json", "request-id": id };
        response.writeHead(error.facts.status, headers).end(JSON.stringify(error.body(id)));
        return;
      }
      parts.onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}

/** Answers what can be read; throws a Failure for an address that cannot. */
async function serve(
  parts: Parameters<typeof serveApi>[0] & Parameters<typeof servePage>[0],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.parse(request.url ?? "/", "http://sandbox.invalid");
  if (!url) throw invalid("Invalid request: the address cannot be read.");
  const isApi = /^\/(v1|sandbox)\//.test(url.pathname);
  return (isApi ? serveApi : servePage)(parts, request, response, url);
}

async function serveApi(
  parts: Parameters<typeof handleRequest>[0],
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (request.method === "OPTIONS") {
    response.writeHead(204, CORS).end();
    return;
  }
  const id = newId("req");
  const { method = "GET", headers } = request;
  const body = method === "GET" ? Buffer.alloc(0) : await readBody(request);
  const reply = await handleRequest(parts, {
    id,
    method,
    headers,
    body,
    path: url.pathname,
    query: url.search.slice(1),
  });
  const { kind, delay_ms: delayMs = 0 } = reply.fault ?? {};
  if (kind === "cut_before" || kind === "cut_after") request.socket.destroy();
  else if (kind === "timeout_before" || kind === "timeout_after")
    setTimeout(() => request.socket.destroy(), SILENCE_MS).unref();
  else {
    if (kind === "slow") await delay(delayMs);
    send(response, id, headers["idempotency-key"], reply);
  }
}

function send(response: ServerResponse, id: string, key: string | string[] | undefined, reply: Reply): void {
  response.writeHead(reply.status, {
    ...CORS,
    "content-type": "application/json",
    "request-id": id,
    "stripe-version": API_VERSION,
    ...(typeof key === "string" && { "idempotency-key": key }),
    ...(reply.originalRequest !== undefined && { "original-request": reply.originalRequest }),
    ...reply.headers,
    ...(reply.isReplay && { "idempotent-replayed": "true" }),
  });
  response.end(reply.body);
}
