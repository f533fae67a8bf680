import type { IncomingMessage } from "node:http";
import { findMember } from "../domain/members/member-session.ts";
import { isLogoPath } from "../domain/tenants/logos/address.ts";
import { ApiError } from "../errors/api-error.ts";
import { LARGEST_FORM_FILE } from "../platform/schema/upload.ts";
import type { Services } from "../platform/scope.ts";
import { hasBody, withBody } from "./bounded-body.ts";
import { clientAddress } from "./client-address.ts";
import { type Hold, limitEach } from "./concurrency.ts";
import type { ReadClaims } from "./member-cookie.ts";
import { isPublicFile } from "./public-files.ts";
import { TRPC } from "./refuse.ts";
import { createRenderQueue } from "./render-queue.ts";
import { countAddress, createGate, TRY_AGAIN_SECONDS } from "./request-limits.ts";

/** The kinds of entry points outside of /v1. Files are sent as stored; pages are rendered. */
type Entry = "operators" | "callbacks" | "files" | "pages";

/**
 * The rate limit of one address, as a multiple of USHER_RATE_LIMIT. A page also requests its parts and data; its files are cheap.
 * The card provider sends callbacks for all tenants from few addresses: they should not be refused, and when they are, Stripe
 * retries (https://docs.stripe.com/webhooks#retries).
 */
const RATE_LIMIT_FACTORS = { callbacks: 25, files: 25, pages: 5 } as const;
/** The part of the capacity for pages that one address may use. */
const MAX_SHARE_PER_ADDRESS = 0.25;
const MIN_SHARE = 8;

const OPERATORS = new Set(["/healthz", "/readyz", "/metrics"]);
const FILES = /^\/(?:_next\/|docs\/files\/|fonts\/|styles\/|\.well-known\/|openapi\.json$)/;

/** What kind of entry point an address outside of /v1 is. */
export function entryOf(path: string): Entry {
  if (OPERATORS.has(path)) return "operators";
  if (path.startsWith("/webhooks/")) return "callbacks";
  return FILES.test(path) || isPublicFile(path) || isLogoPath(path) ? "files" : "pages";
}

type Work = (request: IncomingMessage) => void | Promise<void>;

/** Admits a request and runs its work with the request's body read, or refuses it before any work is done. */
export type EntryGate = (request: IncomingMessage, path: string, work: Work) => Promise<void>;

/** Body limit outside of /v1, bytes. */
const LARGEST_BODY = 100_000;
/** Body limit of a member's form with a file, bytes: the file and the other fields. */
const LARGEST_FORM = LARGEST_FORM_FILE + 10_000;
/** How many such forms of one address are read at the same time: each is in memory until it is stored. */
const CONCURRENT_FORMS = 2;

/**
 * Rate and concurrency limits for everything outside of /v1 (there, callers are counted instead). Each address is counted. Pages have a
 * capacity of their own; one address gets a part of it, and few of its pages are rendered at the same time. So an address that requests
 * many pages slows down neither the API nor other addresses. Ops endpoints always answer. Bodies are read here, because the pages have no
 * limit for them: for a limited number of connections of one address, and before capacity is taken, so that slow clients use none. Throws
 * too_many_requests, server_overloaded or body_too_large.
 */
export function createEntryGate(services: Services, readClaims: ReadClaims): EntryGate {
  const { capacity, trustsProxy } = services.config;
  const gate = createGate(capacity);
  const share = Math.max(MIN_SHARE, Math.floor(capacity * MAX_SHARE_PER_ADDRESS));
  const limitPages = createAddressLimit(share);
  const limitReading = createAddressLimit(share);
  const limitForms = createAddressLimit(CONCURRENT_FORMS);
  const render = createRenderQueue();

  async function read(request: IncomingMessage, address: string): Promise<IncomingMessage> {
    if (!hasBody(request)) return request;
    if (!(await takesForm(request))) return limitReading(address, () => withBody(request, LARGEST_BODY));
    return limitForms(address, () => withBody(request, LARGEST_FORM));
  }

  async function takesForm(request: IncomingMessage): Promise<boolean> {
    const { method, url = "", headers } = request;
    const isForm = headers["content-type"]?.startsWith("multipart/form-data") ?? false;
    if (method !== "POST" || !isForm || !url.startsWith(TRPC)) return false;
    const claims = await readClaims(request.headers.cookie);
    return claims !== null && (await findMember(services, claims)) !== null;
  }

  return async function enter(request, path, work) {
    const entry = entryOf(path);
    if (entry === "operators")
      return work(hasBody(request) ? await withBody(request, LARGEST_BODY) : request);
    const address = clientAddress(request, trustsProxy);
    countAddress(services, request, { entry, times: RATE_LIMIT_FACTORS[entry] });
    // Callbacks have a body limit of their own.
    if (entry === "callbacks") return work(request);
    const whole = await read(request, address);
    if (entry === "files") return work(whole);
    // Calls to /api/trpc may wait for the card provider: they must not block the rendering of pages.
    const isPage = request.method === "GET" && !path.startsWith("/api/");
    return limitPages(address, () =>
      gate(async () => (isPage ? render(address, () => work(whole)) : work(whole))),
    );
  };
}

/** Limits how much work runs at the same time for each address. Throws server_overloaded. */
function createAddressLimit(max: number): Hold {
  return limitEach(max, () => new ApiError("server_overloaded", { retryAfter: TRY_AGAIN_SECONDS }));
}
