// @module-tag ci
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { RoleName } from "../../../platform/schema/operation.ts";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { aUser, mailedSecret } from "../../../testing/a-user.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { appRouter } from "../../../trpc/root.ts";
import { expireInvitation } from "./expire-invitation.ts";

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});

afterAll(() => world.close());

const address = () => `${unique("inv")}@example.com`;
const invite = (fields: object, from = tenant) => from.server.post("/v1/invitations/token", fields);
const DAY_MS = 86_400_000;

describe("inviting by mail", () => {
  it("makes a token for a week and mails its link", async () => {
    const email = address();
    const made = await invite({ email, name: "Ada" });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ email, type: "token", isUsed: false, isExpired: false, used_at: null });
    const term = new Date(made.body.expires_at).getTime() - new Date(made.body.created_at).getTime();
    expect(Math.round(term / DAY_MS)).toBe(7);
    expect(await mailedSecret(tenant, email)).toBe(made.body.token);
  });

  it("inviting the address again renews the same token and sends another mail; twenty at once make one token", {
    tags: ["long"],
  }, async () => {
    const email = address();
    const replies = await Promise.all(Array.from({ length: 20 }, () => invite({ email })));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    const where = { tenantId: tenant.id, to: email };
    const before = await world.services.db.mailMessage.count({ where });
    await invite({ email });
    expect(await world.services.db.mailMessage.count({ where })).toBe(before + 1);
  });

  it("inviting the address again with the same expiry sends another mail", async () => {
    const email = address();
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    await invite({ email, expiresAt });
    await invite({ email, expiresAt });
    expect(await world.services.db.mailMessage.count({ where: { tenantId: tenant.id, to: email } })).toBe(2);
  });

  it("inviting and resending at once does not deadlock", { tags: ["long"] }, async () => {
    const email = address();
    const { id } = (await invite({ email })).body;
    const again = () => tenant.server.post(`/v1/invitations/tokens/${id}/resend`);
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? invite({ email }) : again())),
    );
    expect(replies.filter(({ status }) => status >= 400)).toEqual([]);
  });

  it("a waitlist entry that joined after the invitation becomes REGISTERED with it, too", {
    tags: ["long"],
  }, async () => {
    const own = await aTenant(world);
    const email = address();
    const { token } = (await invite({ email }, own)).body;
    await own.browser.post("/v1/waitlist", { email });
    const redeemed = await own.server.post("/v1/invitations/redeem", { token, user: "u-1" });
    expect(redeemed.status).toBe(200);
    expect((await own.server.get("/v1/waitlist")).body.entries).toMatchObject([
      { email, status: "REGISTERED" },
    ]);
  });

  it.each(["9999-12-31T23:59:59-14:00", "0000-12-31T00:00:00Z"])(
    "refuses the moment %s",
    async (expiresAt) => {
      for (const [path, fields] of [
        ["/v1/invitations/code", { expiresAt }],
        ["/v1/invitations/token", { expiresAt, email: address() }],
      ] as const) {
        const reply = await tenant.server.post(path, fields);
        expect([reply.status, reply.body.code]).toEqual([400, "K1002"]);
      }
    },
  );

  it("an expiry in the past is refused, as is an address that was rejected", async () => {
    const past = await invite({ email: address(), expiresAt: "2020-01-01T00:00:00Z" });
    expect([past.status, past.body.code]).toEqual([422, "K4004"]);
    const email = address();
    await tenant.browser.post("/v1/waitlist", { email });
    const { entries } = (await tenant.server.get("/v1/waitlist?limit=1000")).body;
    const entry = entries.find((candidate: { email: string }) => candidate.email === email);
    await tenant.server.post(`/v1/waitlist/${entry.id}/reject`);
    const rejected = await invite({ email });
    expect([rejected.status, rejected.body.code]).toEqual([409, "K4002"]);
  });
});

