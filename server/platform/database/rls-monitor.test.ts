import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ownDatabase } from "../../testing/own-database.ts";
import { FOR_METRICS, openWorld, type World } from "../../testing/world.ts";
import { createLog } from "../log.ts";
import { monitorRls } from "./rls-monitor.ts";
import { findGap } from "./rls-role.ts";

let databaseUrl: string;
let superuser: pg.Client;

beforeAll(async () => {
  databaseUrl = await ownDatabase();
  const url = new URL(inject("adminDatabaseUrl"));
  url.pathname = new URL(databaseUrl).pathname;
  superuser = new pg.Client({ connectionString: url.href });
  await superuser.connect();
});

afterAll(() => superuser.end());

/** What /readyz and /metrics of a process report. */
async function reported(world: World): Promise<{ status: number; ready: string; gauge: string | undefined }> {
  const answer = await fetch(`${world.baseUrl}/readyz`);
  const { row_level_security: ready } = (await answer.json()) as { row_level_security: string };
  const metrics = await (await fetch(`${world.baseUrl}/metrics`, FOR_METRICS)).text();
  return { status: answer.status, ready, gauge: /^usher_row_level_security (\S+)$/m.exec(metrics)?.[1] };
}

describe("row-level security, as operators see it", () => {
  it("is reported by /readyz and /metrics; a process is ready without it, too", {
    tags: ["long"],
  }, async () => {
    const secured = await openWorld({ environment: { DATABASE_URL: databaseUrl } });
    expect(await reported(secured)).toEqual({ status: 200, ready: "on", gauge: "1" });
    await secured.close();
    await superuser.query("alter table customers disable row level security");
    const open = await openWorld({ environment: { DATABASE_URL: databaseUrl } });
    expect(await reported(open)).toEqual({ status: 200, ready: "off", gauge: "0" });
    await open.close();
    await superuser.query("alter table customers enable row level security");
  });

  it.each([
    ["a table is left open", "alter table plans disable row level security", "on plans"],
    ["a policy is gone", "drop policy own_tenant on usage_records", "on usage_records"],
    ["another policy lets everything through", "create policy wide on events using (true)", "on events"],
    [
      "its policy asks for less",
      "alter policy own_tenant on customers using (tenant_id is not null)",
      "on customers",
    ],
    ["its role is held by no policy", "alter role usher_web bypassrls", "BYPASSRLS"],
    [
      "its role belongs to the owner",
      "grant usher to usher_web with inherit true",
      "row-level security does not hold",
    ],
    ["its role may not read", "revoke select on tenants from usher_web", "may not read tenants"],
  ])("has a gap when %s", async (_, change, words) => {
    expect(await findGap(superuser)).toBeNull();
    await superuser.query("begin");
    try {
      // Two roles cannot be members of each other.
      if (change.startsWith("grant")) await superuser.query("revoke usher_web from usher");
      await superuser.query(change);
      expect(await findGap(superuser)).toContain(words);
    } finally {
      await superuser.query("rollback");
    }
  });

  it("is checked again while a process runs, and keeps its last result while the database cannot be asked", async () => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    const monitor = await monitorRls({ pool, isUsed: true, log: createLog("silent"), freshMs: 0 });
    expect(monitor.isEnforced()).toBe(true);
    await superuser.query("alter table events disable row level security");
    await monitor.refresh();
    expect([monitor.isEnforced(), monitor.gap()]).toEqual([false, expect.stringContaining("on events")]);
    await superuser.query("alter table events enable row level security");
    await monitor.refresh();
    expect(monitor.isEnforced()).toBe(true);
    await pool.end();
    await monitor.refresh();
    expect(monitor.isEnforced()).toBe(true);
  });

  it("is not in force in a process that started without it, even when the database has it by now", async () => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    const monitor = await monitorRls({ pool, isUsed: false, log: createLog("silent") });
    expect([monitor.isEnforced(), monitor.gap()]).toEqual([false, expect.stringContaining("start it again")]);
    await pool.end();
  });
});
