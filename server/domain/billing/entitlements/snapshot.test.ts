import { createRemoteJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { omit } from "../../../platform/omit.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aUser } from "../../../testing/a-user.ts";
import { openWorld, type World } from "../../../testing/world.ts";

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  await aCatalog(tenant.scope, {
    features: {
      calls: { type: "METERED" },
      exports: { type: "BOOLEAN" },
      region: { type: "STATIC", valueType: "string" },
      other: { type: "BOOLEAN" },
    },
    plans: [
      {
        slug: "free",
        entitlements: { calls: { limit: 10 }, exports: {}, region: { value: "eu" } },
        prices: [{ amount: 0 }],
      },
    ],
    freePlan: "free",
  });
});

afterAll(() => world.close());

it("all entitlements at once are the answers one by one, with the names of what grants them", async () => {
  const user = await aUser(tenant);
  await tenant.server.post("/v1/billing/usage", {
    customer: user.customerId,
    feature_key: "calls",
    quantity: 4,
  });
  const all = (await user.client.get("/v1/billing/entitlements")).body;
  expect(all.customer_id).toBe(user.customerId);
  expect(all.entitlements).toHaveLength(4);
  for (const whole of all.entitlements) {
    const entitlement = omit(whole, "feature_name", "feature_unit_label");
    const one = (await user.client.get(`/v1/billing/entitlements/${entitlement.feature_key}`)).body;
    const names = { product_name: "Product", plan_name: "free" };
    const parts = one.parts.map((part: object) => ({ ...part, ...names }));
    expect({ ...one, parts, upgrade_options: [] }).toEqual(entitlement);
  }
  const nobody = (await tenant.server.get("/v1/billing/entitlements?customer=nobody")).body;
  expect(nobody.customer_id).toBeNull();
  expect((await tenant.server.get("/v1/billing/entitlements")).body.code).toBe("K3006");
});

it("a snapshot is verified by the published keys for its tenant, and contains the check's answer", async () => {
  const user = await aUser(tenant);
  const { token, expires_at, offline_until } = (await user.client.get("/v1/billing/entitlements/snapshot"))
    .body;
  const keys = createRemoteJWKSet(new URL(`${world.baseUrl}/.well-known/jwks.json`));
  const options = { issuer: world.baseUrl, audience: tenant.id, algorithms: ["ES256"] };
  const { payload, protectedHeader } = await jwtVerify(token, keys, options);
  expect(protectedHeader).toMatchObject({ alg: "ES256", typ: "entitlements+jwt" });
  expect(payload).toMatchObject({
    aud: tenant.id,
    sub: user.customerId,
    tenant_id: tenant.id,
    external_id: user.id,
    dimension: null,
  });
  expect(new Date(expires_at).getTime() - Date.now()).toBeLessThan(301_000);
  expect(Math.floor(new Date(offline_until).getTime() / 1000)).toBe(payload.offline_until);
  const entitlements = payload.entitlements as Record<string, object>;
  for (const key of ["calls", "exports", "region", "other"]) {
    const one = (await user.client.get(`/v1/billing/entitlements/${key}`)).body;
    const { upgrade_options: _, ...answer } = one;
    expect({ feature_key: key, ...entitlements[key] }).toMatchObject(answer);
  }
});

it("a snapshot opens nothing, and an access token is no snapshot", async () => {
  const user = await aUser(tenant);
  const { token } = (await user.client.get("/v1/billing/entitlements/snapshot")).body;
  const forged = tenant.browser.with({ authorization: `Bearer ${token}` });
  expect((await forged.get("/v1/auth/me")).body.code).toBe("K2003");
  const keys = createRemoteJWKSet(new URL(`${world.baseUrl}/.well-known/jwks.json`));
  const access = (
    await tenant.server.post("/v1/auth/token", {
      grant_type: "client_credentials",
      client_id: tenant.adminApplication.id,
      client_secret: tenant.adminApplication.clientSecret,
    })
  ).body.access_token;
  await expect(jwtVerify(access, keys, { audience: tenant.id })).rejects.toThrow(/aud/);
  await expect(jwtVerify(access, keys, { typ: "entitlements+jwt" })).rejects.toThrow(/typ/);
  await expect(jwtVerify(token, keys, { typ: "at+jwt" })).rejects.toThrow(/typ/);
  expect(
    (await tenant.server.with({ authorization: `Bearer ${token}` }).get("/v1/catalog/packs")).status,
  ).toBe(401);
  const unknown = await tenant.server.get("/v1/billing/entitlements/snapshot?customer=nobody");
  expect([unknown.status, unknown.body.code]).toEqual([404, "K3003"]);
});

it("a snapshot is for its own tenant alone, and names the dimension that it was taken for", async () => {
  const other = await aTenant(world);
  const user = await aUser(tenant);
  const { token } = (await user.client.get("/v1/billing/entitlements/snapshot?dimension=workspace-7")).body;
  const keys = createRemoteJWKSet(new URL(`${world.baseUrl}/.well-known/jwks.json`));
  await expect(jwtVerify(token, keys, { audience: other.id })).rejects.toThrow(/aud/);
  const { payload } = await jwtVerify(token, keys, { audience: tenant.id });
  expect(payload.dimension).toBe("workspace-7");
});
