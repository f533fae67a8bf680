import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type pg from "pg";
import { type Key, readKey } from "./accounts.ts";
import { API_VERSION } from "./events.ts";
import { expand } from "./expand.ts";
import { serveCheckoutPage } from "./hosted-page.ts";
import { catalogRoutes } from "./routes/catalog.ts";
import { checkoutRoutes } from "./routes/checkout-sessions.ts";
import { customerRoutes } from "./routes/customers.ts";
import { invoiceRoutes } from "./routes/invoices.ts";
import { paymentMethodRoutes } from "./routes/payment-methods.ts";
import type { Route } from "./routes/route.ts";
import { setupIntentRoutes } from "./routes/setup-intents.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import { newId, type Store } from "./store.ts";
import { inAccount } from "./transaction.ts";
import { Failure, invalid } from "./wire/failure.ts";
import { decodeForm, expansions } from "./wire/params.ts";

const ROUTES: Route[] = [
  ...customerRoutes,
  ...catalogRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...checkoutRoutes,
  ...webhookRoutes,
];
const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, "([^/]+)")}$`),
}));
const LARGEST_BODY = 1_000_000;
const KEY_KEPT_SECONDS = 24 * 3600;

interface Parts {
  pool: pg.Pool;
  baseUrl: () => string;
  onError: (error: unknown) => void;
}

interface Reply {
  status: number;
  body: string;
  isReplay: boolean;
}

/** The listener: REST as Stripe serves it, and the hosted checkout page. */
export function createListener({ pool, baseUrl, onError }: Parts): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://sandbox.invalid");
    const work = url.pathname.startsWith("/c/pay/")
      ? serveCheckoutPage(pool, request, response, url)
      : serve(pool, baseUrl(), request, response, url);
    work.catch((error: unknown) => {
      onError(error);
      if (!response.headersSent)
        reply(response, newId("req"), {
          status: 500,
          body: '{"error":{"type":"api_error","message":"Unknown error"}}',
          isReplay: false,
        });
    });
  });
}

async function serve(
  pool: pg.Pool,
  baseUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const requestId = newId("req");
  let result: Reply;
  try {
    const key = readKey(request.headers);
    const { route, ids } = findRoute(request.method ?? "GET", url.pathname);
    if (!key.isSecret && !route.isPublic) throw publishableRefused();
    const text =
      request.method === "GET" ? url.search.slice(1) : `${url.search.slice(1)}&${await readBody(request)}`;
    result = await run({
      pool,
      baseUrl,
      key,
      route,
      ids,
      text,
      idempotencyKey: request.headers["idempotency-key"],
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    result = { status: error.facts.status, body: JSON.stringify(error.body()), isReplay: false };
  }
  reply(response, requestId, result);
}

function publishableRefused(): Failure {
  const message = "This API call cannot be made with a publishable API key. Please use a secret API key.";
  return new Failure({ status: 403, type: "invalid_request_error", code: "secret_key_required", message });
}

function findRoute(method: string, path: string): { route: Route; ids: string[] } {
  for (const { route, pattern } of PATTERNS) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) return { route, ids: match.slice(1).map(decodeURIComponent) };
  }
  const message = `Unrecognized request URL (${method}: ${path}). The sandbox does not have it.`;
  throw new Failure({ status: 404, type: "invalid_request_error", message });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw invalid("The request body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

interface Run {
  pool: pg.Pool;
  baseUrl: string;
  key: Key;
  route: Route;
  ids: string[];
  text: string;
  idempotencyKey: string | string[] | undefined;
}

/**
 * One request, one transaction; writes of one account wait for each other. A refusal takes back what the handler did and is
 * kept under its idempotency key like a success, unless the parameters were at fault.
 */
async function run({ pool, baseUrl, key, route, ids, text, idempotencyKey }: Run): Promise<Reply> {
  const params = decodeForm(text.replace(/^&|&$/g, ""));
  const isWrite = route.method !== "GET";
  const idempotency = isWrite && typeof idempotencyKey === "string" ? idempotencyKey : null;
  const fingerprint = createHash("sha256")
    .update(`${route.method} ${route.path} ${ids.join("/")} ${JSON.stringify(params)}`)
    .digest("hex");
  return inAccount(pool, key.account, isWrite, async (store) => {
    const known = idempotency === null ? null : await findRequest(store, idempotency, fingerprint);
    if (known) return known;
    const result = await attempt(store, async () => {
      const answer = await route.handle({ store, ids, params, baseUrl, isSecret: key.isSecret });
      return JSON.stringify(await expand(store, answer, expansions(params)));
    });
    if (idempotency !== null && isKept(result)) await keepRequest(store, idempotency, fingerprint, result);
    return result;
  });
}

function isKept({ status }: Reply): boolean {
  return status < 300 || status === 402;
}

/** Runs the handler inside a savepoint: a refusal undoes it and becomes the answer. */
async function attempt(store: Store, work: () => Promise<string>): Promise<Reply> {
  await store.client.query("savepoint attempt");
  try {
    return { status: 200, body: await work(), isReplay: false };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await store.client.query("rollback to savepoint attempt");
    return { status: error.facts.status, body: JSON.stringify(error.body()), isReplay: false };
  }
}

async function findRequest(store: Store, key: string, fingerprint: string): Promise<Reply | null> {
  const sql =
    "select fingerprint, status, body from stripe_sandbox.requests where account = $1 and key = $2 and created > $3";
  const { rows } = await store.client.query<{ fingerprint: string; status: number; body: string }>(sql, [
    store.account,
    key,
    store.now - KEY_KEPT_SECONDS,
  ]);
  const [row] = rows;
  if (!row) return null;
  if (row.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`;
    throw new Failure({ status: 400, type: "idempotency_error", message });
  }
  return { status: row.status, body: row.body, isReplay: true };
}

async function keepRequest(
  store: Store,
  key: string,
  fingerprint: string,
  { status, body }: Reply,
): Promise<void> {
  const sql = `insert into stripe_sandbox.requests (account, key, fingerprint, status, body, created) values ($1, $2, $3, $4, $5, $6)
    on conflict (account, key) do update set fingerprint = $3, status = $4, body = $5, created = $6`;
  await store.client.query(sql, [store.account, key, fingerprint, status, body, store.now]);
}

function reply(response: ServerResponse, requestId: string, { status, body, isReplay }: Reply): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "request-id": requestId,
    "stripe-version": API_VERSION,
    "access-control-allow-origin": "*",
    ...(isReplay && { "idempotent-replayed": "true" }),
  });
  response.end(body);
}
