// @module-tag ci
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { connectClient } from "./connect.ts";
import { type Database, openDatabase } from "./open.ts";

describe("an open database", () => {
  let database: Database;
  let lost: Error[];

  beforeEach(() => {
    lost = [];
    database = openDatabase({
      // A server may have any time zone of its own, and an address options of its own.
      connectionString: `${inject("databaseUrl")}?options=-c%20TimeZone%3DAsia/Tokyo%20-c%20lock_timeout%3D5s`,
      poolSize: 2,
      applicationName: "usher open test",
      onConnectionLost: (error) => lost.push(error),
    });
  });

  afterEach(() => database.close());

  test("works in UTC through Prisma and through the pool, and keeps the address's other options", async () => {
    const sql = "select current_setting('TimeZone') as zone, current_setting('lock_timeout') as timeouts";
    expect(await database.prisma.$queryRawUnsafe(sql)).toEqual([{ zone: "UTC", timeouts: "5s" }]);
    expect((await database.pool.query(sql)).rows).toEqual([{ zone: "UTC", timeouts: "5s" }]);
  });

  test.each([
    [
      "of Prisma",
      ({ prisma }: Database, sql: string) => prisma.$transaction((tx) => tx.$executeRawUnsafe(sql)),
    ],
    [
      "for a tenant",
      ({ tenantDatabases }: Database, sql: string) =>
        tenantDatabases.of("ten_x").db.$transaction((tx) => tx.$executeRawUnsafe(sql)),
    ],
    [
      "by itself for a tenant",
      ({ tenantDatabases }: Database, sql: string) => tenantDatabases.of("ten_x").pool.query({ text: sql }),
    ],
    ["by itself", ({ pool }: Database, sql: string) => pool.query(sql)],
  ])("closes a connection on which the server refused a write %s as read-only", async (_, write) => {
    const session = async () => {
      const { rows } = await database.pool.query("select pg_backend_pid() as pid");
      return rows[0].pid;
    };
    await database.close();
    const url = `${inject("databaseUrl")}?options=-c%20default_transaction_read_only%3Don`;
    database = openDatabase({ connectionString: url, poolSize: 1, applicationName: "usher open test" });
    const before = await session();
    expect(await session()).toBe(before);
    await expect(write(database, "update tenants set name = name where id = ''")).rejects.toThrow(
      /read-only/,
    );
    expect(await session()).not.toBe(before);
  });

  test("reads a moment as it was written", async () => {
    const moment = new Date("2026-03-29T01:30:00.123Z");
    const [row] = await database.prisma.$queryRaw<
      { moment: Date }[]
    >`select ${moment}::timestamptz as moment`;
    expect(row?.moment).toEqual(moment);
  });

  test("cuts off statements that never end", async () => {
    const [row] = await database.prisma.$queryRaw<
      { limit: string }[]
    >`select current_setting('statement_timeout') as limit`;
    expect(row?.limit).toBe("30s");
  });

  test("survives the death of its connections and opens others", async () => {
    await database.prisma.$queryRaw`select 1`;
    const admin = new pg.Client({ connectionString: inject("adminDatabaseUrl") });
    await admin.connect();
    const sql =
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'usher open test'";
    await admin.query(sql).finally(() => admin.end());
    await expect.poll(() => lost.length, { timeout: 5_000 }).toBeGreaterThan(0);
    expect(await database.prisma.$queryRaw`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

describe("a database that cannot be reached is reported in one line, without the password:", () => {
  const password = "not-to-be-seen";

  test.each([
    [
      `postgresql://usher:${password}@127.0.0.1:1/usher`,
      /at 127\.0\.0\.1:1, database "usher": nothing listens there/,
    ],
    [`postgresql://usher:${password}@nowhere.invalid/x`, /at nowhere\.invalid:5432, database "x": .*name/],
    [`usher:${password}@somewhere`, /at DATABASE_URL \(it is no postgresql/],
  ])("%s", async (address, message) => {
    const attempt = connectClient(address, "usher open test");
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.not.toThrow(password);
  });

  test("a wrong password, a database that is not there", async () => {
    const wrong = new URL(inject("databaseUrl"));
    wrong.password = password;
    await expect(connectClient(wrong.href, "x")).rejects.toThrow(/the user or the password is wrong/);
    const absent = new URL(inject("databaseUrl"));
    absent.pathname = "absent";
    await expect(connectClient(absent.href, "x")).rejects.toThrow(
      /database "absent": there is no such database/,
    );
  });
});
