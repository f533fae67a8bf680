import { setTimeout as pause } from "node:timers/promises";
import type { CardProvider } from "./card-provider.ts";

/** What a history needs to call the service: the address, and an application with the scope billing:admin of a TEST tenant. */
export interface Access {
  baseUrl: string;
  application: { id: string; appId: string; clientSecret: string };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are read here; what is read is compared at once.
export type Body = any;

interface Answer {
  status: number;
  body: Body;
}

/** An access token lives for 15 minutes. */
const TOKEN_AGE_MS = 10 * 60_000;
const ADVANCE_LIMIT_MS = 120_000;

/** Calls the service over HTTP. It knows nothing but the interface. */
export class Service {
  /** How many requests were made. */
  calls = 0;
  /** The card provider's sandbox, where it can be reached. */
  provider?: CardProvider;
  readonly #access: Access;
  #token = Promise.resolve("");
  #signedInAt = 0;
  #features: Features | undefined;

  constructor(access: Access) {
    this.#access = access;
  }

  /** The answer, whatever it is; a key makes the request safe to repeat. */
  async call(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    if (Date.now() - this.#signedInAt > TOKEN_AGE_MS) {
      this.#signedInAt = Date.now();
      this.#token = this.#signIn();
    }
    this.calls++;
    const headers = {
      authorization: `Bearer ${await this.#token}`,
      ...(key && { "idempotency-key": key }),
    };
    for (;;) {
      const answer = await this.#send(method, path, body, headers);
      // The service's rate limit: only one that was started for histories has none. K9055: a busy database; with a key it is done once.
      const isBusy = key !== undefined && answer.status === 503 && answer.body.code === "K9055";
      if (answer.status !== 429 && !isBusy) return answer;
      await pause(1000);
    }
  }

  /** The body of an answer that has to be a success. */
  async get(path: string): Promise<Body> {
    return expectSuccess(`GET ${path}`, await this.call("GET", path));
  }

  /** The body of an answer that has to be a success. */
  async post(path: string, body: object = {}): Promise<Body> {
    return expectSuccess(`POST ${path} ${JSON.stringify(body)}`, await this.call("POST", path, body));
  }

  async patch(path: string, body: object): Promise<Body> {
    return expectSuccess(`PATCH ${path} ${JSON.stringify(body)}`, await this.call("PATCH", path, body));
  }

  /** Every row of a list that is read in parts. */
  async list(path: string): Promise<Body[]> {
    const rows: Body[] = [];
    let cursor: string | null = null;
    do {
      const page: Body = await this.get(
        `${path}${path.includes("?") ? "&" : "?"}limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`,
      );
      rows.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor);
    return rows;
  }

  /** Moves a test clock and waits until the service has done all the work that is due by then. */
  async advance(clock: string, to: number): Promise<void> {
    await this.post(`/v1/test-clocks/${clock}/advance`, { to: new Date(to).toISOString() });
    const until = Date.now() + ADVANCE_LIMIT_MS;
    for (let wait = 40; (await this.get(`/v1/test-clocks/${clock}`)).status !== "READY"; wait *= 1.4) {
      if (Date.now() > until) throw new Error(`The test clock ${clock} did not become READY.`);
      await pause(Math.min(wait, 1000));
    }
  }

  /** Which of the newer fields and operations the service has, read from its OpenAPI document. */
  async features(): Promise<Features> {
    if (this.#features) return this.#features;
    const document = (await this.#send("GET", "/openapi.json")).body;
    const body = (path: string) =>
      resolve(document, document.paths[path]?.post?.requestBody?.content?.["application/json"]?.schema);
    const entitlement = body("/v1/catalog/packs")?.properties?.entitlements?.items;
    const check = document.components.schemas.EntitlementCheck;
    const known = resolve(document, entitlement)?.properties ?? {};
    this.#features = {
      resetInterval: "reset_interval" in known,
      priceInterval: "interval" in (resolve(document, known.prices?.items)?.properties ?? {}),
      parts: "parts" in (check?.properties ?? {}),
      voidDecision: Object.keys(body("/v1/billing/invoices/{id}/void")?.properties ?? {}).some(
        (name) => name !== "reason",
      ),
      balance: "/v1/billing/customers/{id}/balance" in document.paths,
      ledger: "/v1/billing/ledger" in document.paths,
    };
    return this.#features;
  }

  async #signIn(): Promise<string> {
    const { id, clientSecret } = this.#access.application;
    const { body } = await this.#send("POST", "/v1/auth/token", {
      grant_type: "client_credentials",
      client_id: id,
      client_secret: clientSecret,
    });
    return body.access_token;
  }

  async #send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.#access.baseUrl + path, {
      method,
      headers: {
        "x-app-id": this.#access.application.appId,
        ...(body && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
    };
  }
}

/** Fields and operations that a service may or may not have yet. */
export interface Features {
  resetInterval: boolean;
  priceInterval: boolean;
  parts: boolean;
  voidDecision: boolean;
  balance: boolean;
  ledger: boolean;
}

function expectSuccess(what: string, { status, body }: Answer): Body {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)} to ${what}`);
  return body;
}

function resolve(document: Body, schema: Body): Body {
  if (!schema?.$ref) return schema;
  return document.components.schemas[schema.$ref.split("/").pop()];
}
