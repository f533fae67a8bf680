import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { API_VERSION } from "./events.ts";
import { handleRequest, type Reply } from "./handle-request.ts";
import { newId } from "./ids.ts";
import { servePage } from "./pages/serve-page.ts";
import type { RateLimiter } from "./rate-limits.ts";
import { Failure } from "./wire/failure.ts";
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
    const url = new URL(request.url ?? "/", "http://sandbox.invalid");
    const work = /^\/(v1|sandbox)\//.test(url.pathname)
      ? serveApi({ ...parts, baseUrl: baseUrl() }, request, response, url)
      : servePage({ ...parts, baseUrl: baseUrl() }, request, response, url);
    work.catch((error: unknown) => {
      if (error instanceof Failure && !response.headersSent) {
        const headers = { ...CORS, "content-type": "application/json" };
        response.writeHead(error.facts.status, headers).end(JSON.stringify(error.body(newId("req"))));
        return;
      }
      parts.onError(error);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
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
  const form = method === "GET" ? "" : await readBody(request);
  const text = [url.search.slice(1), form].filter((part) => part !== "").join("&");
  const reply = await handleRequest(parts, { id, method, path: url.pathname, headers, text });
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