describe("ending an invitation", () => {
  it("a revoked invitation cannot be redeemed, and its entry is PENDING again", async () => {
    const own = await aTenant(world);
    const email = address();
    await own.browser.post("/v1/waitlist", { email });
    const { id, token } = (await invite({ email }, own)).body;
    expect((await own.server.get("/v1/waitlist?status=INVITED")).body.pagination.total).toBe(1);
    for (let round = 0; round < 2; round++)
      expect((await own.server.post(`/v1/invitations/tokens/${id}/revoke`)).status).toBe(200);
    expect((await own.server.get("/v1/waitlist?status=PENDING")).body.pagination.total).toBe(1);
    expect((await own.server.get("/v1/invitations")).body.tokens).toEqual([]);
    const redeemed = await own.server.post("/v1/invitations/redeem", { token, user: "u" });
    expect([redeemed.status, redeemed.body]).toMatchObject([
      409,
      { code: "K4009", details: { state: "revoked" } },
    ]);
    const resent = await own.server.post(`/v1/invitations/tokens/${id}/resend`);
    expect([resent.status, resent.body.code]).toEqual([409, "K4011"]);
  });

  it("an expired invitation cannot be redeemed and its entry is PENDING again; resending makes it valid again", async () => {
    const own = await aTenant(world);
    const email = address();
    await own.browser.post("/v1/waitlist", { email });
    const { id, token } = (await invite({ email }, own)).body;
    const later = new ManualClock(new Date(Date.now() + 8 * DAY_MS));
    await world.services.db.invitationToken.update({
      where: { tenantId_id: { tenantId: own.id, id } },
      data: { expiresAt: new Date(Date.now() - 1000) },
    });
    const redeemed = await own.server.post("/v1/invitations/redeem", { token, user: "u" });
    expect(redeemed.body).toMatchObject({ code: "K4009", details: { state: "expired" } });
    for (let round = 0; round < 2; round++) await expireInvitation({ ...own.scope, clock: later }, id);
    const { entries } = (await own.server.get("/v1/waitlist")).body;
    expect(entries[0]).toMatchObject({ status: "PENDING", invited_at: null });
    const resent = await own.server.post(`/v1/invitations/tokens/${id}/resend`);
    expect(resent.body).toMatchObject({ id, token, isExpired: false });
    expect((await own.server.get(`/v1/waitlist/${entries[0].id}`)).body.status).toBe("INVITED");
    const good = await own.server.post("/v1/invitations/redeem", { token, user: "u" });
    expect(good.body).toMatchObject({ type: "token", invitation_id: id, user: "u" });
    const late = await own.server.post(`/v1/invitations/tokens/${id}/revoke`);
    expect([late.status, late.body.code]).toEqual([409, "K4011"]);
  });

  it("a revoked code leaves the list and cannot be redeemed; earlier redemptions stay", async () => {
    const own = await aTenant(world);
    const { code } = (await own.server.post("/v1/invitations/code", { maxUses: 5 })).body;
    await own.server.post("/v1/invitations/redeem", { code, user: "early" });
    const [{ id }] = (await own.server.get("/v1/invitations")).body.codes;
    for (let round = 0; round < 2; round++) {
      const revoked = await own.server.post(`/v1/invitations/codes/${id}/revoke`);
      expect(revoked.body).toMatchObject({ id, used_count: 1, used_by: ["early"] });
    }
    expect((await own.server.get("/v1/invitations")).body.codes).toEqual([]);
    const late = await own.server.post("/v1/invitations/redeem", { code, user: "late" });
    expect(late.body).toMatchObject({ code: "K4009", details: { state: "revoked" } });
    expect((await own.server.get("/v1/invitations/redemptions")).body.data).toHaveLength(1);
  });

  it.each(["tokens/x/revoke", "tokens/x/resend", "codes/x/revoke"])(
    "%s of an unknown id: 404",
    async (path) => {
      const reply = await tenant.server.post(`/v1/invitations/${path}`);
      expect([reply.status, reply.body.code]).toEqual([404, "K4003"]);
    },
  );
});

