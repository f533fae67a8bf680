import { describe, expect } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";

let tenant: TestTenant;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
});

const join = (fields: object, from: TestTenant = tenant) => from.browser.post("/v1/waitlist", fields);

/** The whole answer of the list; SERVER applications need no token for it. */
const list = (query = "", from: TestTenant = tenant) =>
  from.server.with({ authorization: undefined }).get(`/v1/waitlist${query}`);

describe("joining", () => {
  it("takes an address, a name and metadata, and keeps them exactly", async ({ world }) => {
    const own = await aTenant(world);
    const metadata = '{"__proto__":{"deep":[1,"two",null]},"constructor":"plain","größe":"XL 😀","n":1.5}';
    const body = `{"email":" Ada@Example.COM ","name":"Ada Lovelace","metadata":${metadata}}`;
    const joined = await own.browser.post("/v1/waitlist", body);
    expect([joined.status, joined.body]).toEqual([201, { success: true }]);
    const { entries } = (await list("", own)).body;
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      tenant_id: own.id,
      email: "ada@example.com",
      name: "Ada Lovelace",
      status: "PENDING",
      invited_at: null,
      invited_by: null,
    });
    const sorted = (value: object) =>
      Object.entries(value)
        .map(([key, inner]) => [key, JSON.stringify(inner)])
        .sort();
    expect(sorted(entries[0].metadata)).toEqual(sorted(JSON.parse(metadata)));
  });

  it("once, however often and however many at a time", { tags: ["long"] }, async ({ world }) => {
    const own = await aTenant(world);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        join({ email: index % 2 ? "x@example.com" : "X@EXAMPLE.com" }, own),
      ),
    );
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      Array(50).fill([201, { success: true }]),
    );
    expect((await list("", own)).body.pagination.total).toBe(1);
    const events = await world.services.db.event.count({
      where: { tenantId: own.id, type: "waitlist.joined" },
    });
    expect(events).toBe(1);
  });

  it.each([
    ["no address", {}, 400, "K1002"],
    ["no address at all", { email: "nobody" }, 400, "K1002"],
    ["metadata that is no object", { email: "a@example.com", metadata: [] }, 400, "K1002"],
    [
      "too many keys",
      { email: "a@example.com", metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, n])) },
      422,
      "K4005",
    ],
    ["a NUL", { email: "a@example.com", metadata: { a: "\u0000" } }, 422, "K4006"],
    ["an unknown field", { email: "a@example.com", status: "INVITED" }, 400, "K1003"],
  ])("refuses %s", async (_, fields, status, code) => {
    const reply = await join(fields);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});

describe("listing", () => {
  it("pages in the order of joining, filtered or not", { tags: ["long"] }, async ({ world }) => {
    const own = await aTenant(world);
    for (let index = 0; index < 7; index++) await join({ email: `p${index}@example.com` }, own);
    await world.services.db.waitlistEntry.updateMany({
      where: { tenantId: own.id, email: { in: ["p1@example.com", "p4@example.com"] } },
      data: { status: "INVITED", invitedAt: new Date(), invitedBy: "somebody" },
    });
    const page = (await list("?limit=3&offset=2", own)).body;
    expect(page.entries.map(({ email }: { email: string }) => email)).toEqual([
      "p2@example.com",
      "p3@example.com",
      "p4@example.com",
    ]);
    expect(page.pagination).toEqual({ total: 7, limit: 3, offset: 2, hasMore: true });
    const last = (await list("?limit=3&offset=6", own)).body;
    expect([last.entries.length, last.pagination.hasMore]).toEqual([1, false]);
    const invited = (await list("?status=INVITED", own)).body;
    expect(invited.pagination).toEqual({ total: 2, limit: 50, offset: 0, hasMore: false });
    expect(invited.entries.every(({ status }: { status: string }) => status === "INVITED")).toBe(true);
  });

  it.each(["limit=0", "limit=x", "offset=-1", "status=LOST", "limit=1.5"])("refuses ?%s", async (query) => {
    const reply = await list(`?${query}`);
    expect([reply.status, reply.body.code]).toEqual([400, "K1002"]);
  });

  it("shows another tenant's only with its grant, never by a grant in the other direction", async ({
    world,
  }) => {
    const own = await aTenant(world);
    const other = await aTenant(world);
    await join({ email: "theirs@example.com" }, other);
    expect((await list(`?tenant_id=${own.id}`, own)).status).toBe(200);
    const refused = await list(`?tenant_id=${other.id}`, own);
    expect([refused.status, refused.body.code]).toEqual([403, "K3001"]);
    const { db } = world.services;
    const createdAt = new Date();
    await db.tenantGrant.create({ data: { tenantId: other.id, grantedTenantId: own.id, createdAt } });
    expect((await list(`?tenant_id=${other.id}`, own)).status).toBe(403);
    await db.tenantGrant.create({ data: { tenantId: own.id, grantedTenantId: other.id, createdAt } });
    const granted = await list(`?tenant_id=${other.id}`, own);
    expect(granted.body.entries[0].email).toBe("theirs@example.com");
  });

  it("is not for browsers: an identifier alone must not show addresses", async () => {
    const reply = await tenant.browser.get("/v1/waitlist");
    expect([reply.status, reply.body.code]).toEqual([403, "K2005"]);
  });
});

