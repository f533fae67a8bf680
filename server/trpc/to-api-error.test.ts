// @module-tag ci
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aSubscription } from "../testing/a-subscription.ts";
import { aTenant } from "../testing/a-tenant.ts";
import { aStage, done } from "../testing/stage.ts";
import { openWorld, type World } from "../testing/world.ts";
import { toApiError } from "./to-api-error.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

/** The code for whatever the work throws. */
async function codeOf(work: () => PromiseLike<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    return toApiError(error).code;
  }
  throw new Error("Nothing was thrown.");
}

it("a value that is none of many is refused in one sentence, which names the list", async () => {
  const { admin } = await aTenant(world);
  const { status, body } = await admin.get("/v1/events?type=nothing");
  expect([status, body.code]).toEqual([400, "K1002"]);
  expect(body.issues).toEqual([
    {
      path: "type",
      message: expect.stringMatching(
        /^must be one of the \d+ values that \/openapi\.json lists for this operation$/,
      ),
    },
  ]);
});

describe("work that the database did not do in time is answered as a temporary failure", () => {
  it("a statement past its time, through Prisma and through the pool, with row-level security and without", async () => {
    const { db, pool } = world.services;
    const { id } = await aTenant(world);
    for (const one of [db, world.services.tenantDatabase(id).db])
      expect(
        await codeOf(() =>
          one.$transaction(async (tx) => {
            await tx.$executeRaw`select set_config('statement_timeout', '20', true)`;
            await tx.$queryRaw`select pg_sleep(5)::text`;
          }),
        ),
      ).toBe("K9055");
    const client = await pool.connect();
    await client.query("set statement_timeout = 20");
    expect(await codeOf(() => client.query("select pg_sleep(5)"))).toBe("K9055");
    client.release(true);
  });

  it("a transaction past its time", async () => {
    const late = (tx: Parameters<Parameters<typeof world.services.db.$transaction>[0]>[0]) =>
      pause(300).then(() => tx.tenant.count());
    expect(await codeOf(() => world.services.db.$transaction(late, { timeout: 50 }))).toBe("K9055");
  });

  it("a use of a period that was closed after its terms were read", async () => {
    const stage = await aStage(world);
    const { customer } = await aSubscription(stage);
    const use = () => stage.server.post("/v1/billing/usage", { customer, feature_key: "calls", quantity: 1 });
    await done(use());
    const where = { tenantId: stage.id };
    await world.services.db.usageRecord.updateMany({ where, data: { status: "CLOSED" } });
    const { status, body } = await use();
    expect([status, body.code]).toEqual([503, "K9055"]);
    await world.services.db.usageRecord.updateMany({ where, data: { status: "OPEN" } });
    expect((await use()).status).toBe(201);
  });

  it("two that wait for each other", { tags: ["long"] }, async () => {
    const { db } = world.services;
    const [one, other] = [await aTenant(world), await aTenant(world)];
    const touch = (first: string, second: string) => () =>
      db.$transaction(async (tx) => {
        for (const id of [first, second]) {
          await tx.$executeRaw`select 1 from tenants where id = ${id} for update`;
          await pause(200);
        }
        throw new Error("done");
      });
    const codes = await Promise.all([codeOf(touch(one.id, other.id)), codeOf(touch(other.id, one.id))]);
    expect(codes.sort()).toEqual(["K9001", "K9055"]);
  });
});

describe("a database that cannot serve us now is K9005", () => {
  const codes = ["25006", "08000", "08003", "08006", "57P01", "57P02", "57P03", "57P04", "57P05"];

  it.each(codes)(
    "where it answers %s: through Prisma, in a transaction, for a tenant, and through the pool",
    async (code) => {
      const { db, pool, tenantDatabase } = world.services;
      const own = tenantDatabase((await aTenant(world)).id);
      const sql = `do $$ begin raise exception 'not now' using errcode = '${code}'; end $$`;
      const ways = [
        () => db.$executeRawUnsafe(sql),
        () => db.$transaction((tx) => tx.$executeRawUnsafe(sql)),
        () => own.db.$transaction((tx) => tx.$executeRawUnsafe(sql)),
        () => own.pool.query({ text: sql }),
        () => pool.query(sql),
      ];
      for (const way of ways) expect(await codeOf(way)).toBe("K9005");
    },
  );

  it("waits a second before the next try", () => {
    const error = toApiError(new Error("cannot execute INSERT in a read-only transaction"));
    expect([error.code, error.status, error.retryAfter]).toEqual(["K9005", 503, 1]);
  });
});
