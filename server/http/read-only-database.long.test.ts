import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { migrateDatabase } from "../platform/database/migrate.ts";
import { startThrowawayDatabase } from "../platform/database/throwaway.ts";
import { ownDatabase } from "../testing/own-database.ts";
import { aCustomer, aStage, type Stage, start } from "../testing/stage.ts";
import { FOR_METRICS, openWorld, unique, type World } from "../testing/world.ts";

/** A statement as the server's superuser. */
async function asSuperuser(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Stops a data folder's server as `pg_ctl stop -m fast` does (https://www.postgresql.org/docs/18/server-shutdown.html). */
async function stopServer(dataDir: string): Promise<void> {
  const [pid] = (await readFile(join(dataDir, "data", "postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGINT");
}

const ready = async ({ baseUrl }: World) => {
  const answer = await fetch(`${baseUrl}/readyz`);
  return { status: answer.status, wait: answer.headers.get("retry-after"), body: await answer.json() };
};

/** A stage with a customer who has a plan. */
interface Shop extends Stage {
  customer: string;
}

async function aShop(world: World): Promise<Shop> {
  const stage = await aStage(world);
  return { ...stage, customer: await aCustomer(stage) };
}

const joinWaitlist = ({ server }: Shop) =>
  server.post("/v1/waitlist", { email: `${unique("p")}@example.com` });

/** A write in a transaction of Prisma's, one in a single statement, and one that also asks the card provider. */
const writes = (stage: Shop) => [
  joinWaitlist(stage),
  stage.server.post("/v1/billing/usage", { customer: stage.customer, feature_key: "calls", quantity: 1 }),
  start(stage, "pro"),
];

async function refusesWrites(stage: Shop, reason: RegExp): Promise<void> {
  for (const reply of await Promise.all([...writes(stage), ...writes(stage)])) {
    expect([reply.status, reply.body.code]).toEqual([503, "K9005"]);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  await vi.waitFor(
    async () => {
      const { status, wait, body } = await ready(stage.world);
      expect([status, wait, body]).toEqual([
        503,
        "1",
        { status: "database read-only", reason: expect.stringMatching(reason) },
      ]);
    },
    { timeout: 20_000 },
  );
}

/** As it was before, within moments, by itself. */
async function worksAgain(stage: Shop): Promise<void> {
  // In transactions alone, to begin with: nothing else renews the connections for them.
  const join = () => joinWaitlist(stage);
  await vi.waitFor(
    async () => {
      const replies = await Promise.all(Array.from({ length: 6 }, join));
      expect(replies.filter((reply) => reply.status !== 201)).toEqual([]);
      expect((await ready(stage.world)).status).toBe(200);
    },
    { timeout: 45_000, interval: 200 },
  );
  for (const reply of await Promise.all(writes(stage))) expect(reply.status).toBeLessThan(300);
}

describe("a database whose new sessions are read-only, as managed ones are when their disk is full", () => {
  let world: World;
  let stage: Shop;
  let url: string;

  beforeAll(async () => {
    url = await ownDatabase();
    world = await openWorld({ environment: { DATABASE_URL: url } });
    stage = await aShop(world);
  });

  afterAll(() => world.close());

  it("is K9005 for what writes, and not ready, until it is over; then all goes on without a restart", async () => {
    const name = new URL(url).pathname.slice(1);
    const admin = inject("adminDatabaseUrl");
    await asSuperuser(admin, `alter database ${name} set default_transaction_read_only = on`);
    const sessions = `from pg_stat_activity where datname = '${name}'`;
    await asSuperuser(admin, `select pg_terminate_backend(pid) ${sessions}`);
    // The connections that were cut are found out first.
    await vi.waitFor(
      async () => {
        const reply = await stage.server.get("/v1/pricing");
        expect(reply.status).toBe(200);
      },
      { timeout: 20_000 },
    );
    await refusesWrites(stage, /default_transaction_read_only/);
    // The sessions that were opened meanwhile stay read-only for as long as they live.
    await asSuperuser(admin, `alter database ${name} reset default_transaction_read_only`);
    await worksAgain(stage);
  });
});

describe("a database that has become a standby, as after a failover that we did not notice", () => {
  it("is K9005 for what writes, and not ready, until it is promoted; then all goes on without a restart", async () => {
    const server = await startThrowawayDatabase();
    await migrateDatabase({ connectionString: server.url });
    const world = await openWorld({ environment: { DATABASE_URL: server.url } });
    const stage = await aShop(world);
    const signal = join(server.dataDir, "data", "standby.signal");
    await writeFile(signal, "", { mode: 0o666 });
    // It is started again by itself, now as a standby.
    await stopServer(server.dataDir);
    await vi.waitFor(async () => expect((await stage.server.get("/v1/pricing")).status).toBe(200), {
      timeout: 20_000,
    });
    await refusesWrites(stage, /standby/);
    await expect(migrateDatabase({ connectionString: server.url })).rejects.toThrow(
      "is a standby (a replica)",
    );
    await asSuperuser(server.adminUrl, "select pg_promote()");
    await worksAgain(stage);
    await world.close();
    await rm(signal, { force: true });
    await server.stop();
  }, 60_000);
});

it("tells with the first scrape after a start that the database is up", async () => {
  const world = await openWorld({ isApart: true });
  const text = await (await fetch(`${world.baseUrl}/metrics`, FOR_METRICS)).text();
  expect(text).toMatch(/^usher_database_up 1$/m);
  expect(text).toMatch(/^usher_failed\{kind="webhook"\} \d+$/m);
  await world.close();
});