describe("redeeming", () => {
  it("a signed-in user redeems with their own address, and cannot name another user", async () => {
    const user = await aUser(tenant);
    const { code } = (await tenant.server.post("/v1/invitations/code", { maxUses: 2 })).body;
    const redeemed = await user.client.post("/v1/invitations/redeem", { code });
    expect(redeemed.body).toMatchObject({ type: "code", user: user.id, customer_id: user.customerId });
    expect((await user.client.post("/v1/invitations/redeem", { code })).body.id).toBe(redeemed.body.id);
    const forOther = await user.client.post("/v1/invitations/redeem", { code, user: "other" });
    expect([forOther.status, forOther.body.code]).toEqual([403, "K2010"]);
    const { token } = (await invite({ email: address() })).body;
    const foreign = await user.client.post("/v1/invitations/redeem", { token });
    expect([foreign.status, foreign.body.code]).toEqual([422, "K4010"]);
    const { data, next_cursor } = (
      await tenant.server.get(`/v1/invitations/redemptions?user=${user.id}&limit=1`)
    ).body;
    expect([data.length, next_cursor]).toEqual([1, null]);
  });

  it("a code for 5 is redeemed 5 times by 20 users at once", { tags: ["long"] }, async () => {
    const { code } = (await tenant.server.post("/v1/invitations/code", { maxUses: 5 })).body;
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        tenant.server.post("/v1/invitations/redeem", { code, user: `racer-${index}` }),
      ),
    );
    const results = replies.map(({ status, body }) =>
      status === 200 ? "redeemed" : `${status} ${body.code}`,
    );
    expect(results.sort()).toEqual([...Array(15).fill("409 K4009"), ...Array(5).fill("redeemed")]);
    const { codes } = (await tenant.server.get("/v1/invitations")).body;
    const counted = codes.find((other: { code: string }) => other.code === code);
    expect(counted).toMatchObject({ used_count: 5, max_uses: 5 });
    expect(new Set(counted.used_by).size).toBe(5);
  });

  it.each([
    ["nothing named", { user: "u" }, 422, "K4013"],
    ["both named", { user: "u", code: "a", token: "b" }, 422, "K4013"],
    ["an unknown code", { user: "u", code: "AAAAA" }, 404, "K4003"],
    ["an unknown token", { user: "u", token: "a" }, 404, "K4003"],
    ["no user", { code: "AAAAA" }, 400, "K1002"],
    ["an unknown customer", { user: "u", code: "AAAAA", customer: "nobody" }, 404, "K3003"],
  ])("refuses %s", async (_, fields, status, code) => {
    const reply = await tenant.server.post("/v1/invitations/redeem", fields);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it("checking does not redeem, and guessing is throttled", async () => {
    const own = await aTenant(world);
    const { code } = (await own.server.post("/v1/invitations/code", {})).body;
    const look = await own.browser.post("/v1/invitations/check", { code });
    expect(look.body).toMatchObject({ type: "code", state: "OPEN", email: null });
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => own.browser.post("/v1/invitations/check", { code: "AAAAA" })),
    );
    const statuses = guesses.map(({ status }) => status);
    expect([statuses.includes(404), statuses.includes(429)]).toEqual([true, true]);
    expect((await own.server.post("/v1/invitations/check", { code })).body.state).toBe("OPEN");
  });
});

