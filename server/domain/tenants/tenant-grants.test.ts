import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isIdOf } from "../../platform/ids.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { aUser, signIn } from "../../testing/a-user.ts";
import type { Client } from "../../testing/client.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";

let world: World;
let live: TestTenant;
let sandbox: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  [live, sandbox] = [await aTenant(world), await aTenant(world, { mode: "TEST" })];
  await world.services.db.tenant.update({ where: { id: sandbox.id }, data: { parentId: live.id } });
  for (const tenant of [live, sandbox])
    await tenant.browser.post("/v1/waitlist", { email: `${unique("in")}@example.com` });
});

afterAll(() => world.close());

/** The response to one tenant that lists the waitlist of another. */
async function read(by: TestTenant, whose: TestTenant): Promise<number> {
  const reply = await by.server.get(`/v1/waitlist?tenant_id=${whose.id}`);
  const ids = reply.body.entries?.map(({ tenant_id }: { tenant_id: string }) => tenant_id) ?? [];
  expect(ids.every((id: string) => id === whose.id)).toBe(true);
  return reply.status;
}

/** A person with a role in the tenant, through an application of its back end. */
async function withRole(tenant: TestTenant, role: "OWNER" | "ADMIN"): Promise<Client> {
  const user = await aUser(tenant);
  const createdAt = new Date();
  const membership = { tenantId: tenant.id, userId: user.id, targetTenantId: tenant.id, role, createdAt };
  await world.services.db.membership.create({ data: membership });
  const { client } = await signIn(tenant, user.email);
  return client.with({ "x-app-id": tenant.adminApplication.appId });
}

const give = (by: Client, to: TestTenant) => by.post("/v1/tenant-grants", { tenant_id: to.id });
const takeBack = (by: Client, from: TestTenant) => by.send("DELETE", `/v1/tenant-grants/${from.id}`);

describe("the waitlist of another tenant", () => {
  it("a LIVE tenant lists that of its own sandbox without a grant, and no other tenant's", async () => {
    expect(await read(live, sandbox)).toBe(200);
    expect(await read(await aTenant(world), sandbox)).toBe(403);
  });

  it("a sandbox lists its parent's by an OWNER's grant alone, until it is taken back", async () => {
    expect(await read(sandbox, live)).toBe(403);
    const owner = await withRole(live, "OWNER");
    const given = await give(owner, sandbox);
    expect([given.status, given.body]).toMatchObject([
      201,
      { tenant_id: sandbox.id, granted_tenant_id: live.id },
    ]);
    expect(await read(sandbox, live)).toBe(200);
    expect((await takeBack(owner, sandbox)).status).toBe(200);
    expect(await read(sandbox, live)).toBe(403);
    const again = await takeBack(owner, sandbox);
    expect([again.status, again.body.code]).toEqual([404, "K3021"]);
  });

  it("a tenant lists a stranger's by a grant of that one, in that direction alone", {
    tags: ["long"],
  }, async () => {
    const [reader, read1] = [await aTenant(world), await aTenant(world)];
    await read1.browser.post("/v1/waitlist", { email: `${unique("in")}@example.com` });
    const owner = await withRole(read1, "OWNER");
    const both = await Promise.all([give(owner, reader), give(owner, reader)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await read(reader, read1)).toBe(200);
    expect(await read(read1, reader)).toBe(403);
    const grant = [{ tenant_id: reader.id, granted_tenant_id: read1.id }];
    expect((await owner.get("/v1/tenant-grants")).body).toMatchObject({ given: grant, received: [] });
    expect((await reader.admin.get("/v1/tenant-grants")).body).toMatchObject({ given: [], received: grant });
    const entries = await world.services.db.auditEntry.findMany({ where: { tenantId: read1.id } });
    expect(entries.filter(({ action }) => action === "tenant.access_granted")).toHaveLength(1);
  });

  it("cannot be read when either tenant is suspended, nor afterwards", { tags: ["long"] }, async () => {
    const { db } = world.services;
    for (const suspended of ["reader", "read"] as const) {
      const sides = { reader: await aTenant(world), read: await aTenant(world) };
      await give(await withRole(sides.read, "OWNER"), sides.reader);
      expect(await read(sides.reader, sides.read)).toBe(200);
      const where = { id: sides[suspended].id };
      await db.tenant.update({ where, data: { suspendedAt: new Date() } });
      await db.tenant.update({ where, data: { suspendedAt: null } });
      expect(await read(sides.reader, sides.read)).toBe(403);
      const grant = { tenant_id: sides.reader.id, granted_tenant_id: sides.read.id };
      const ended = { tenantId: sides.read.id, action: "tenant.access_revoked" };
      const entries = await db.auditEntry.findMany({ where: ended });
      expect(entries).toMatchObject([
        { actorType: "SYSTEM", actorId: "suspension", objectId: sides.read.id, before: grant },
      ]);
      expect(isIdOf("auditEntry", entries[0]?.id ?? "")).toBe(true);
    }
  });

  it("of a suspended sandbox cannot be read by its parent either", async () => {
    const where = { id: sandbox.id };
    await world.services.db.tenant.update({ where, data: { suspendedAt: new Date() } });
    expect(await read(live, sandbox)).toBe(403);
    await world.services.db.tenant.update({ where, data: { suspendedAt: null } });
    expect(await read(live, sandbox)).toBe(200);
  });
});

describe("a grant", () => {
  it.each(["application", "ADMIN"] as const)(
    "is not given or taken back by an %s",
    { tags: ["long"] },
    async (who) => {
      const [own, reader] = [await aTenant(world), await aTenant(world)];
      const caller = who === "application" ? own.admin : await withRole(own, "ADMIN");
      const refused = await give(caller, reader);
      expect([refused.status, refused.body.code]).toEqual([403, "K2009"]);
      await give(await withRole(own, "OWNER"), reader);
      expect((await takeBack(caller, reader)).status).toBe(403);
      expect(await read(reader, own)).toBe(200);
    },
  );

  it("goes to a tenant that is there, and not to oneself", async () => {
    const owner = await withRole(live, "OWNER");
    const nobody = await owner.post("/v1/tenant-grants", { tenant_id: "tnt_01h455vb4pex5vsknk084sn02q" });
    expect([nobody.status, nobody.body.code]).toEqual([404, "K3020"]);
    const self = await give(owner, live);
    expect([self.status, self.body.code]).toEqual([400, "K1002"]);
  });

  it("cannot be written by what runs for the tenant that would read", async () => {
    const [reader, other] = [await aTenant(world), await aTenant(world)];
    const { db } = world.services.tenantDatabase(reader.id);
    const data = { tenantId: reader.id, grantedTenantId: other.id, createdAt: new Date() };
    await expect(db.tenantGrant.create({ data })).rejects.toThrow("row-level security");
    expect(await read(reader, other)).toBe(403);
  });
});
