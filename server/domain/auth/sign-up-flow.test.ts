import { expect } from "vitest";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { mailedSecret, newestMail, PASSWORD, signIn } from "../../testing/a-user.ts";
import { itWith } from "../../testing/it.ts";
import { unique } from "../../testing/world.ts";

let tenant: TestTenant;

const it = itWith({ isWorker: true });

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
});

it("from the waitlist to one's own entitlements, and through a reset: join, invite, mail, register, token, check, reset", {
  tags: ["long"],
}, async () => {
  await aCatalog(tenant.scope, {
    features: { exports: { type: "BOOLEAN" } },
    plans: [{ slug: "free", entitlements: { exports: {} }, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
  await tenant.admin.send("PATCH", "/v1/settings", { signup_policy: "WAITLIST" });
  const email = `${unique("ada")}@example.com`;

  const early = await tenant.browser.post("/v1/auth/register", { email, password: PASSWORD });
  expect([early.status, early.body.code]).toEqual([403, "K4008"]);
  expect((await tenant.browser.post("/v1/waitlist", { email, name: "Ada" })).body).toEqual({ success: true });

  const { invited } = (await tenant.server.post("/v1/waitlist/invite", { oldest: 1 })).body;
  expect(invited).toHaveLength(1);
  const mail = await newestMail(tenant, email);
  expect(mail?.template).toBe("invitation");
  const token = await mailedSecret(tenant, email);

  const looked = await tenant.browser.post("/v1/invitations/check", { token });
  expect(looked.body).toMatchObject({ type: "token", state: "OPEN", email });
  const registered = await tenant.browser.post("/v1/auth/register", {
    email,
    password: PASSWORD,
    invitation_token: token,
  });
  expect(registered.body).toMatchObject({ status: "REGISTERED", user: { email } });
  const entry = (await tenant.server.get(`/v1/waitlist/${invited[0]}`)).body;
  expect(entry).toMatchObject({ status: "REGISTERED", position: null });
  expect((await newestMail(tenant, email))?.template).toBe("welcome");

  const session = await signIn(tenant, email);
  const check = await session.client.get("/v1/billing/entitlements/exports");
  expect(check.body).toMatchObject({ allowed: true, feature_key: "exports" });

  await tenant.browser.post("/v1/auth/password/reset", { email });
  const reset = await mailedSecret(tenant, email);
  const changed = await tenant.browser.post("/v1/auth/password/confirm", {
    token: reset,
    password: "quite another good phrase",
  });
  expect(changed.body.success).toBe(true);
  expect((await session.client.get("/v1/billing/entitlements/exports")).status).toBe(401);
  const fields = { grant_type: "refresh_token", refresh_token: session.refreshToken };
  expect((await tenant.browser.post("/v1/auth/token", fields)).body.error).toBe("invalid_grant");
  await signIn(tenant, email, "quite another good phrase");

  const funnel = (await tenant.server.get("/v1/waitlist/funnel")).body;
  expect(funnel).toMatchObject({ joined: 1, invited: 1, registered: 1, paying: 0 });
});
