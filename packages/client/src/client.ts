import createFetchClient, { type Client } from "openapi-fetch";
import type { Calls, Operation } from "./calls.ts";
import { keepToken, type TokenAnswer } from "./client-credentials.ts";
import type { paths } from "./generated/openapi.ts";
import { OPERATIONS } from "./generated/operations.ts";
import { listBy } from "./listing.ts";
import { DEFAULT_RETRY, type RetryPolicy } from "./retry.ts";
import { type RequestOptions, type SendOptions, type SendSettings, send, type TokenSource } from "./send.ts";

export interface UsherOptions {
  /** Where Usher is, such as https://billing.example.com. */
  baseUrl: string;
  /** The `x-app-id`. That of a SERVER application is a secret; one of kind BROWSER may stand in a page. */
  appId: string;
  /** Of a SERVER application: with them the client gets access tokens by itself. Never in a browser. */
  clientId?: string;
  clientSecret?: string;
  /** Instead of client id and secret: whose tokens to use, such as a user's session (createUserSession). */
  tokens?: TokenSource;
  /** How long a single try may take, milliseconds. 30 seconds when left out. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** Sent with each request. */
  headers?: Record<string, string>;
  /** Takes the place of the platform's fetch. */
  fetch?: typeof fetch;
}

/** The whole API: `usher.subscriptions.get({ id })`, and what it is made of. */
export type Usher = Calls & {
  readonly baseUrl: string;
  /** The same by method and path, as openapi-fetch has it: `usher.http.GET("/v1/pricing", …)`. Throws like the methods. */
  readonly http: Client<paths>;
};

/** Makes a client. It opens nothing by itself, keeps one access token, and may be shared by everything in a process. */
export function createUsher(options: UsherOptions): Usher {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const settings: SendSettings = {
    // Looked up with each call, and called without a this of its own, as browsers want it.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 30_000,
    retry: { ...DEFAULT_RETRY, ...options.retry },
    headers: { "x-app-id": options.appId, ...options.headers },
    tokens: null,
  };
  settings.tokens = options.tokens ?? ownTokens(baseUrl, options, settings);
  const http = createFetchClient<paths>({
    baseUrl,
    fetch: (request) => send(settings, request, { token: true }),
  });
  const groups = Object.entries(OPERATIONS).map(([group, methods]) => {
    const calls = Object.entries(methods).map(([name, operation]) => [
      name,
      callOf(http, settings, operation),
    ]);
    return [group, Object.fromEntries(calls)];
  });
  // The table's keys are the keys of Calls; a test calls through every group.
  return { ...(Object.fromEntries(groups) as Calls), baseUrl, http };
}

/** The tokens of the application itself (RFC 6749 §4.4). */
function ownTokens(baseUrl: string, options: UsherOptions, settings: SendSettings): TokenSource | null {
  const { clientId, clientSecret } = options;
  if (clientId === undefined || clientSecret === undefined) return null;
  return keepToken(() =>
    requestToken(baseUrl, settings, {
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    }),
  );
}

/** Asks the token endpoint. */
export async function requestToken(
  baseUrl: string,
  settings: SendSettings,
  grant: Record<string, string>,
  options: RequestOptions = {},
): Promise<TokenAnswer> {
  const request = new Request(`${baseUrl}/v1/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(grant),
  });
  const response = await send(settings, request, { token: false, ...options });
  return response.json();
}

type Fields = Record<string, unknown>;

function callOf(http: Client<paths>, settings: SendSettings, operation: Operation) {
  const request = async (input: Fields, options: RequestOptions) => {
    const sendOptions: SendOptions = {
      ...options,
      token: operation.token === true,
      isStream: operation.answers === "file",
    };
    const { data, response } = await http.request(
      // The table is made of the same document as the types: each method belongs to its path.
      operation.method.toLowerCase() as "get",
      operation.path as "/v1/settings",
      {
        ...(partsOf(operation, input) as object),
        parseAs: operation.answers === "file" ? "stream" : "json",
        fetch: (one: Request) => send(settings, one, sendOptions),
      },
    );
    return operation.answers === "file" ? response : data;
  };
  const { pages } = operation;
  return (input: Fields = {}, options: RequestOptions = {}) =>
    pages
      ? listBy(pages, (asked) => request(asked, options) as Promise<Fields>, input)
      : request(input, options);
}

/** Sorts an input's fields into path, query and body. */
function partsOf(operation: Operation, input: Fields): object {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const path = Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
  if (operation.takes) {
    const headers = { "content-type": operation.takes };
    return { params: { path }, body: rest.file, bodySerializer: (file: unknown) => file, headers };
  }
  const hasBody = ["POST", "PUT", "PATCH"].includes(operation.method);
  return hasBody ? { params: { path }, body: rest } : { params: { path, query: rest } };
}
