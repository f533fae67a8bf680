import { expect } from "@playwright/test";
import { readDemo } from "./demo.ts";
import { LONGEST_WAIT } from "./limits.ts";

type Json = Record<string, unknown>;

/** The demo tenant's back end, as its makers would write it: their server's calls to the API. */
export async function openBackEnd() {
  const { base_url: baseUrl, app_id: appId, client_id, client_secret } = readDemo();
  const headers: Record<string, string> = { "x-app-id": appId, "content-type": "application/json" };

  async function call(method: string, path: string, body?: Json, idempotencyKey?: string) {
    const own = { ...headers, ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }) };
    const request = { method, headers: own, ...(body && { body: JSON.stringify(body) }) };
    const signal = AbortSignal.timeout(LONGEST_WAIT);
    const response = await fetch(`${baseUrl}${path}`, { ...request, signal });
    return { status: response.status, body: await response.json() };
  }

  const token = await call("POST", "/v1/auth/token", {
    grant_type: "client_credentials",
    client_id,
    client_secret,
  });
  headers.authorization = `Bearer ${token.body.access_token}`;

  return {
    get: (path: string) => call("GET", path),
    post: (path: string, body: Json, idempotencyKey?: string) => call("POST", path, body, idempotencyKey),
    patch: (path: string, body: Json) => call("PATCH", path, body),
    /** A publishable application for pages of that origin. */
    async anApplication(origin: string): Promise<string> {
      const made = await call("POST", "/v1/applications", {
        name: `Page on ${origin}`,
        kind: "BROWSER",
        allowed_origins: [origin],
      });
      expect(made.status).toBe(201);
      return made.body.app_id;
    },
    /** The id of a plan's price. */
    async priceOf(plan: string, currency = "USD", interval = "MONTH"): Promise<string> {
      const { body } = await call("GET", `/v1/pricing?currency=${currency}`);
      const plans = body.products.flatMap((product: { plans: Json[] }) => product.plans);
      const found = plans.find(({ slug }: Json) => slug === plan);
      return found.prices.find((price: Json) => price.interval === interval).id;
    },
  };
}

export type BackEnd = Awaited<ReturnType<typeof openBackEnd>>;
