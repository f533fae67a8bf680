import type { IncomingHttpHeaders } from "node:http";
import type pg from "pg";
import { modeNamed, toJson } from "./account-mode.ts";
import { API_VERSION } from "./events.ts";
import { expand } from "./expand.ts";
import { type RequestFault, takeRequestFault } from "./faults.ts";
import { claim, fingerprintOf, keep } from "./idempotency.ts";
import { issueKeys, KEYS_PATH, showKey } from "./issue-keys.ts";
import { type Key, readKey } from "./keys.ts";
import { readIdempotencyKey } from "./limits.ts";
import { takeOwners, touched } from "./locking.ts";
import {
  canBeEmpty,
  checkParameters,
  knownFields,
  knownName,
  typeAt,
} from "./parameters/check-parameters.ts";
import type { Fields } from "./parameters/known-type.ts";
import { requirePermission } from "./permissions.ts";
import { checkBrowserExpansions, shownToBrowsers } from "./publishable-key.ts";
import { type RateLimiter, rateLimited } from "./rate-limits.ts";
import { ROUTES } from "./routes/all.ts";
import { type Call, matchPath, type Route } from "./routes/route.ts";
import type { Store } from "./store.ts";
import { reading, writing } from "./transaction.ts";
import { accountRefused, Failure, lacking, ParameterRefusal } from "./wire/failure.ts";
import { decodeForm } from "./wire/form.ts";
import { expansions } from "./wire/read.ts";
import { parametersIn } from "./wire/read-body.ts";

/** A request of the API, read from the wire. */
export interface ApiRequest {
  id: string;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** Still encoded, without its question mark. */
  query: string;
  body: Buffer;
}

export interface Reply {
  status: number;
  body: string;
  isReplay: boolean;
  /** The request whose answer this is under its idempotency key; another one of a replay. */
  originalRequest?: string;
  /** Headers beside those of every answer. */
  headers?: Record<string, string>;
  /** The fault that keeps the answer from its way. */
  fault?: RequestFault | null;
}

interface Parts {
  pool: pg.Pool;
  /** Each of them lets its bearer issue keys. */
  issuerSecrets: readonly string[];
  baseUrl: string;
  /** Refuses what comes too often; null where nothing does. */
  limiter: RateLimiter | null;
  onError: (error: unknown) => void;
  onDeliveries: () => void;
  onClock: () => void;
}

/** Answers a request as Stripe would. */
export async function handleRequest(parts: Parts, request: ApiRequest): Promise<Reply> {
  try {
    return await route(parts, request);
  } catch (error) {
    return refusal(parts, request, error);
  }
}

function refusal({ onError }: Parts, { id }: ApiRequest, error: unknown): Reply {
  if (error instanceof Failure)
    return {
      status: error.facts.status,
      body: json(error.body(id)),
      isReplay: false,
      ...(error.facts.headers && { headers: error.facts.headers }),
    };
  onError(error);
  return { status: 500, body: json(broken().body(id)), isReplay: false };
}

function broken(): Failure {
  return new Failure({
    status: 500,
    type: "api_error",
    message: "An unknown error occurred in the sandbox.",
  });
}

async function route(parts: Parts, request: ApiRequest): Promise<Reply> {
  const { method, path } = request;
  if (method === "POST" && path === KEYS_PATH)
    return { status: 200, body: json(await issueKeys(parts, request)), isReplay: false };
  if (method === "GET" && path.startsWith(`${KEYS_PATH}/`))
    return { status: 200, body: json(await showKey(parts, request)), isReplay: false };
  const key = await readKey(parts.pool, request.headers);
  const isControl = path.startsWith("/sandbox/");
  const fault = isControl ? null : await takeRequestFault(parts.pool, { account: key.account, method, path });
  if (fault?.kind === "cut_before" || fault?.kind === "timeout_before")
    return { status: 500, body: "", isReplay: false, fault };
  if (fault?.kind === "error_before") throw broken();
  if (fault?.kind === "rate_limit") throw rateLimited("global-rate");
  const reply = await serve(parts, request, key, fault);
  return { ...reply, fault };
}

async function serve(
  parts: Parts,
  request: ApiRequest,
  key: Key,
  fault: RequestFault | null,
): Promise<Reply> {
  const params = decodeForm(parametersIn(request));
  const version = request.headers["stripe-version"] ?? API_VERSION;
  if (version !== API_VERSION) throw lacking(`API version ${version}; it speaks ${API_VERSION} alone`);
  const isLive = modeNamed(key.account).mode === "live";
  const found = findRoute(request, isLive);
  if (!key.isSecret && !found.route.isPublic) throw publishableRefused();
  refuseForeignAccount(request, key);
  requirePermission(key, found.route);
  if (!request.path.startsWith("/sandbox/"))
    parts.limiter?.request(key.account, isLive, knownName(found.route.method, found.route.path));
  const call = { ids: found.ids, params, isSecret: key.isSecret };
  const idempotencyKey =
    request.method === "POST" ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
  const cause = { requestId: request.id, idempotencyKey, baseUrl: parts.baseUrl, limiter: parts.limiter };
  const where = { pool: parts.pool, account: key.account, cause, onDeliveries: parts.onDeliveries };
  if (request.method === "GET") {
    const body = await reading(where, (store) => run(found.route, { ...call, store }));
    if (fault?.kind === "error_after") throw broken();
    return { status: 200, body, isReplay: false };
  }
  const failsAfter = fault?.kind === "error_after";
  const reply = await writing(where, (store) =>
    write(parts, request, found.route, { ...call, store, failsAfter }),
  );
  if (found.route.movesClock) parts.onClock();
  return reply;
}

