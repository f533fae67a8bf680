import { describe, expect, vi } from "vitest";
import { createJobHandlers } from "../../../jobs/handlers.ts";
import { newId } from "../../../platform/ids.ts";
import type { Tx } from "../../../platform/scope.ts";
import { aUser } from "../../../testing/a-user.ts";
import type { Reply } from "../../../testing/client.ts";
import { itWith } from "../../../testing/it.ts";
import { aClock, aStage, done, type Stage } from "../../../testing/stage.ts";
import { unique, type World } from "../../../testing/world.ts";

const it = itWith({ hasOwnDatabase: true });

let stage: Stage;

it.beforeAll(async ({ world }) => {
  stage = await aStage(world);
  await done(stage.admin.send("PATCH", "/v1/settings", { waitlist_referrals: true }));
});

const WAYS = ["the waitlist's own", "the erasure of a person"];

/** Erases the entry of an address: by the entry, or as a person. Returns the statuses of its requests. */
async function forget(
  world: World,
  way: string,
  { id, email }: { id: string; email: string },
): Promise<number[]> {
  if (way === WAYS[0]) return [(await stage.admin.send("DELETE", `/v1/waitlist/${id}`)).status];
  const asked = await stage.admin.post("/v1/privacy/erasures", { email });
  const job = { tenantId: stage.id, id: asked.body.id };
  // Once: what a job that failed would mend by being run again is a failure here.
  await createJobHandlers(world.services).erasure(job);
  return [asked.status];
}

async function anEntry() {
  const email = `${unique("referrer")}@example.com`;
  await done(stage.server.post("/v1/waitlist", { email }));
  const where = { tenantId_email: { tenantId: stage.id, email } };
  return stage.scope.db.waitlistEntry.findUniqueOrThrow({ where });
}

const failures = (replies: Reply[], ...expected: number[]) =>
  replies.filter(({ status }) => !expected.includes(status)).map(({ body }) => body);

describe.each(WAYS)("while an entry is erased by %s", (way) => {
  it("people can still join by its code, and the erasure succeeds the first time", {
    tags: ["long"],
  }, async ({ world }) => {
    for (let round = 0; round < 3; round++) {
      const entry = await anEntry();
      const join = () =>
        stage.server.post("/v1/waitlist", {
          email: `${unique("friend")}@example.com`,
          referral_code: entry.referralCode,
        });
      const [erased, ...joined] = await Promise.all([
        forget(world, way, entry),
        ...Array.from({ length: 12 }, join),
      ]);
      expect(failures(joined, 201)).toEqual([]);
      expect(erased).toEqual([way === WAYS[0] ? 200 : 201]);
      const { tenantId, db } = stage.scope;
      expect(await db.waitlistEntry.count({ where: { tenantId, id: entry.id } })).toBe(0);
      expect(await db.waitlistEntry.count({ where: { tenantId, referredById: entry.id } })).toBe(0);
    }
  });

  it("another request can invite it, and neither fails", { tags: ["long"] }, async ({ world }) => {
    for (let round = 0; round < 3; round++) {
      const entry = await anEntry();
      const invite = () => stage.admin.post(`/v1/waitlist/${entry.id}/invite`, {});
      const [erased, ...invited] = await Promise.all([
        forget(world, way, entry),
        invite(),
        invite(),
        invite(),
      ]);
      expect(failures(invited, 200, 404)).toEqual([]);
      expect(erased).toEqual([way === WAYS[0] ? 200 : 201]);
    }
  });
});

it("makes an erasure wait for a referral that is being written, and then erases its referrer", async ({
  world,
}) => {
  const { tenantId, db } = stage.scope;
  const entry = await anEntry();
  const friend = { tenantId, id: newId("waitlistEntry"), email: `${unique("friend")}@example.com` };
  const now = new Date();
  const erased = await db.$transaction(async (tx) => {
    // A visitor is joining as long as this transaction is open.
    const referred = { referredById: entry.id, referralCode: unique("code"), createdAt: now, updatedAt: now };
    await tx.waitlistEntry.create({ data: { ...friend, ...referred } });
    const erasing = forget(world, "the erasure of a person", entry);
    await untilBlocking(world, tx);
    return { erasing };
  });
  expect(await erased.erasing).toEqual([201]);
  const joined = await db.waitlistEntry.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: friend.id } },
  });
  expect(joined.referredById).toBeNull();
});

it("answers a reset for a user who is being erased as it answers an unknown address", {
  tags: ["long"],
}, async ({ world }) => {
  const { tenantId, db } = stage.scope;
  const { id, email } = await aUser(stage);
  const asked = await db.$transaction(async (tx) => {
    // The erasure is under way as long as this transaction is open.
    await tx.user.delete({ where: { tenantId_id: { tenantId, id } } });
    const asking = stage.browser.post("/v1/auth/password/reset", { email });
    await untilBlocking(world, tx);
    return { asking };
  });
  expect((await asked.asking).status).toBe(200);
  expect(await db.mailMessage.count({ where: { tenantId, to: email, template: "password_reset" } })).toBe(0);
});

it("answers 404 when a customer is added to a test clock that is being deleted", async ({ world }) => {
  const { tenantId, db } = stage.scope;
  const id = await aClock(stage);
  const asked = await db.$transaction(async (tx) => {
    await tx.testClock.delete({ where: { tenantId_id: { tenantId, id } } });
    const asking = stage.admin.post(`/v1/test-clocks/${id}/customers`, { customer: unique("customer") });
    await untilBlocking(world, tx);
    return { asking };
  });
  expect((await asked.asking).body.code).toBe("K3010");
});

/** Until a statement of another connection waits for a lock of this transaction's. */
async function untilBlocking(world: World, tx: Tx): Promise<void> {
  const [own] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() as pid`;
  await vi.waitFor(
    async () => {
      const { rows } = await world.services.pool.query({
        text: "select 1 from pg_stat_activity where wait_event_type = 'Lock' and $1 = any (pg_blocking_pids(pid))",
        values: [own?.pid],
      });
      expect(rows).toHaveLength(1);
    },
    { timeout: 20_000 },
  );
}
