import type { IncomingMessage } from "node:http";
import type { Services } from "../domain/scope.ts";
import { ApiError } from "../errors/api-error.ts";
import { clientAddress } from "./client-address.ts";
import { countAddress, createGate, TRY_AGAIN_SECONDS } from "./limits.ts";
import { createRenders } from "./renders.ts";

/** What is asked for outside of /v1. Files are sent as they lie there; a page is rendered. */
type Entry = "operators" | "callbacks" | "files" | "pages";

/**
 * How many times USHER_RATE_LIMIT one address may ask within a minute. A page asks for its parts and data besides; its files are
 * cheap. The card provider calls back from few addresses for all tenants: what is signed must not be turned away, and where it
 * is, Stripe tries again (https://docs.stripe.com/webhooks#retries).
 */
const TIMES_THE_LIMIT = { callbacks: 25, files: 25, pages: 5 } as const;
/** One address may hold this part of the capacity for pages. */
const SHARE_OF_ONE = 0.25;
const LEAST_SHARE = 8;

const OPERATORS = new Set(["/healthz", "/readyz", "/metrics"]);
const FILES =
  /^\/(?:_next\/|docs\/files\/|\.well-known\/|(?:openapi\.json|embed\.js|pricing\.js|icon\.svg|favicon\.ico|robots\.txt)$)/;

function entryOf(path: string): Entry {
  if (OPERATORS.has(path)) return "operators";
  if (path.startsWith("/webhooks/")) return "callbacks";
  return FILES.test(path) ? "files" : "pages";
}

/** Lets a request in and does its work; refuses it before any work is done. */
export type EntryGate = (
  request: IncomingMessage,
  path: string,
  work: () => void | Promise<void>,
) => Promise<void>;

/**
 * The gate in front of everything outside of /v1, whose operations are counted by their callers. Each address is counted, and
 * pages have a capacity of their own, of which one address gets a part; its pages are rendered a few at once. So an address that
 * asks for many pages slows down neither the API nor other addresses. What operators ask is always answered. K9002 past the
 * rate, K9011 past the capacity.
 */
export function createEntryGate(services: Services): EntryGate {
  const { capacity, trustsProxy } = services.config;
  const gate = createGate(capacity);
  const share = Math.max(LEAST_SHARE, Math.floor(capacity * SHARE_OF_ONE));
  const held = new Map<string, number>();
  const render = createRenders();

  async function hold(address: string, work: () => void | Promise<void>): Promise<void> {
    const mine = held.get(address) ?? 0;
    if (mine >= share) throw new ApiError("K9011", { retryAfter: TRY_AGAIN_SECONDS });
    held.set(address, mine + 1);
    try {
      await gate(async () => work());
    } finally {
      const left = (held.get(address) ?? 1) - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    }
  }

  return async function enter(request, path, work) {
    const entry = entryOf(path);
    if (entry === "operators") return work();
    const address = clientAddress(request, trustsProxy);
    countAddress(services, request, { entry, times: TIMES_THE_LIMIT[entry] });
    if (entry === "files" || entry === "callbacks") return work();
    // What an operation of the API behind /api/trpc waits for, such as the card provider, holds up no page.
    const isPage = request.method === "GET" && !path.startsWith("/api/");
    return hold(address, () => (isPage ? render(address, work) : work()));
  };
}