describe("invitations", () => {
  it("are listed part by part, with the total of both kinds and the way on in headers", async ({ world }) => {
    const own = await aTenant(world);
    const client = own.server.with({ authorization: undefined });
    for (let count = 0; count < 3; count++) await client.post("/v1/invitations/code", {});
    for (const name of ["a", "b"])
      await client.post("/v1/invitations/token", { email: `${name}@example.com` });
    const whole = (await client.get("/v1/invitations")).body;
    expect([whole.tokens.length, whole.codes.length]).toEqual([2, 3]);
    const first = await client.get("/v1/invitations?limit=2");
    expect(first.headers.get("x-total-count")).toBe("5");
    expect(first.headers.get("link")).toBe('</v1/invitations?limit=2&offset=2>; rel="next"');
    const second = await client.get("/v1/invitations?limit=2&offset=2");
    expect([second.headers.get("x-total-count"), second.headers.get("link")]).toEqual(["5", null]);
    expect([...first.body.codes, ...second.body.codes]).toEqual(whole.codes);
    expect([...first.body.tokens, ...second.body.tokens]).toEqual(whole.tokens);
  });
});

describe("invitation codes", () => {
  const create = (fields: object = {}) =>
    tenant.server.with({ authorization: undefined }).post("/v1/invitations/code", fields);
  const listed = async () =>
    (await tenant.server.with({ authorization: undefined }).get("/v1/invitations")).body;

  it("for one use that never expires, by default", async () => {
    const reply = await create();
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      code: expect.stringMatching(/^[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{4}$/),
      expiresAt: null,
      maxUses: 1,
    });
    const expiresAt = "2040-01-01T02:00:00.000+02:00";
    const bounded = await create({ expiresAt, maxUses: 1000 });
    expect(bounded.body).toMatchObject({ expiresAt: "2040-01-01T00:00:00.000Z", maxUses: 1000 });
    const { codes } = await listed();
    expect(codes[0]).toMatchObject({
      tenant_id: tenant.id,
      code: bounded.body.code,
      max_uses: 1000,
      used_count: 0,
      used_by: [],
      type: "code",
      isUsed: false,
      isExpired: false,
      metadata: {},
    });
    expect(codes[1].code).toBe(reply.body.code);
  });

  it("are stored hashed and sealed, and appear in no event", async ({ world }) => {
    const { code } = (await create()).body;
    const stored = JSON.stringify(
      await world.services.db.invitationCode.findMany({ where: { tenantId: tenant.id } }),
    );
    const events = JSON.stringify(await world.services.db.event.findMany({ where: { tenantId: tenant.id } }));
    expect([stored.includes(code), events.includes(code)]).toEqual([false, false]);
  });

  it.each([
    [{ maxUses: 0 }, 400, "K1002"],
    [{ maxUses: 1001 }, 400, "K1002"],
    [{ maxUses: 1.5 }, 400, "K1002"],
    [{ maxUses: "5" }, 400, "K1002"],
    [{ expiresAt: "tomorrow" }, 400, "K1002"],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, 422, "K4004"],
  ])("refuses %j", async (fields, status, code) => {
    const reply = await create(fields);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });

  it("neither made nor listed by a browser's application", async () => {
    for (const reply of [
      await tenant.browser.post("/v1/invitations/code", {}),
      await tenant.browser.get("/v1/invitations"),
    ]) {
      expect([reply.status, reply.body.code]).toEqual([403, "K2005"]);
    }
  });

  it("the database refuses one redemption more than a code has", async ({ world }) => {
    const { code } = (await create({ maxUses: 2 })).body;
    const { codes } = await listed();
    const { id } = codes.find((candidate: { code: string }) => candidate.code === code);
    const where = { tenantId_id: { tenantId: tenant.id, id } };
    const over = world.services.db.invitationCode.update({ where, data: { usedCount: 3 } });
    await expect(over).rejects.toThrow(/invitation_codes_used_count/);
  });
});
