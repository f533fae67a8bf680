import { randomInt } from "node:crypto";
import type { Demo } from "../../prisma/seed/seed-demo.ts";
import type { TestCatalog } from "../../server/testing/a-catalog.ts";

/** How many objects of each kind are remembered, to be used again. */
const MAX_REMEMBERED = 2_000;
const TOKEN_MS = 10 * 60_000;

/** The tenant that traffic is sent to, and the application that sends it. */
export interface Shop {
  url: string;
  application: { id: string; appId: string; clientSecret: string };
  browserAppId: string;
  catalog: TestCatalog;
  demo: Demo;
  demoTenantId: string;
}

/** Sends requests as the shop's back end, and as its users. */
export class Caller {
  readonly shop: Shop;
  /** The headers of a browser of the shop. */
  readonly browser: { "x-app-id": string };
  #token = { value: "", until: 0 };

  constructor(shop: Shop) {
    this.shop = shop;
    this.browser = { "x-app-id": shop.browserAppId };
  }

  async get(path: string): Promise<Response> {
    return this.send("GET", path, await this.#headers());
  }

  async post(path: string, body: object, more: Record<string, string> = {}): Promise<Response> {
    return this.send("POST", path, { ...(await this.#headers()), ...more }, body);
  }

  /** Asks for a token. */
  grant(fields: object, appId: string): Promise<Response> {
    return this.send("POST", "/v1/auth/token", { "x-app-id": appId }, fields);
  }

  send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Response> {
    return fetch(`${this.shop.url}${path}`, {
      method,
      redirect: "manual",
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /** The id of a plan's first price. */
  priceOf(plan: string): string | undefined {
    return this.shop.catalog.plans[plan]?.prices[0];
  }

  async #headers(): Promise<Record<string, string>> {
    const { id, appId, clientSecret } = this.shop.application;
    if (performance.now() > this.#token.until) {
      const credentials = { client_id: id, client_secret: clientSecret };
      const answer = await this.grant({ grant_type: "client_credentials", ...credentials }, appId);
      const { access_token } = (await answer.json()) as { access_token?: string };
      if (access_token === undefined) throw new Error(`no token was given: ${answer.status}`);
      this.#token = { value: access_token, until: performance.now() + TOKEN_MS };
    }
    return { "x-app-id": appId, authorization: `Bearer ${this.#token.value}` };
  }
}

/** Adds to a list of limited length; a full list loses any of its items. */
export function remember<T>(list: T[], item: T): void {
  if (list.length < MAX_REMEMBERED) list.push(item);
  else list[randomInt(MAX_REMEMBERED)] = item;
}

export function anyOf<T>(list: T[]): T | undefined {
  return list[randomInt(Math.max(1, list.length))];
}
