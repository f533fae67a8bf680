import { describe, expect } from "vitest";
import { aCatalog } from "../testing/a-catalog.ts";
import { aSubscription } from "../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { type Client, createClient, type Reply } from "../testing/client.ts";
import { it } from "../testing/it.ts";
import { fieldsFor, type OwnedIds } from "../testing/sample-input.ts";
import type { World } from "../testing/world.ts";
import { restProcedures } from "./rest-procedures.ts";
import { appRouter } from "./root.ts";

// Generated from the router, so new operations are covered automatically.
const operations = restProcedures(appRouter).map(({ name, procedure, meta }) => ({
  name,
  procedure,
  ...meta.openapi,
  rules: meta.rules,
}));

let ours: TestTenant;
let theirs: TestTenant;
let theirIds: OwnedIds;
let theirExternalId: string;
/** Tokens that open nothing, by what is wrong with them. */
let deadTokens: Record<string, string>;

it.beforeAll(async ({ world }) => {
  ours = await aTenant(world);
  theirs = await aTenant(world);
  const entitlements = { api_calls: { limit: 10 } };
  const features = { api_calls: { type: "METERED" } } as const;
  await aCatalog(ours.scope, { features, plans: [{ slug: "free", entitlements, prices: [{ amount: 0 }] }] });
  const catalog = await aCatalog(theirs.scope, {
    features,
    plans: [{ slug: "free", entitlements, prices: [{ amount: 0 }] }],
  });
  const started = await aSubscription(theirs, {
    price: catalog.plans.free?.prices[0],
    paidBy: "nothing",
  });
  theirExternalId = started.customer;
  deadTokens = { expired: await expiredToken(world), forged: "x.y.z", empty: "" };
  theirIds = {
    subscription: started.id,
    customer: started.customerId,
    product: catalog.productId,
    plan: catalog.plans.free?.id ?? "",
    planPrice: catalog.plans.free?.prices[0] ?? "",
    pack: catalog.plans.free?.packId ?? "",
    feature: catalog.features.api_calls ?? "",
    application: theirs.adminApplication.id,
    tenant: theirs.id,
  };
});

/** Calls the operation with an input made from its schema that names the other tenant's objects wherever it names any. */
function call(client: Client, operation: (typeof operations)[number]): Promise<Reply> {
  const { path, query, body } = fieldsFor(operation.procedure, operation.path, operation.method, theirIds);
  const search = new URLSearchParams(query).toString();
  return client.send(operation.method, `${path}${search === "" ? "" : `?${search}`}`, body);
}

/** As our admin application had it a minute ago. */
function expiredToken(world: World): Promise<string> {
  const claims = { tenant_id: ours.id, app_id: ours.adminApplication.id, scope: "billing:admin" };
  const options = { subject: ours.adminApplication.id, id: "jti_test", audience: "usher:api" };
  return world.services.keyring.sign(claims, { ...options, lifetimeSeconds: -60 });
}

const INVALID = 'Bearer realm="usher", error="invalid_token"';

const readsBearer = (security: string) => security === "app+jwt" || security === "app|jwt";

