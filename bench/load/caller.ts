import { randomInt } from "node:crypto";
import type { Demo } from "../../prisma/seed/seed-demo.ts";
import type { TestCatalog } from "../../server/testing/a-catalog.ts";

/** How many objects of each kind are remembered, to be used again. */
const MAX_REMEMBERED = 2_000;

/** The tenant that traffic is sent to, and the application that sends it. */
export interface Shop {
  url: string;
  /** With which the shop's back end calls; its token is kept fresh. */
  headers: { "x-app-id": string; authorization: string };
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

  constructor(shop: Shop) {
    this.shop = shop;
    this.browser = { "x-app-id": shop.browserAppId };
  }

  get(path: string): Promise<Response> {
    return this.send("GET", path, this.shop.headers);
  }

  post(path: string, body: object, more: Record<string, string> = {}): Promise<Response> {
    return this.send("POST", path, { ...this.shop.headers, ...more }, body);
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
}

/** Adds to a list of limited length; a full list loses any of its items. */
export function remember<T>(list: T[], item: T): void {
  if (list.length < MAX_REMEMBERED) list.push(item);
  else list[randomInt(MAX_REMEMBERED)] = item;
}

export function anyOf<T>(list: T[]): T | undefined {
  return list[randomInt(Math.max(1, list.length))];
}
