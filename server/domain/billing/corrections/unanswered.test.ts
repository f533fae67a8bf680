import { describe, expect } from "vitest";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import { aCardInvoice } from "../../../testing/a-card-invoice.ts";
import { itWith } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { resumeRequests } from "./due-work.ts";
import { readRequest } from "./read-request.ts";

// Requests to which Stripe says neither yes nor no, on a clock that moves past the life of their idempotency keys.

const clock = new ManualClock(new Date());
// The due work of other files' worlds would do its own.
const it = itWith({ clock, hasOwnDatabase: true });

const HOUR = 3600;

const KINDS = {
  CREDIT_NOTE: { path: "/v1/credit_notes", ask: { amount: 1000, to: "REFUND" } },
  REFUND: { path: "/v1/refunds", ask: { amount: 1000 } },
} as const;

async function anUnanswered(world: World, kind: keyof typeof KINDS, fault: string) {
  const paid = await aCardInvoice(world);
  const { db, tenantId } = paid.scope;
  const { path, ask } = KINDS[kind];
  const send = () => (kind === "REFUND" ? paid.refund : paid.credit)(ask, { "idempotency-key": "this one" });
  await paid.fault(fault, path, 1000);
  expect((await send()).body.code).toBe("K7005");
  return {
    ...paid,
    send,
    /** Some hours later the worker runs. */
    async hoursLater(hours: number) {
      clock.moveTo(addSeconds(clock.now(), hours * HOUR));
      await resumeRequests(world.services);
      await paid.newToken();
    },
    stored: async () => (await db.correctionRequest.findMany({ where: { tenantId } }))[0],
    waiting: async () => readRequest(paid.scope, { id: paid.id }),
  };
}

describe.for(["CREDIT_NOTE", "REFUND"] as const)("a %s that Stripe does not answer", (kind) => {
  const made = kind === "REFUND" ? { notes: 0, refunds: 1 } : { notes: 1, refunds: 1 };
  const words = kind === "REFUND" ? hasNone("refund") : hasNone("credit note");

  it("is asked for again while Stripe keeps its key, and shown with what it waits for", {
    tags: ["long"],
  }, async ({ world }) => {
    const cut = await anUnanswered(world, kind, "cut_before");
    await cut.hoursLater(22);
    expect(await cut.stored()).toMatchObject({
      status: "REQUESTED",
      failure: expect.stringContaining("K7005"),
    });
    const { createdAt } = (await cut.stored()) ?? expect.fail();
    const until = addSeconds(createdAt, 23 * HOUR).toISOString();
    expect(await cut.waiting()).toMatchObject({
      kind,
      amount: 1000,
      currency: "USD",
      status: "REQUESTED",
      failure: expect.stringContaining("K7005"),
      requested_at: createdAt.toISOString(),
      asked_until: until,
    });
    const other = await cut.refund({ amount: 1 });
    expect([other.status, other.body.code]).toEqual([409, "K6047"]);
    expect(other.body.details).toMatchObject({ kind, amount: 1000, asked_until: until });
    await cut.sandboxClear();
    await cut.hoursLater(0.5);
    expect(await cut.stored()).toMatchObject({ status: "DONE", failure: null });
    expect(await cut.counts()).toEqual(made);
    expect(await cut.waiting()).toBeNull();
    expect((await cut.send()).status).toBe(201);
  });

  it("is refused when the key is gone and Stripe has nothing of it", { tags: ["long"] }, async ({
    world,
  }) => {
    const cut = await anUnanswered(world, kind, "cut_before");
    await cut.hoursLater(22);
    await cut.sandboxClear();
    await cut.hoursLater(1);
    await cut.hoursLater(0.1);
    expect(await cut.stored()).toMatchObject({ status: "FAILED", failure: words });
    expect(await cut.counts()).toEqual({ notes: 0, refunds: 0 });
    expect(await cut.waiting()).toMatchObject({ status: "FAILED", failure: words });
    const again = await cut.send();
    expect([again.status, again.body.code]).toEqual([409, "K6048"]);
    expect(await cut.counts()).toEqual({ notes: 0, refunds: 0 });
    expect((await cut.refund({ amount: 1000 })).status).toBe(201);
    expect(await cut.waiting()).toBeNull();
    expect(await cut.wrong()).toEqual([]);
  });

  it("is completed with what Stripe has of it, however late", { tags: ["long"] }, async ({ world }) => {
    const cut = await anUnanswered(world, kind, "cut_after");
    // Nor can it be listed for two days.
    await cut.sandbox("faults", { kind: "error_before", method: "GET", path: "/v1/*", count: "1000" });
    await cut.hoursLater(48);
    expect(await cut.stored()).toMatchObject({ status: "REQUESTED" });
    await cut.sandboxClear();
    await cut.hoursLater(1);
    expect(await cut.stored()).toMatchObject({ status: "DONE", failure: null });
    expect(await cut.counts()).toEqual(made);
    expect(await cut.read()).toMatchObject({ amount_refunded: 1000 });
    expect(await cut.wrong()).toEqual([]);
  });
});

describe("a refund that Stripe does not answer", () => {
  it("is not given up while a call for it may still be under way", { tags: ["long"] }, async ({ world }) => {
    const cut = await anUnanswered(world, "REFUND", "cut_before");
    await cut.sandboxClear();
    const { tenantId, db } = cut.scope;
    clock.moveTo(addSeconds(clock.now(), 24 * HOUR));
    await cut.newToken();
    await db.correctionRequest.updateMany({ where: { tenantId }, data: { updatedAt: clock.now() } });
    expect((await cut.send()).body.code).toBe("K6047");
    expect(await cut.stored()).toMatchObject({ status: "REQUESTED" });
    await cut.hoursLater(1);
    expect(await cut.stored()).toMatchObject({ status: "FAILED" });
  });
});

function hasNone(what: string) {
  return expect.stringMatching(new RegExp(`^it has no ${what} .*its last answer was K7005`));
}
