import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { aUser, mailedSecret, newestMail, PASSWORD, signIn } from "../../testing/a-user.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { refusalOfSignup } from "./rules.ts";

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});

afterAll(() => world.close());

const address = () => `${unique("reg")}@example.com`;

const register = (fields: object, from: TestTenant = tenant) =>
  from.browser.post("/v1/auth/register", { password: PASSWORD, ...fields });

const verify = (token: string, from: TestTenant = tenant, password = PASSWORD) =>
  from.browser.post("/v1/auth/verify", { token, password });

const policy = (signup_policy: string, own: TestTenant) =>
  own.admin.send("PATCH", "/v1/settings", { signup_policy });

describe("the policy", () => {
  it.each([
    ["OPEN", false, null],
    ["OPEN", true, null],
    ["INVITE_ONLY", false, "invitation_required"],
    ["INVITE_ONLY", true, null],
    ["WAITLIST", false, "waitlist_invitation_required"],
    ["WAITLIST", true, null],
  ] as const)("%s, invited %s: %s", (signupPolicy, isInvited, name) => {
    expect(refusalOfSignup(signupPolicy, isInvited)).toBe(name);
  });
});

describe("registering openly", () => {
  it("creates a user only when the address is verified, once", async () => {
    const email = address();
    const sent = await register({ email: ` ${email.toUpperCase()} `, name: "Ada" });
    expect([sent.status, sent.body]).toEqual([201, { status: "VERIFICATION_SENT", user: null }]);
    await expect(signIn(tenant, email)).rejects.toThrow("K2016");
    const token = await mailedSecret(tenant, email);
    const made = await verify(token);
    expect([made.status, made.body.user]).toMatchObject([201, { email, name: "Ada" }]);
    expect(made.body.user.customer).toMatchObject({ email, external_id: made.body.user.id });
    const again = await verify(token);
    expect([again.status, again.body.code]).toEqual([422, "K2019"]);
    const { client } = await signIn(tenant, email);
    expect((await client.get("/v1/auth/me")).body).toEqual({
      ...made.body.user,
      tenant_id: tenant.id,
      role: null,
    });
  });

  it("five links of one address used at once create one user, without a deadlock", {
    tags: ["long"],
  }, async () => {
    const own = await aTenant(world);
    for (let round = 0; round < 3; round++) {
      const email = address();
      const tokens: string[] = [];
      for (let mail = 0; mail < 5; mail++) {
        await register({ email }, own);
        tokens.push(await mailedSecret(own, email));
      }
      const replies = await Promise.all(tokens.map((token) => verify(token, own)));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
    }
  });

  it("ten confirmations at once create one user", async () => {
    const email = address();
    await register({ email });
    const token = await mailedSecret(tenant, email);
    const replies = await Promise.all(Array.from({ length: 10 }, () => verify(token)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await world.services.db.user.count({ where: { tenantId: tenant.id, email } })).toBe(1);
  });

  it("the reader of the mail chooses the password: one sent with the registration never works", async () => {
    const email = address();
    await register({ email, password: "the phrase of an attacker" });
    const token = await mailedSecret(tenant, email);
    const withoutPassword = await tenant.browser.post("/v1/auth/verify", { token });
    expect([withoutPassword.status, withoutPassword.body.code]).toEqual([400, "K1002"]);
    const easy = await verify(token, tenant, "password123");
    expect([easy.status, easy.body.code]).toEqual([422, "K2013"]);
    expect((await verify(token)).status).toBe(201);
    await signIn(tenant, email);
    await expect(signIn(tenant, email, "the phrase of an attacker")).rejects.toThrow("K2016");
  });

  it("other links of the address end when one is used", async () => {
    const email = address();
    await register({ email });
    const theirs = await mailedSecret(tenant, email);
    await register({ email, password: undefined });
    expect((await verify(await mailedSecret(tenant, email))).status).toBe(201);
    expect((await verify(theirs)).body.code).toBe("K2019");
  });

  it("needs a password where the user is created at once", async () => {
    const [email, invited] = [address(), address()];
    const vouched = await tenant.server.post("/v1/auth/register", { email, email_verified: true });
    expect([vouched.status, vouched.body.code]).toEqual([400, "K1002"]);
    const { token } = (await tenant.server.post("/v1/invitations/token", { email: invited })).body;
    const reply = await register({ email: invited, invitation_token: token, password: undefined });
    expect([reply.status, reply.body.code]).toEqual([400, "K1002"]);
    expect((await register({ email: invited, invitation_token: token })).status).toBe(201);
  });

  it("gives a known address the same response, and notifies its owner by mail", async () => {
    const { email } = await aUser(tenant);
    const [known, unknown] = [await register({ email }), await register({ email: address() })];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    const mail = await newestMail(tenant, email);
    expect(mail?.template).toBe("account_exists");
    expect(mail?.text).toMatch(/Choose a new password:\s+\S+\/reset-password\s/);
    const toServer = await tenant.server.post("/v1/auth/register", { email, password: PASSWORD });
    expect([toServer.status, toServer.body.code]).toEqual([409, "K3007"]);
  });

  it("mails one mailbox five times a day at most, whatever its aliases, with the same answer beyond it", async () => {
    const own = await aTenant(world);
    await own.admin.send("PATCH", "/v1/settings", { waitlist_referrals: true });
    const name = unique("bomb");
    // One of the aliases has an account.
    await aUser(own, { email: `${name}+0@gmail.com` });
    await world.services.db.mailMessage.deleteMany({ where: { tenantId: own.id } });
    const replies = await Promise.all(
      Array.from({ length: 28 }, (_, nth) => register({ email: `${name}+${nth}@gmail.com` }, own)),
    );
    replies.push(await register({ email: `b.${name.slice(1)}@googlemail.com` }, own));
    for (const { status, body } of replies)
      expect([status, body]).toEqual([201, { status: "VERIFICATION_SENT", user: null }]);
    expect((await own.browser.post("/v1/waitlist", { email: `${name}+list@gmail.com` })).status).toBe(201);
    expect(await world.services.db.mailMessage.count({ where: { tenantId: own.id } })).toBe(5);
    // The neighbours' mailboxes are not counted with it.
    await register({ email: address() }, own);
    expect(await world.services.db.mailMessage.count({ where: { tenantId: own.id } })).toBe(6);
  });

  it("an account's owner gets a reset link, however many mails strangers had sent to the mailbox", async () => {
    const { email } = await aUser(tenant);
    for (let round = 0; round < 6; round++) await register({ email: email.replace("@", `+${round}@`) });
    expect((await tenant.browser.post("/v1/auth/password/reset", { email })).status).toBe(200);
    expect((await newestMail(tenant, email))?.template).toBe("password_reset");
  });

  it.each([
    ["an easy password", { password: "password123" }, 422, "K2013"],
    ["one made of the address", { email: "wilhelmina@example.com", password: "wilhelmina1" }, 422, "K2013"],
    ["a short one", { password: "short" }, 400, "K1002"],
    ["a customer named by a page", { customer: "acme" }, 403, "K3008"],
    ["an address vouched for by a page", { email_verified: true }, 403, "K3008"],
    ["an unknown token", { invitation_token: "nothing" }, 404, "K4003"],
    ["an unknown code", { invitation_code: "AAAAA-AAAAA-AAAA" }, 404, "K4003"],
    ["both", { invitation_token: "a", invitation_code: "b" }, 422, "K4013"],
  ])("refuses %s", async (_, fields, status, code) => {
    const reply = await register({ email: address(), ...fields });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});

describe("joining a customer", () => {
  it("by the address, where exactly one customer has it", async () => {
    const email = address();
    const named = await tenant.server.post("/v1/billing/cardprovider/setup-intent", {
      customer: unique("acme"),
      email,
    });
    const user = await aUser(tenant, { email });
    expect(user.customerId).toBe(named.body.customer_id);
  });

  it("by name, when the tenant's back end says so: a team shares one", async () => {
    const customer = unique("team");
    const [ada, ben] = [await aUser(tenant, { customer }), await aUser(tenant, { customer })];
    expect(ada.customerId).toBe(ben.customerId);
  });

  it("an unknown cus_ id is refused, and nothing is left", async () => {
    const email = address();
    const reply = await tenant.server.post("/v1/auth/register", {
      email,
      password: PASSWORD,
      email_verified: true,
      customer: "cus_01h455vb4pex5vsknk084sn02q",
    });
    expect([reply.status, reply.body.code]).toEqual([404, "K3003"]);
    expect(await world.services.db.user.count({ where: { tenantId: tenant.id, email } })).toBe(0);
  });
});

describe("registering by invitation", () => {
  it("by token: at once, for its address alone, once", async () => {
    const own = await aTenant(world);
    await policy("INVITE_ONLY", own);
    const email = address();
    expect((await register({ email }, own)).body.code).toBe("K4007");
    const { token } = (await own.server.post("/v1/invitations/token", { email, name: "Ada" })).body;
    const stranger = await register({ email: address(), invitation_token: token }, own);
    expect([stranger.status, stranger.body.code]).toEqual([422, "K4010"]);
    const registered = await register({ email, invitation_token: token }, own);
    expect(registered.body).toMatchObject({ status: "REGISTERED", user: { email } });
    const again = await register({ email, invitation_token: token }, own);
    expect([again.status, again.body.code]).toEqual([409, "K4009"]);
    const { data } = (await own.server.get("/v1/invitations/redemptions")).body;
    expect(data).toMatchObject([{ type: "token", user: registered.body.user.id }]);
  });

  it("by code: the mail first; confirming the address redeems the code", async () => {
    const own = await aTenant(world);
    await policy("INVITE_ONLY", own);
    const { code } = (await own.server.post("/v1/invitations/code", { maxUses: 1 })).body;
    const [ada, ben] = [address(), address()];
    // As people type it.
    const typed = code.toLowerCase().replaceAll("-", " ");
    for (const email of [ada, ben])
      expect((await register({ email, invitation_code: typed }, own)).status).toBe(201);
    expect((await verify(await mailedSecret(own, ben), own)).status).toBe(201);
    const late = await verify(await mailedSecret(own, ada), own);
    expect([late.status, late.body.code]).toEqual([409, "K4009"]);
    const { codes } = (await own.server.get("/v1/invitations")).body;
    expect(codes).toMatchObject([{ used_count: 1, isUsed: true }]);
  });

  it("a waitlist entry becomes REGISTERED, however the person registers", { tags: ["long"] }, async () => {
    const own = await aTenant(world);
    const { code } = (await own.server.post("/v1/invitations/code", { maxUses: 9 })).body;
    const emails = [address(), address(), address()];
    for (const email of emails) await own.browser.post("/v1/waitlist", { email });
    const [byToken = "", byCode = "", openly = ""] = emails;
    const { token } = (await own.server.post("/v1/invitations/token", { email: byToken })).body;
    await register({ email: byToken, invitation_token: token }, own);
    await register({ email: byCode, invitation_code: code }, own);
    await verify(await mailedSecret(own, byCode), own);
    await register({ email: openly }, own);
    await verify(await mailedSecret(own, openly), own);
    const { entries } = (await own.server.get("/v1/waitlist?status=REGISTERED")).body;
    expect(entries.map(({ email }: { email: string }) => email).sort()).toEqual(emails.sort());
  });

  it("twenty registrations by one token at once: one user, one redemption", { tags: ["long"] }, async () => {
    const email = address();
    const { token } = (await tenant.server.post("/v1/invitations/token", { email })).body;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        tenant.server.post("/v1/auth/register", { email, password: PASSWORD, invitation_token: token }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(await world.services.db.user.count({ where: { tenantId: tenant.id, email } })).toBe(1);
  });
});
