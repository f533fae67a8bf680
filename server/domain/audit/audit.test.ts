// @module-tag ci
import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INVARIANTS } from "../../doctor/invariants.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { ownDatabase } from "../../testing/own-database.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { sealAudit } from "./seal-audit.ts";

let world: World;
let client: pg.Client;

beforeAll(async () => {
  // A database of its own: a worker of another test would seal, too.
  const connectionString = await ownDatabase();
  world = await openWorld({ environment: { DATABASE_URL: connectionString } });
  client = new pg.Client({ connectionString });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await world.close();
});

/** A tenant whose waitlist some people joined. */
async function aBusyTenant(people: number): Promise<TestTenant> {
  const own = await aTenant(world);
  for (let index = 0; index < people; index++)
    await own.server.post("/v1/waitlist", { email: `p${index}@example.com` });
  return own;
}

const CHAIN = INVARIANTS.find(({ name }) => name === "audit-is-an-unbroken-chain")?.sql ?? "";

/** The doctor's findings for a tenant's chain. */
async function wrongs(own: TestTenant): Promise<string[]> {
  const { rows } = await client.query<{ wrong: string }>(
    `select wrong from (${CHAIN}) found where tenant_id = $1 order by id`,
    [own.id],
  );
  return rows.map(({ wrong }) => wrong);
}

/** Changes rows as a malicious superuser would, runs the check, and rolls back. */
async function tampered(own: TestTenant, ...statements: string[]): Promise<string[]> {
  await client.query("begin");
  try {
    await client.query("alter table audit_entries disable trigger user");
    for (const sql of statements) await client.query(sql.replaceAll("$tenant", `'${own.id}'`));
    return await wrongs(own);
  } finally {
    await client.query("rollback");
  }
}

describe("the chain", () => {
  it("seals every entry once and in order, however many workers run at once, and continues where it ended", async () => {
    const own = await aBusyTenant(6);
    await Promise.all(Array.from({ length: 4 }, () => sealAudit(world.services)));
    await own.server.post("/v1/waitlist", { email: "late@example.com" });
    await sealAudit(world.services);
    const { data } = (await own.admin.get("/v1/audit?limit=200")).body;
    const inOrder = data.toSorted(
      (a: { position: number }, b: { position: number }) => a.position - b.position,
    );
    expect(inOrder.map(({ position }: { position: number }) => position)).toEqual(
      Array.from({ length: data.length }, (_, index) => index + 1),
    );
    // The export alone is enough to verify the chain.
    let hash = Buffer.alloc(32);
    for (const entry of inOrder) {
      hash = createHash("sha256").update(hash).update(Buffer.from(entry.digest, "hex")).digest();
      expect(entry.hash).toBe(hash.toString("hex"));
    }
    expect(await wrongs(own)).toEqual([]);
  });

  it.each([
    [
      "an entry is changed",
      "update audit_entries set after = '{}' where tenant_id = $tenant and position = 3",
      ["is not what was sealed"],
    ],
    [
      "its moment is changed",
      "update audit_entries set created_at = created_at + interval '1 s' where tenant_id = $tenant and position = 3",
      ["is not what was sealed"],
    ],
    [
      "it is changed and its digest with it",
      "update audit_entries a set actor_id = 'x', digest = usher_audit_digest(jsonb_populate_record(a, '{\"actor_id\":\"x\"}')) where tenant_id = $tenant and position = 3",
      ["does not follow from the entry before it"],
    ],
    [
      "one is removed",
      "delete from audit_entries where tenant_id = $tenant and position = 3",
      ["no entry stands at position 3"],
    ],
    [
      "the last are removed",
      "delete from audit_entries where tenant_id = $tenant and position > 3",
      ["is the last, but not the head of its chain"],
    ],
    [
      "all are removed",
      "delete from audit_entries where tenant_id = $tenant",
      [expect.stringMatching(/^the chain has a head at \d+ and no entry$/)],
    ],
    [
      "one is blanked without a word",
      "update audit_entries set before = null, after = jsonb_build_object('id', object_id, 'erased', true), salt = null where tenant_id = $tenant and position = 3",
      ["was blanked, and no entry says so"],
    ],
    [
      "one loses its salt alone",
      "update audit_entries set salt = null where tenant_id = $tenant and position = 3",
      ["lost its salt but was not blanked"],
    ],
  ])("the doctor notices when %s", async (_, sql, found) => {
    const own = await aBusyTenant(2);
    await sealAudit(world.services);
    expect(await tampered(own, sql)).toEqual(found);
    expect(await wrongs(own)).toEqual([]);
  });

  it("is not rewritten by the program itself", async () => {
    const own = await aBusyTenant(1);
    await sealAudit(world.services);
    const refuse = (sql: string) => expect(client.query(sql, [own.id])).rejects.toThrow("append-only");
    await refuse("update audit_entries set after = '{}' where tenant_id = $1");
    await refuse("update audit_entries set position = position + 100 where tenant_id = $1");
    await refuse("delete from audit_entries where tenant_id = $1");
    await expect(client.query("truncate audit_entries")).rejects.toThrow("append-only");
  });

  it("holds when a person is forgotten, before or after sealing", async () => {
    const own = await aBusyTenant(2);
    const [sealed, fresh] = (await own.server.get("/v1/waitlist")).body.entries;
    await own.server.send("DELETE", `/v1/waitlist/${fresh.id}`);
    await sealAudit(world.services);
    await own.server.send("DELETE", `/v1/waitlist/${sealed.id}`);
    await sealAudit(world.services);
    expect(await wrongs(own)).toEqual([]);
    const { data } = (await own.admin.get("/v1/audit?limit=200")).body;
    expect(JSON.stringify(data)).not.toContain("@example.com");
    const salts = await world.services.db.auditEntry.findMany({
      where: { tenantId: own.id, action: "waitlist.joined" },
      select: { salt: true },
    });
    // An attacker cannot guess addresses until the digest matches.
    expect(salts).toEqual([{ salt: null }, { salt: null }]);
  });
});

