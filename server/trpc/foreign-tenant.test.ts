import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restProcedures } from "../http/rest.ts";
import { aCatalog } from "../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import type { Client, Reply } from "../testing/client.ts";
import { fieldsFor, type OwnedIds } from "../testing/sample-input.ts";
import { openWorld, unique, type World } from "../testing/world.ts";
import { appRouter } from "./root.ts";

// Made from the router: a new operation is covered without anybody thinking of it.
const operations = restProcedures(appRouter).map(({ name, procedure, meta }) => ({
  name,
  procedure,
  ...meta.openapi,
  rules: meta.rules,
}));

let world: World;
let ours: TestTenant;
let theirs: TestTenant;
let theirIds: OwnedIds;
let theirExternalId: string;

beforeAll(async () => {
  world = await openWorld();
  ours = await aTenant(world);
  theirs = await aTenant(world);
  const entitlements = { api_calls: { limit: 10 } };
  const features = { api_calls: { type: "METERED" } } as const;
  await aCatalog(ours.scope, { features, plans: [{ slug: "free", entitlements, prices: [{ amount: 0 }] }] });
  const catalog = await aCatalog(theirs.scope, {
    features,
    plans: [{ slug: "free", entitlements, prices: [{ amount: 0 }] }],
  });
  theirExternalId = unique("customer");
  const start = {
    customer: theirExternalId,
    email: "a@example.com",
    plan_price_id: catalog.plans.free?.prices[0],
  };
  const started = await theirs.server.post("/v1/billing/cardprovider/subscriptions/headless", start);
  expect(started.status, JSON.stringify(started.body)).toBe(201);
  theirIds = {
    subscription: started.body.id,
    customer: started.body.customer.id,
    product: catalog.productId,
    plan: catalog.plans.free?.id ?? "",
    planPrice: catalog.plans.free?.prices[0] ?? "",
    pack: catalog.plans.free?.packId ?? "",
    feature: catalog.features.api_calls ?? "",
    application: theirs.adminApplication.id,
    tenant: theirs.id,
  };
});

afterAll(() => world.close());

/** Calls the operation with an input made from its schema that names the other tenant's objects wherever it names any. */
function call(client: Client, operation: (typeof operations)[number]): Promise<Reply> {
  const { path, query, body } = fieldsFor(operation.procedure, operation.path, operation.method, theirIds);
  const search = new URLSearchParams(query).toString();
  return client.send(operation.method, `${path}${search === "" ? "" : `?${search}`}`, body);
}

const namesObjects = (path: string) => /\{(id|\w+_id)\}/.test(path);

describe.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  "%s",
  (_, operation) => {
    it("another tenant's ids are not there", async () => {
      const reply = await call(ours.admin, operation);
      // An operation that names nothing of a tenant may succeed, in the caller's own tenant; then it shows nothing of the other.
      if (namesObjects(operation.path)) expect(reply.status, JSON.stringify(reply.body)).toBe(404);
      else
        expect([200, 201, 400, 401, 403, 404, 409, 415, 422], JSON.stringify(reply.body)).toContain(
          reply.status,
        );
      if (reply.status < 300) {
        const text = JSON.stringify(reply.body);
        for (const id of [...Object.values(theirIds), theirExternalId]) expect(text).not.toContain(id);
      }
    });

    it("another tenant's token beside our application is refused", async () => {
      if (operation.rules.security === "none") return;
      const theirToken = theirs.admin.with({ "x-app-id": ours.adminApplication.appId });
      const reply = await call(theirToken, operation);
      expect([reply.status, reply.body.code]).toEqual([403, "K2004"]);
    });

    it("without credentials, with an unknown application, with a bad token: 401", async () => {
      if (operation.rules.security === "none") return;
      const nobody = ours.admin.with({ "x-app-id": undefined, authorization: undefined });
      const unknown = ours.admin.with({ "x-app-id": "app_sec_unknown" });
      const forged = ours.admin.with({ authorization: "Bearer x.y.z" });
      for (const client of [nobody, unknown, forged])
        expect((await call(client, operation)).status).toBe(401);
    });

    it("an application of kind BROWSER is refused unless the operation is for browsers", async () => {
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

it("nothing of the other tenant has changed", async () => {
  const events = await world.services.db.event.findMany({
    where: { tenantId: theirs.id },
    select: { type: true },
  });
  const expected = [
    "application.created",
    "application.created",
    "application.created",
    "customer.created",
    "provider_account.connected",
    "subscription.created",
  ];
  expect(events.map(({ type }) => type).sort()).toEqual(expected);
});