describe("what a code grants", () => {
  const aDraft = (own: TestTenant, plan?: { id: string; packId: string }) =>
    own.admin.post("/v1/catalog/packs", { plan_id: plan?.id, from_pack_id: plan?.packId });

  const plans = [
    { slug: "free", entitlements: {}, prices: [{ amount: 0 }] },
    { slug: "pro", entitlements: {}, prices: [{ amount: 2000 }] },
  ];

  it("a price with trial days starts without a card once the user exists", { tags: ["long"] }, async () => {
    const own = await aTenant(world);
    const catalog = await aCatalog(own.scope, { features: {}, plans });
    const planPriceId = catalog.plans.pro?.prices[0];
    const made = await own.server.post("/v1/invitations/code", { planPriceId, trialDays: 45 });
    expect(Object.keys(made.body).sort()).toEqual(["code", "expiresAt", "maxUses"]);
    const user = await aUser(own, { code: made.body.code });
    const rows = await world.services.db.subscription.findMany({
      where: { tenantId: own.id, customerId: user.customerId },
    });
    expect(rows).toMatchObject([{ status: "TRIALING", planPriceId }]);
    const days = ((rows[0]?.trialEnd?.getTime() ?? 0) - Date.now()) / DAY_MS;
    expect(Math.round(days)).toBe(45);
    const grant = await world.services.db.customerGrant.findFirst({ where: { tenantId: own.id } });
    expect(grant).toMatchObject({ subscriptionId: rows[0]?.id, usedAt: expect.any(Date) });
  });

  it("trial days and a pack apply to the customer's next start, once", { tags: ["long"] }, async () => {
    const own = await aTenant(world);
    const catalog = await aCatalog(own.scope, { features: {}, plans });
    const [packId, price] = [catalog.plans.pro?.packId, catalog.plans.pro?.prices[0]];
    const { code } = (await own.server.post("/v1/invitations/code", { trialDays: 10, packId })).body;
    const user = await aUser(own, { code });
    const { id } = (await aDraft(own, catalog.plans.pro)).body;
    expect((await own.admin.post(`/v1/catalog/packs/${id}/publish`)).status).toBe(200);
    const started = await own.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer: user.customerId,
      plan_price_id: price,
    });
    expect(started.body).toMatchObject({ status: "TRIALING", pack_id: packId });
  });

  it("waits for the customer of a user who redeemed the code without one, and goes to one of two", {
    tags: ["long"],
  }, async () => {
    const own = await aTenant(world);
    const catalog = await aCatalog(own.scope, { features: {}, plans });
    const planPriceId = catalog.plans.pro?.prices[0];
    const { code } = (await own.server.post("/v1/invitations/code", { planPriceId, trialDays: 45 })).body;
    const redeem = (customer?: string) =>
      own.server.post("/v1/invitations/redeem", { code, user: "ada", customer });
    const first = await redeem();
    expect([first.status, first.body.customer_id]).toEqual([200, null]);
    const customers = [(await aUser(own)).customerId, (await aUser(own)).customerId];
    // The code has no use left: what counts is that it was redeemed.
    const replies = await Promise.all(customers.map((customer) => redeem(customer)));
    const [{ body: redemption }] = replies as [(typeof replies)[0]];
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, { ...first.body, customer_id: redemption.customer_id }],
      [200, { ...first.body, customer_id: redemption.customer_id }],
    ]);
    expect(customers).toContain(redemption.customer_id);
    const rows = await world.services.db.subscription.findMany({ where: { tenantId: own.id } });
    expect(rows).toMatchObject([{ status: "TRIALING", planPriceId, customerId: redemption.customer_id }]);
    expect((await redeem(customers[0])).body).toEqual(redemption);
    const events = await world.services.db.event.findMany({
      where: { tenantId: own.id, type: "invitation.redeemed" },
      orderBy: { sequence: "asc" },
    });
    const { id: redemption_id } = redemption;
    expect(events.map(({ data }) => data)).toMatchObject([
      { redemption_id, customer_id: null },
      { redemption_id, customer_id: redemption.customer_id },
    ]);
  });

  it("an unknown or archived price and an unpublished pack cannot be granted", async () => {
    const own = await aTenant(world);
    const catalog = await aCatalog(own.scope, { features: {}, plans });
    const make = async (fields: object) => {
      const reply = await own.server.post("/v1/invitations/code", fields);
      return [reply.status, reply.body.code];
    };
    expect(await make({ planPriceId: "price_nothing" })).toEqual([404, "K5003"]);
    expect(await make({ packId: "pack_nothing" })).toEqual([404, "K5005"]);
    const foreign = { planPriceId: catalog.plans.free?.prices[0], packId: catalog.plans.pro?.packId };
    expect(await make(foreign)).toEqual([404, "K5005"]);
    const draft = (await aDraft(own, catalog.plans.pro)).body.id;
    expect(await make({ packId: draft })).toEqual([409, "K5007"]);
    expect(await make({ metadata: { text: "x".repeat(20_000) } })).toEqual([422, "K4005"]);
  });
});

