import type { IncomingMessage } from "node:http";
import { findMember } from "../domain/members/member-session.ts";
import { ApiError } from "../errors/api-error.ts";
import { LARGEST_FORM_FILE } from "../platform/schema/upload.ts";
import type { Services } from "../platform/scope.ts";
import { hasBody, withBody } from "./bounded-body.ts";
import { clientAddress } from "./client-address.ts";
import { countAddress, createGate, TRY_AGAIN_SECONDS } from "./limits.ts";
import type { ReadClaims } from "./member-cookie.ts";
import { TRPC } from "./refuse.ts";
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

/** What kind of entry point an address outside of /v1 is. */
export function entryOf(path: string): Entry {
  if (OPERATORS.has(path)) return "operators";
  if (path.startsWith("/webhooks/")) return "callbacks";
  return FILES.test(path) ? "files" : "pages";
}

type Work = (request: IncomingMessage) => void | Promise<void>;

/** Lets a request in and does its work with the request as it was read; refuses it before any work is done. */
export type EntryGate = (request: IncomingMessage, path: string, work: Work) => Promise<void>;

/** What everything but an operation of the API with a limit of its own takes, bytes. */
const LARGEST_BODY = 100_000;
/** Of a form with a file that a member sends, with room for the form around it, bytes. */
const LARGEST_FORM = LARGEST_FORM_FILE + 10_000;
/** How many such forms of one address are read at a time: each is in memory until it is stored. */
const FORMS_AT_ONCE = 2;

/**
 * The gate in front of everything outside of /v1, whose operations are counted by their callers. Each address is counted, and
 * pages have a capacity of their own, of which one address gets a part; its pages are rendered a few at once. So an address that
 * asks for many pages slows down neither the API nor other addresses. What operators ask is always answered. Bodies are read
 * here, because the pages have no limit for them: by at most a share of connections of one address, and before a place of the
 * capacity is taken, so that slow clients hold none. K9002 past the rate, K9011 past the capacity, K1004 for a larger body.
 */
export function createEntryGate(services: Services, readClaims: ReadClaims): EntryGate {
  const { capacity, trustsProxy } = services.config;
  const gate = createGate(capacity);
  const share = Math.max(LEAST_SHARE, Math.floor(capacity * SHARE_OF_ONE));
  const held = createShares(share);
  const reading = createShares(share);
  const readingForms = createShares(FORMS_AT_ONCE);
  const render = createRenders();

  async function read(request: IncomingMessage, address: string): Promise<IncomingMessage> {
    if (!hasBody(request)) return request;
    if (!(await takesForm(request))) return reading(address, () => withBody(request, LARGEST_BODY));
    return readingForms(address, () => withBody(request, LARGEST_FORM));
  }

  async function takesForm(request: IncomingMessage): Promise<boolean> {
    const { method, url = "", headers } = request;
    const isForm = headers["content-type"]?.startsWith("multipart/form-data") ?? false;
    if (method !== "POST" || !isForm || !url.startsWith(TRPC)) return false;
    const claims = await readClaims(request);
    return claims !== null && (await findMember(services, claims)) !== null;
  }

  return async function enter(request, path, work) {
    const entry = entryOf(path);
    if (entry === "operators")
      return work(hasBody(request) ? await withBody(request, LARGEST_BODY) : request);
    const address = clientAddress(request, trustsProxy);
    countAddress(services, request, { entry, times: TIMES_THE_LIMIT[entry] });
    // Read with a limit of their own.
    if (entry === "callbacks") return work(request);
    const whole = await read(request, address);
    if (entry === "files") return work(whole);
    // What an operation of the API behind /api/trpc waits for, such as the card provider, holds up no page.
    const isPage = request.method === "GET" && !path.startsWith("/api/");
    return held(address, () => gate(async () => (isPage ? render(address, () => work(whole)) : work(whole))));
  };
}

/** Runs work for an address, at most so much at a time for each. K9011 beyond. */
function createShares(most: number) {
  const held = new Map<string, number>();
  return async function hold<T>(address: string, work: () => Promise<T>): Promise<T> {
    const mine = held.get(address) ?? 0;
    if (mine >= most) throw new ApiError("K9011", { retryAfter: TRY_AGAIN_SECONDS });
    held.set(address, mine + 1);
    try {
      return await work();
    } finally {
      const left = (held.get(address) ?? 1) - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    }
  };
}