const namesObjects = (path: string) => /\{(id|\w+_id)\}/.test(path);

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "%s",
  (_, operation) => {
    it("another tenant's ids are not there", async () => {
      const reply = await call(ours.admin, operation);
      // An operation that names nothing of a tenant may succeed, in the caller's own tenant; then it shows nothing of the other.
      if (namesObjects(operation.path)) {
        expect(reply.status, JSON.stringify(reply.body)).toBe(404);
        // By its field and value, or as the error says itself.
        expect(Object.keys(reply.body.details ?? {}), JSON.stringify(reply.body)).not.toEqual([]);
      } else
        expect([200, 201, 400, 401, 403, 404, 409, 415, 422], JSON.stringify(reply.body)).toContain(
          reply.status,
        );
      if (reply.status < 300) {
        const text = JSON.stringify(reply.body);
        for (const id of [...Object.values(theirIds), theirExternalId]) expect(text).not.toContain(id);
      }
    });

    it("another tenant's token beside our application is refused where a token counts", async () => {
      if (!readsBearer(operation.rules.security)) return;
      const theirToken = theirs.admin.with({ "x-app-id": ours.adminApplication.appId });
      const reply = await call(theirToken, operation);
      expect([reply.status, reply.body.code]).toEqual([403, "K2004"]);
    });

    it("without credentials, with an unknown application, with a token that is no longer good: 401", async () => {
      const { security } = operation.rules;
      if (security === "none") return;
      const none = ours.admin.with({ "x-app-id": undefined, authorization: undefined });
      const unknown = ours.admin.with({ "x-app-id": "app_sec_unknown" });
      for (const client of [none, unknown]) {
        const reply = await call(client, operation);
        expect(reply.status).toBe(401);
        // RFC 6750 §3.1: no error is named where no token was sent, or none is looked at.
        const isNamed = client === unknown && reply.body.code === "K2003";
        expect(reply.headers.get("www-authenticate")).toBe(isNamed ? INVALID : 'Bearer realm="usher"');
      }
      if (!readsBearer(security)) return;
      // Where either is enough, the identifier of a SERVER application is; a BROWSER application's is not.
      const app = security === "app|jwt" ? ours.browser : ours.server;
      for (const token of Object.values(deadTokens)) {
        const reply = await call(app.with({ authorization: `Bearer ${token}` }), operation);
        expect([reply.status, reply.body.code]).toEqual([401, "K2003"]);
        expect(reply.headers.get("www-authenticate")).toBe(INVALID);
      }
    });

    it("a token that is no longer good, or another tenant's, locks nothing that needs none", async () => {
      const { security } = operation.rules;
      if (security === "app+jwt") return;
      const application = ours.server.with({ authorization: undefined });
      const plain = await call(application, operation);
      const theirToken = theirs.admin.headers.authorization?.replace("Bearer ", "") ?? "";
      const beside = { ...deadTokens, ...(security !== "app|jwt" && { "another tenant's": theirToken }) };
      for (const [kind, token] of Object.entries(beside)) {
        const reply = await call(application.with({ authorization: `Bearer ${token}` }), operation);
        expect([kind, reply.status]).toEqual([kind, plain.status]);
        if (plain.status >= 400) expect(reply.body.code).toBe(plain.body.code);
      }
    });

    it("an application of kind BROWSER is refused unless the operation is for browsers", {
      tags: ["long"],
    }, async () => {
      if (operation.rules.security === "none" || operation.rules.isForBrowsers) return;
      const browser = ours.admin.with({ "x-app-id": ours.browserAppId });
      const reply = await call(browser, operation);
      expect([reply.status, reply.body.code]).toEqual([403, "K2005"]);
    });

    it("a scope it needs is asked for", async () => {
      if (operation.rules.scope === null) return;
      const reply = await call(ours.server, operation);
      expect([reply.status, reply.body.code]).toEqual([403, "K2006"]);
    });
  },
);

it("a client that shows a wrong secret is asked for it in the way it was shown", async ({ world }) => {
  const client = createClient(world.baseUrl);
  const grant = { grant_type: "client_credentials" };
  const { id } = ours.adminApplication;
  const inBody = await client.post("/v1/auth/token", { ...grant, client_id: id, client_secret: "wrong" });
  expect([inBody.status, inBody.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="usher"']);
  for (const path of ["/v1/auth/token", "/v1/auth/revoke"]) {
    const authorization = `Basic ${Buffer.from(`${id}:wrong`).toString("base64")}`;
    const inHeader = await client.post(path, { ...grant, token: "x" }, { authorization });
    expect(inHeader.headers.get("www-authenticate"), path).toBe(
      inHeader.status === 401 ? 'Basic realm="usher", charset="UTF-8"' : null,
    );
  }
});

it("nothing of the other tenant has changed", async ({ world }) => {
  const events = await world.services.db.event.findMany({
    where: { tenantId: theirs.id },
    select: { type: true },
  });
  const expected = [
    "application.created",
    "application.created",
    "application.created",
    "customer.created",
    "invoice.paid",
    "provider_account.connected",
    "subscription.activated",
    "subscription.created",
  ];
  expect(events.map(({ type }) => type).sort()).toEqual(expected);
});