describe("reading the log", () => {
  it("lists by page and filter, newest first, with the object before and after", async () => {
    const own = await aBusyTenant(5);
    const changed = await own.admin.send("PATCH", "/v1/settings", { name: "Other" });
    const [entry] = (await own.admin.get("/v1/audit?action=settings.updated")).body.data;
    expect(entry).toMatchObject({
      actor_type: "APPLICATION",
      actor_id: own.adminApplication.id,
      object_id: own.id,
      before: { name: "Test tenant" },
      after: { name: "Other" },
      request_id: changed.headers.get("x-request-id"),
      position: null,
    });
    const first = (await own.admin.get("/v1/audit?action=waitlist.joined&limit=3")).body;
    const second = (
      await own.admin.get(`/v1/audit?action=waitlist.joined&limit=3&cursor=${first.next_cursor}`)
    ).body;
    const emails = [...first.data, ...second.data].map(
      ({ after }: { after: { email: string } }) => after.email,
    );
    expect(emails).toEqual([4, 3, 2, 1, 0].map((index) => `p${index}@example.com`));
    expect(second.next_cursor).toBeNull();
    const later = new Date(Date.parse(entry.created_at) + 1).toISOString();
    expect((await own.admin.get(`/v1/audit?from=${later}`)).body.data).toEqual([]);
    expect((await own.admin.get(`/v1/audit?to=${later}&limit=1`)).body.data).toEqual([entry]);
  });

  it("exports all of it, past one reading, as NDJSON and as CSV", { tags: ["long"] }, async () => {
    const own = await aTenant(world);
    const lines = Array.from({ length: 1_100 }, (_, index) => `p${index}@example.com`);
    const csvHeader = { "content-type": "text/csv" };
    await own.server.send("POST", "/v1/waitlist/import", ["email", ...lines].join("\n"), csvHeader);
    await sealAudit(world.services);
    const ndjson = await own.admin.get("/v1/audit/export/ndjson?action=waitlist.joined");
    expect(ndjson.headers.get("content-type")).toBe("application/x-ndjson");
    const entries = ndjson.body
      .trim()
      .split("\n")
      .map((line: string) => JSON.parse(line));
    expect(new Set(entries.map(({ id }: { id: string }) => id)).size).toBe(1_100);
    expect(entries[0]).toMatchObject({ action: "waitlist.joined", after: { status: "PENDING" } });
    const csv = await own.admin.get("/v1/audit/export/csv?action=waitlist.joined");
    const rows: Record<string, string>[] = parse(csv.body, { columns: true });
    expect(rows.map(({ id }) => id)).toEqual(entries.map(({ id }: { id: string }) => id));
    expect(rows[0]).toMatchObject({ action: "waitlist.joined", hash: entries[0].hash });
  });

  it("is for administrators, of their own tenant", async () => {
    const own = await aBusyTenant(1);
    const other = await aTenant(world);
    expect((await own.server.get("/v1/audit")).body.code).toBe("K2006");
    const { data } = (await other.admin.get(`/v1/audit?actor_id=${own.adminApplication.id}`)).body;
    expect(data).toEqual([]);
  });
});