describe("in the dashboard", () => {
  const dashboard = (tenant: TestTenant, role: RoleName, userId = newId("user")) => {
    const caller = { type: "member", userId, tenantId: tenant.id, tenantMode: "LIVE", role } as const;
    const call = { caller, requestId: newId("request"), authorization: null, address: "192.0.2.1" };
    return appRouter.createCaller({ services: world.services, ...call }).invitations;
  };
  const refusal = (code: string) => expect.objectContaining({ cause: expect.objectContaining({ code }) });

  it("lists hide the secrets, so that a viewer cannot register with another person's invitation", async () => {
    const own = await aTenant(world);
    const { token } = (await own.server.post("/v1/invitations/token", { email: "ada@example.com" })).body;
    const { code } = (await own.server.post("/v1/invitations/code", {})).body;
    for (const role of ["VIEWER", "SUPPORT", "ADMIN", "OWNER"] as const) {
      await expect(dashboard(own, role).list({})).rejects.toEqual(refusal("K2028"));
      const listed = await dashboard(own, role).browse({});
      expect(listed.tokens).toMatchObject([{ email: "ada@example.com", isUsed: false }]);
      expect(listed.codes).toMatchObject([{ ends_with: code.slice(-4), used_count: 0 }]);
      for (const secret of [token, code]) expect(JSON.stringify(listed)).not.toContain(secret);
    }
    await dashboard(own, "ADMIN").revokeCode({
      id: (await dashboard(own, "VIEWER").browse({})).codes[0]?.id ?? "",
    });
    expect((await dashboard(own, "VIEWER").browse({})).codes[0]?.revoked_at).toMatch(/^\d{4}-/);
    // The tenant's back end gets them, as the interface has it.
    const { tokens, codes } = (await own.server.get("/v1/invitations")).body;
    expect([tokens[0].token, codes]).toEqual([token, []]);
  });

  it("an admin reveals one secret at a time, and the audit log names them", async () => {
    const own = await aTenant(world);
    const { id: tokenId, token } = (
      await own.server.post("/v1/invitations/token", { email: "ada@example.com" })
    ).body;
    const { code } = (await own.server.post("/v1/invitations/code", {})).body;
    const admin = newId("user");
    const codeId = (await dashboard(own, "VIEWER").browse({})).codes[0]?.id ?? "";
    await expect(dashboard(own, "SUPPORT").revealToken({ id: tokenId })).rejects.toEqual(refusal("K2009"));
    await expect(dashboard(own, "SUPPORT").revealCode({ id: codeId })).rejects.toEqual(refusal("K2009"));
    expect(await dashboard(own, "ADMIN", admin).revealToken({ id: tokenId })).toEqual({
      id: tokenId,
      secret: token,
    });
    expect(await dashboard(own, "ADMIN", admin).revealCode({ id: codeId })).toEqual({
      id: codeId,
      secret: code,
    });
    const entries = await world.services.db.auditEntry.findMany({
      where: { tenantId: own.id, action: "invitation.revealed" },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ actorId, objectId }) => [actorId, objectId])).toEqual([
      [admin, tokenId],
      [admin, codeId],
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });
});
