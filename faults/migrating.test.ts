import { fork } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, inject, it } from "vitest";
import { MIGRATIONS_FOLDER, readMigrations } from "../server/platform/database/migration-files.ts";
import { unique } from "../server/testing/world.ts";
import { isLong, oneIn, tell } from "./rounds.ts";

// Three instances start at once on an empty database, and one of them is killed meanwhile.

const TIMES = isLong ? oneIn(10) : 1;
const MAX_LIFETIME_MS = 1_500;

async function anEmptyDatabase(): Promise<string> {
  const name = unique("empty").replace("-", "_");
  const admin = new pg.Client({ connectionString: inject("adminDatabaseUrl") });
  await admin.connect();
  await admin.query(`create database ${name} owner usher`).finally(() => admin.end());
  const url = new URL(inject("databaseUrl"));
  url.pathname = name;
  return url.href;
}

it("instances that migrate at once, one of them killed, leave one whole schema", {
  timeout: 60_000 + TIMES * 20_000,
}, async () => {
  const startedAt = performance.now();
  const expected = (await readMigrations(MIGRATIONS_FOLDER)).map(({ name }) => name);
  for (let time = 0; time < TIMES; time++) {
    const url = await anEmptyDatabase();
    const start = () => fork(join(import.meta.dirname, "migrate.ts"), [url], { stdio: "inherit" });
    const victim = start();
    const others = [start(), start()];
    const ends = others.map((child) => once(child, "exit"));
    await pause(randomInt(MAX_LIFETIME_MS));
    victim.kill("SIGKILL");
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0]);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ migration_name: string }>(
      "select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null order by 1",
    );
    await client.end();
    expect(rows.map(({ migration_name }) => migration_name)).toEqual(expected.toSorted());
  }
  tell("migrating at once", {
    times: TIMES,
    instances: 3 * TIMES,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });
});
