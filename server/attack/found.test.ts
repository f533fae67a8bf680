import { describe, expect } from "vitest";
import { installPagesBridge } from "../http/pages-bridge.ts";
import type { PagesBridge, PagesBridgeKey, SessionClaims } from "../http/pages-contract.ts";
import { aMember } from "../testing/a-member.ts";
import { FORGED_CURSORS } from "../testing/fuzz/values.ts";
import { it } from "../testing/it.ts";
import { aStage, type Stage } from "../testing/stage.ts";

// What the made-up requests have found once, kept by name.

const KEY: PagesBridgeKey = "usher.pages";

let stage: Stage;
let bridge: PagesBridge;
let claims: SessionClaims;

it.beforeAll(async ({ world }) => {
  stage = await aStage(world);
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  // The bridge puts exactly this type under its symbol.
  bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge;
  claims = await aMember(world, stage.id, "OWNER");
});

/** Calls as a page of the dashboard does, with whatever init; the status and our code. */
async function dashboard(path: string, init: RequestInit): Promise<[number, string]> {
  const headers = { "x-usher-tenant": stage.id, "content-type": "application/json", ...init.headers };
  const request = new Request(`http://pages.internal/api/trpc/${path}`, { ...init, headers });
  const response = await bridge.trpc(request, claims);
  const [answer] = [await response.json()].flat();
  return [response.status, answer.error.data.error.code];
}

describe("the dashboard's entry point", () => {
  it("tells broken JSON from a fault of ours", async () => {
    for (const body of ["{", '{"name":1e}', "[".repeat(10_000)])
      expect(await dashboard("settings.update", { method: "POST", body })).toEqual([400, "K1001"]);
    expect(await dashboard("settings.update?batch=1", { method: "POST", body: "[{}]" })).toEqual([
      400,
      "K1001",
    ]);
  });

  it("names the media type that it takes", async () => {
    const headers = { "content-type": "text/plain" };
    expect(await dashboard("settings.update", { method: "POST", body: "{}", headers })).toEqual([
      415,
      "K1005",
    ]);
  });

  it("takes no endless batch", async () => {
    const paths = Array.from({ length: 101 }, () => "settings.get").join(",");
    expect(await dashboard(`${paths}?batch=1&input=%7B%7D`, {})).toEqual([400, "K1001"]);
  });

  it.each([
    ["settings.get", "POST", "GET"],
    ["settings.update", "GET", "POST"],
  ])("says of %s that it is not asked by %s", async (path, method, allowed) => {
    const headers = { "x-usher-tenant": stage.id, "content-type": "application/json" };
    const url = `http://pages.internal/api/trpc/${path}`;
    const response = await bridge.trpc(
      new Request(url, { method, headers, ...(method === "POST" && { body: "{}" }) }),
      claims,
    );
    const { error } = await response.json();
    expect([response.status, response.headers.get("allow"), error.message]).toEqual([
      405,
      allowed,
      `This path does not support the method ${method}. Use ${allowed}.`,
    ]);
  });

  it("says with every 429 when to try again", async () => {
    const headers = { "content-type": "application/json", "x-usher-address": "192.0.2.77" };
    const body = JSON.stringify({
      token: "wrong",
      company: "Acme",
      email: "a@example.com",
      password: "a password of the test",
    });
    const attempt = () =>
      bridge.trpc(
        new Request("http://pages.internal/api/trpc/members.setUp", { method: "POST", headers, body }),
        null,
      );
    let response = await attempt();
    for (let time = 0; time < 50 && response.status !== 429; time++) response = await attempt();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("takes no nesting beyond all bounds", async () => {
    const deep = `{"name":${"[".repeat(40)}${"]".repeat(40)}}`;
    expect(await dashboard("settings.update", { method: "POST", body: deep })).toEqual([400, "K1002"]);
  });
});

it.each(["/v1/catalog/products", "/v1/events", "/v1/audit", "/v1/billing/subscriptions", "/v1/applications"])(
  "%s refuses a cursor that we never returned",
  async (path) => {
    for (const cursor of FORGED_CURSORS) {
      const { status, body } = await stage.admin.get(`${path}?cursor=${encodeURIComponent(cursor)}`);
      // One that reads like an id of ours selects a wrong place in the caller's own list.
      if (status !== 200) expect([status, body.code, body.issues[0].path]).toEqual([400, "K1002", "cursor"]);
      else expect(Buffer.from(cursor, "base64url").toString()).toMatch(/^\w+$/);
    }
  },
);

it.each(["customers.list", "subscriptions.browse", "waitlist.browse", "usage.browse"])(
  "%s refuses a cursor that we never returned, in each of its orders",
  async (path) => {
    for (const cursor of FORGED_CURSORS) {
      const input = encodeURIComponent(JSON.stringify({ cursor }));
      const [status, code] = await dashboard(`${path}?input=${input}`, {}).catch(() => [200, ""]);
      expect(status === 200 || code === "K1002", `${cursor}: ${status} ${code}`).toBe(true);
    }
  },
);

it("a cursor of an import that the provider never gave is refused", async () => {
  const prices = [{ provider_price_id: "price_x", plan_price_id: stage.catalog.plans.pro?.prices[0] }];
  const reply = await stage.admin.post("/v1/billing/cardprovider/import", {
    prices,
    cursor: "sub_nothing",
  });
  expect([reply.status, reply.body.code, reply.body.issues?.[0].path]).toEqual([400, "K1002", "cursor"]);
});

it("an origin that is no URL is refused as a field", async () => {
  const body = { name: "x", kind: "BROWSER", allowed_origins: ["https://a.example", "nothing"] };
  const reply = await stage.admin.post("/v1/applications", body);
  expect([reply.status, reply.body.code, reply.body.issues[0].path]).toEqual([
    400,
    "K1002",
    "allowed_origins.1",
  ]);
});
