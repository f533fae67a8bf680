import { isUsherError, UsherConnectionError, UsherError } from "./errors.ts";
import { delayBefore, type RetryPolicy, wait } from "./retry.ts";

/** Where access tokens come from. */
export interface TokenSource {
  /** A token that is good for a while; null: there is none, and requests go without. */
  get(): Promise<string | null>;
  /** Another token than that one, which the server refused; null: there is none. */
  renew(refused: string): Promise<string | null>;
}

/** What may be said of a single request. */
export interface RequestOptions {
  /** Kept over all tries of a POST; made anew for each request when left out. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** How long a single try may take. */
  timeoutMs?: number;
  /** Tries after the first; 0: none. */
  retries?: number;
  headers?: Record<string, string>;
}

export interface SendSettings {
  fetch: typeof fetch;
  timeoutMs: number;
  retry: RetryPolicy;
  headers: Record<string, string>;
  tokens: TokenSource | null;
}

/** What a request needs beside what it holds. */
export interface SendOptions extends RequestOptions {
  /** Whether it goes with an access token. */
  token: boolean;
  /** The answer is passed on as it comes, not read first. */
  isStream?: boolean;
}

const KEY = "idempotency-key";
/** What says that a token is not good (any more). */
const REFUSED_TOKEN = ["token_missing", "token_invalid"] as const;

/**
 * Sends a request and answers the response, its body read. A POST gets an Idempotency-Key that it keeps over its tries. Throws
 * UsherError when the server refuses, UsherConnectionError when it cannot be reached.
 */
export async function send(
  settings: SendSettings,
  request: Request,
  options: SendOptions,
): Promise<Response> {
  const headers = { ...settings.headers, ...options.headers };
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  if (request.method === "POST" && !request.headers.has(KEY)) {
    request.headers.set(KEY, options.idempotencyKey ?? crypto.randomUUID());
  }
  const retry = { ...settings.retry, ...(options.retries !== undefined && { retries: options.retries }) };
  const isRepeatable = request.method === "GET" || request.headers.has(KEY);
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendWithToken(settings, request, options);
    } catch (error) {
      const delay = delayBefore(attempt, error, isRepeatable, retry);
      if (delay === null) throw error;
      await wait(delay, options.signal);
    }
  }
}

/** One try; a second one with another token where the first was refused. */
async function sendWithToken(
  settings: SendSettings,
  request: Request,
  options: SendOptions,
): Promise<Response> {
  const tokens = options.token ? settings.tokens : null;
  const token = (await tokens?.get()) ?? null;
  try {
    return await sendOnce(settings, request, token, options);
  } catch (error) {
    if (token === null || !isUsherError(error, ...REFUSED_TOKEN)) throw error;
    const next = (await tokens?.renew(token)) ?? null;
    if (next === null || next === token) throw error;
    return await sendOnce(settings, request, next, options);
  }
}

async function sendOnce(
  settings: SendSettings,
  request: Request,
  token: string | null,
  { signal, timeoutMs = settings.timeoutMs, isStream = false }: SendOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signals = [timeout, ...(signal ? [signal] : [])];
  const attempt = new Request(request.clone(), { signal: AbortSignal.any(signals) });
  if (token !== null) attempt.headers.set("authorization", `Bearer ${token}`);
  try {
    const response = await settings.fetch(attempt);
    if (response.ok && isStream) return response;
    // A connection can break in the midst of an answer, too: that is a failed try as well.
    const body = await response.text();
    if (!response.ok) throw new UsherError(response, parse(body));
    return new Response(body === "" ? null : body, response);
  } catch (error) {
    if (error instanceof UsherError) throw error;
    signal?.throwIfAborted();
    const where = `${request.method} ${new URL(request.url).pathname}`;
    if (timeout.aborted) {
      const message = `${where}: no answer within ${timeoutMs} ms.`;
      throw new UsherConnectionError(message, { cause: error, isTimeout: true });
    }
    throw new UsherConnectionError(`${where}: Usher cannot be reached.`, { cause: error });
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