function publishableRefused(): Failure {
  const message =
    "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API " +
    "keys at https://dashboard.stripe.com/account/apikeys.";
  return new Failure({ status: 403, type: "invalid_request_error", code: "secret_key_required", message });
}

/** What exists in test mode alone: test clocks, and the sandbox's own paths. */
function isOfTestMode(path: string): boolean {
  return path.startsWith("/sandbox/") || path.startsWith("/v1/test_helpers/");
}

/** There is no other account that a key could act for: https://docs.stripe.com/connect/authentication. */
function refuseForeignAccount({ headers }: ApiRequest, { account: name }: Key): void {
  if (headers["stripe-context"] !== undefined) throw lacking("the header Stripe-Context");
  const wanted = headers["stripe-account"];
  if (wanted !== undefined && wanted !== modeNamed(name).account) throw accountRefused(String(wanted));
}

function findRoute({ method, path }: ApiRequest, isLive: boolean): { route: Route; ids: string[] } {
  for (const route of ROUTES) {
    if (isLive && isOfTestMode(path)) continue;
    const ids = route.method === method ? matchPath(route, path) : null;
    if (ids) return { route, ids };
  }
  const message = `Unrecognized request URL (${method}: ${path}). The sandbox does not have it.`;
  throw new Failure({ status: 404, type: "invalid_request_error", message });
}

async function run(found: Route, call: Call): Promise<string> {
  const fields = knownFields(knownName(found.method, found.path), call.isSecret);
  if (fields) checkParameters(fields, call.params);
  const paths = expansions(call.params);
  if (!call.isSecret) checkBrowserExpansions(paths);
  const answer = await handle(found, call).catch((error: unknown) => {
    throw fields && error instanceof ParameterRefusal ? refusalOfKnown(fields, error) : shownTo(call, error);
  });
  const expanded = await expand(call.store, answer, paths);
  return toJson(call.store.account, call.isSecret ? expanded : shownToBrowsers(expanded), 2);
}

/** A refusal carries the objects that it is about: a publishable key sees as little of them as elsewhere. */
function shownTo({ isSecret }: Call, error: unknown): unknown {
  if (isSecret || !(error instanceof Failure) || !error.facts.more) return error;
  const more = Object.entries(error.facts.more).map(([name, object]) => [name, shownToBrowsers(object)]);
  return error.with({ more: Object.fromEntries(more) });
}

async function handle(found: Route, call: Call): Promise<object> {
  return found.handle(call);
}

/** What Stripe takes and the sandbox does not: its names and choices were checked before, so that what is left is ours. */
function refusalOfKnown(fields: Fields, error: ParameterRefusal): Failure {
  const isRefusedByStripe = error.value === "" && !canBeEmpty(typeAt({ fields }, error.path));
  return isRefusedByStripe ? error : error.asUnsupported();
}

/** One request, one transaction. A refusal takes back what the handler did, and is kept under the key like a success. */
async function write(
  parts: Parts,
  request: ApiRequest,
  found: Route,
  { failsAfter, ...call }: Call & { failsAfter: boolean },
): Promise<Reply> {
  const { store } = call;
  const key = store.cause.idempotencyKey;
  const fingerprint = fingerprintOf(`${request.method} ${request.path}`, call.params);
  const kept = key === null ? null : await claim(store, key, fingerprint);
  if (kept) return { status: kept.status, body: kept.body, isReplay: true, originalRequest: kept.requestId };
  const { reply: made, isKept } = await attempt(parts, request, found, call);
  const reply = failsAfter ? refusal(parts, request, broken()) : made;
  if (key === null || !isKept) return reply;
  await keep(store, key, fingerprint, { ...reply, requestId: request.id });
  return { ...reply, originalRequest: request.id };
}

async function attempt(
  parts: Parts,
  request: ApiRequest,
  found: Route,
  call: Call,
): Promise<{ reply: Reply; isKept: boolean }> {
  const { store, ids, params } = call;
  await store.query("savepoint attempt");
  try {
    await takeOwners(store, touched(ids, params));
    const body = await run(found, call);
    await store.flush();
    return { reply: { status: 200, body, isReplay: false }, isKept: true };
  } catch (error) {
    if (isDatabaseError(error)) throw error;
    await settle(store, error);
    const isKept = !(error instanceof Failure && error.isValidation);
    return { reply: refusal(parts, request, error), isKept };
  }
}

/** What a failed attempt to charge has written stays; anything else is undone. */
async function settle(store: Store, error: unknown): Promise<void> {
  if (error instanceof Failure && error.facts.keepsChanges) return store.flush();
  store.forget();
  await store.query("rollback to savepoint attempt");
}

/** PostgreSQL's own errors carry a five-letter state; the transaction is lost, or worth another try. */
function isDatabaseError(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^[0-9A-Z]{5}$/.test(error.code)
  );
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}
