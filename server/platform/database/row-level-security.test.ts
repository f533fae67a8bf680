import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { ownDatabase } from "../../testing/own-database.ts";
import { aStage, type Stage } from "../../testing/stage.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { restProcedures } from "../../trpc/rest-procedures.ts";
import { appRouter } from "../../trpc/root.ts";
import type { Db } from "./db.ts";
import { withPolicies } from "./migration-files.ts";
import { hasRls, prepareRlsRole } from "./rls-role.ts";

let world: World;
let databaseUrl: string;
let client: pg.Client;
let ours: Stage;
let theirs: Stage;

beforeAll(async () => {
  // Two tenants alone: what a list forgets to leave out is on its first page.
  databaseUrl = await ownDatabase();
  world = await openWorld({ environment: { DATABASE_URL: databaseUrl } });
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  [ours, theirs] = [await aStage(world), await aStage(world)];
  for (const stage of [ours, theirs]) {
    await aSubscription(stage);
    await stage.server.post("/v1/waitlist", { email: `${unique("p")}@example.com` });
    await stage.server.post("/v1/invitations/code", {});
  }
});

afterAll(async () => {
  await client.end();
  await world.close();
});

/** Tables that belong to tenants, with the column that says to whom. */
async function tables(): Promise<{ name: string; owner: string; hasPolicy: boolean }[]> {
  const { rows } = await client.query(`
    select c.relname as name, a.attname as owner, c.relrowsecurity and exists (
      select 1 from pg_policy p where p.polrelid = c.oid and p.polcmd = '*' and p.polpermissive
        and pg_get_expr(p.polqual, c.oid) = format('(%s = current_setting(''usher.tenant_id''::text, true))', a.attname)) as "hasPolicy"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
      and a.attname = case c.relname when 'tenants' then 'id' else 'tenant_id' end
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  return rows;
}

describe("row-level security between tenants", () => {
  it("holds on every table that has tenant_id", async () => {
    const all = await tables();
    expect(
      all.filter(({ hasPolicy }) => !hasPolicy),
      "add the table's policy to its migration in prisma/migrations, as withPolicies in server/platform/database/migration-files.ts writes it",
    ).toEqual([]);
    expect(all.length).toBeGreaterThan(50);
    const partly = await client.query("select polname from pg_policy where polname <> 'own_tenant'");
    expect(partly.rows).toEqual([]);
  });

  it("holds on a new table by the migration that npm run migration writes", async () => {
    const table = (name: string, owner: string) =>
      `-- CreateTable\nCREATE TABLE "${name}" (\n    "${owner}" TEXT NOT NULL,\n    "id" TEXT NOT NULL\n);\n`;
    const [notes, others] = ["notes_of_a_test", "others_of_a_test"];
    await client.query(withPolicies(table(notes, "tenant_id") + table(others, "name")));
    try {
      const made = (await tables()).filter(({ name }) => [notes, others].includes(name));
      expect(made).toEqual([{ name: notes, owner: "tenant_id", hasPolicy: true }]);
    } finally {
      await client.query(`drop table ${notes}, ${others}`);
    }
  });

  it("shows a tenant its own rows alone when a statement asks for all", async () => {
    const { pool } = world.services.tenantDatabase(ours.id);
    let seen = 0;
    for (const { name, owner } of await tables()) {
      const { rows } = await pool.query<{ owner: string; count: number }>({
        text: `select ${owner} as owner, count(*)::int as count from ${name} group by 1`,
      });
      expect([name, rows.map((row) => row.owner).filter((id) => id !== ours.id)]).toEqual([name, []]);
      if (rows.length > 0) seen++;
    }
    expect(seen).toBeGreaterThan(20);
  });

  it("shows nothing when no tenant is set", async () => {
    await client.query("begin");
    await client.query("set local role usher_web");
    for (const { name } of await tables()) {
      const { rows } = await client.query(`select 1 from ${name} limit 1`);
      expect([name, rows]).toEqual([name, []]);
    }
    await client.query("rollback");
  });

  it("refuses writes to another tenant's rows, and rows moved to another tenant", async () => {
    const { pool } = world.services.tenantDatabase(ours.id);
    const refused: string[] = [];
    for (const { name, owner } of await tables()) {
      const own = await pool.query({ text: `select * from ${name} limit 1` });
      // Rows of theirs are not there to be changed or removed.
      const away = { text: `delete from ${name} where ${owner} = $1`, values: [theirs.id] };
      expect([name, (await pool.query(away)).rowCount]).toEqual([name, 0]);
      const [row] = own.rows;
      if (!row) continue;
      const given = {
        text: `insert into ${name} select * from jsonb_populate_record(null::${name}, $1)`,
        values: [JSON.stringify({ ...row, [owner]: theirs.id })],
      };
      await expect(pool.query(given), name).rejects.toThrow(/row-level security|draft|published|append-only/);
      refused.push(name);
    }
    expect(refused.length).toBeGreaterThan(20);
    const change = { text: "update customers set tenant_id = $1", values: [theirs.id] };
    await expect(pool.query(change)).rejects.toThrow("row-level security");
  });

  it("keeps the installation's own tables from tenants", async () => {
    const { pool } = world.services.tenantDatabase(ours.id);
    for (const name of ["signing_keys", "throttle_buckets", "_prisma_migrations", "_usher_functions"])
      await expect(pool.query({ text: `select 1 from ${name}` })).rejects.toThrow("permission denied");
  });

  it("leaves neither role nor tenant on a connection, after a result and after an error", async () => {
    const connections = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    const { openTenantDatabases } = await import("./row-level-security.ts");
    const databases = openTenantDatabases(connections, {});
    const { db, pool } = databases.of(ours.id);
    const who = async () =>
      (
        await connections.query(
          "select current_user as who, current_setting('usher.tenant_id', true) as whose",
        )
      ).rows;
    const noTenant = [{ who: "usher", whose: expect.toSatisfy((whose) => !whose) }];
    await pool.query({ text: "select 1 from customers" });
    expect(await who()).toEqual(noTenant);
    await expect(pool.query({ text: "select 1 from nowhere" })).rejects.toThrow("nowhere");
    expect(await who()).toEqual(noTenant);
    const named = { name: "a-name", text: "select id from tenants where id <> $1", values: ["x"] };
    for (let time = 0; time < 8; time++) expect((await pool.query(named)).rows).toEqual([{ id: ours.id }]);
    expect((await databases.of(theirs.id).pool.query(named)).rows).toEqual([{ id: theirs.id }]);
    await expect(
      db.$transaction(async (tx) => {
        expect(await tx.tenant.count()).toBe(1);
        await tx.$executeRaw`select 1 / 0`;
      }),
    ).rejects.toThrow();
    expect(await who()).toEqual(noTenant);
    await expect(db.$queryRaw`select nothing`).rejects.toThrow();
    expect(await db.customer.count()).toBe(1);
    await databases.close();
    await connections.end();
  });

  it("keeps apart what several tenants look up at the same moment", async () => {
    const [own, other] = [world.services.tenantDatabase(ours.id), world.services.tenantDatabase(theirs.id)];
    const look = (db: Db, id: string) => db.tenant.findUnique({ where: { id } });
    const found = await Promise.all([
      look(own.db, ours.id),
      look(other.db, theirs.id),
      look(own.db, theirs.id),
      look(other.db, ours.id),
    ]);
    expect(found.map((tenant) => tenant?.id ?? null)).toEqual([ours.id, theirs.id, null, null]);
  });
});

/** A Prisma client that drops tenantId from every where. */
function forgetful<T extends object>(inner: T): T {
  return new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "$transaction")
        return (work: (tx: object) => unknown, ...rest: unknown[]) =>
          (value as (...parameters: unknown[]) => unknown).call(
            target,
            (tx: object) => work(forgetful(tx)),
            ...rest,
          );
      if (typeof value === "function" && !String(name).startsWith("$"))
        return (options: unknown, ...rest: unknown[]) => value.call(target, withoutTenant(options), ...rest);
      return typeof value === "object" && value !== null ? forgetful(value) : value;
    },
  });
}

/** The same, without tenantId in any where. */
function withoutTenant(options: unknown): unknown {
  if (typeof options !== "object" || options === null || !("where" in options)) return options;
  return { ...options, where: strip(options.where) };
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "tenantId");
  return Object.fromEntries(kept.map(([name, part]) => [name, strip(part)]));
}

describe("an operation that forgets its tenant condition", () => {
  const lists = restProcedures(appRouter).filter(
    ({ meta }) =>
      meta.openapi.method === "GET" && !meta.openapi.path.includes("{") && !meta.rules.answersFile,
  );

  /** The lists that return rows of the other tenant to us. */
  async function leaks(
    database: (tenantId: string) => { db: Db; pool: TestTenant["scope"]["pool"] },
  ): Promise<string[]> {
    const original = world.services.tenantDatabase;
    const found: string[] = [];
    try {
      world.services.tenantDatabase = (tenantId) => {
        const { db, pool } = database(tenantId);
        return { db: forgetful(db), pool };
      };
      for (const { meta } of lists) {
        const { status, body } = await ours.admin.get(meta.openapi.path);
        if (status !== 200) continue;
        if (
          JSON.stringify(body).includes(theirs.id) ||
          theirIds.some((id) => JSON.stringify(body).includes(id))
        )
          found.push(meta.openapi.path);
      }
    } finally {
      world.services.tenantDatabase = original;
    }
    return found;
  }

  let theirIds: string[];
  beforeAll(async () => {
    const where = { tenantId: theirs.id };
    const { db } = world.services;
    const rows = await Promise.all([
      db.subscription.findMany({ where }),
      db.waitlistEntry.findMany({ where }),
      db.plan.findMany({ where }),
      db.event.findMany({ where }),
      db.application.findMany({ where }),
      db.auditEntry.findMany({ where }),
    ]);
    theirIds = rows.flat().map(({ id }) => id);
  });

  it("returns no other tenant's rows under row-level security", { tags: ["long"] }, async () => {
    expect(await leaks(world.services.tenantDatabase)).toEqual([]);
  });

  it("returns other tenants' rows without row-level security, so the test would notice", {
    tags: ["long"],
  }, async () => {
    const { db, pool } = world.services;
    const leaking = await leaks(() => ({ db, pool }));
    expect(leaking).toEqual(
      expect.arrayContaining(["/v1/invitations", "/v1/events", "/v1/audit", "/v1/applications"]),
    );
  });
});

describe("when our role may not act as the restricted one", () => {
  it("says so, and everything works without row-level security", { tags: ["long"] }, async () => {
    const connectionString = await ownDatabase();
    const owner = new pg.Client({ connectionString });
    await owner.connect();
    const pool = new pg.Pool({ connectionString, max: 1 });
    expect(await hasRls(pool)).toBe(true);
    await owner.query("revoke select on customers from usher_web");
    expect(await hasRls(pool)).toBe(false);
    const other = await openWorld({ environment: { DATABASE_URL: connectionString } });
    const tenant = await aTenant(other);
    expect((await tenant.server.post("/v1/waitlist", { email: "a@example.com" })).status).toBe(201);
    expect(other.services.tenantDatabase(tenant.id).db).toBe(other.services.db);
    await other.close();
    // The next start with sufficient rights grants the tables again.
    expect(await prepareRlsRole(owner)).toBeNull();
    expect(await hasRls(pool)).toBe(true);
    await pool.end();
    await owner.end();

    const admin = new pg.Client({ connectionString: inject("adminDatabaseUrl") });
    await admin.connect();
    const weak = unique("weak").replace("-", "_");
    await admin.query(`create role ${weak} login password 'weak'`);
    const url = new URL(connectionString);
    [url.username, url.password] = [weak, "weak"];
    const guest = new pg.Client({ connectionString: url.href });
    await guest.connect();
    expect(await prepareRlsRole(guest)).toMatch(
      /^row-level security between tenants is not in force: permission denied/,
    );
    await guest.end();
    await admin.query(`drop role ${weak}`);
    await admin.end();
  });
});
