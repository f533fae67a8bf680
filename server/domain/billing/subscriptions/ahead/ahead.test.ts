import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { createJobHandlers } from "../../../../jobs/handlers.ts";
import { aSubscription } from "../../../../testing/a-subscription.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { itWith } from "../../../../testing/it.ts";
import { DUE_STATEMENTS } from "./due-work.ts";
import { isExpiring, momentsAhead, nextLook } from "./rules.ts";

const it = itWith({ hasOwnDatabase: true });

const at = (day: string) => new Date(`${day}T00:00:00Z`);
const row = {
  status: "ACTIVE",
  provider: "PROVIDER_A",
  trialEnd: null,
  trialEndingTold: null,
  currentPeriodEnd: at("2027-04-01"),
  upcomingTold: null,
  cancelAtPeriodEnd: false,
  cancelAt: null,
  cardLookAt: at("2027-03-02"),
} as const;
const whatOf = (fields: object) =>
  momentsAhead({ ...row, ...fields }).map(
    ({ what, at: moment }) => `${what} ${moment.toISOString().slice(0, 10)}`,
  );

describe("what lies ahead", () => {
  it("is told 7 days before a renewal and 3 before a trial's end; not of what ends, is paused or was told", () => {
    const trial = { status: "TRIALING", trialEnd: at("2027-04-01") };
    expect(whatOf({})).toEqual(["UPCOMING 2027-03-25", "CARD 2027-03-02"]);
    expect(whatOf({ provider: "PROVIDER_B" })).toEqual(["UPCOMING 2027-03-25"]);
    expect(whatOf({ upcomingTold: at("2027-04-01") })).toEqual(["CARD 2027-03-02"]);
    expect(whatOf({ upcomingTold: at("2027-03-01") })).toContain("UPCOMING 2027-03-25");
    expect(whatOf({ status: "PAUSED" })).toEqual(["CARD 2027-03-02"]);
    expect(whatOf({ cancelAtPeriodEnd: true })).toEqual([]);
    expect(whatOf({ cancelAt: at("2027-03-28") })).toEqual([]);
    expect(whatOf(trial)).toEqual(["TRIAL_ENDING 2027-03-29", "CARD 2027-03-02"]);
    expect(whatOf({ ...trial, cancelAtPeriodEnd: true })).toEqual(["TRIAL_ENDING 2027-03-29"]);
    expect(whatOf({ ...trial, trialEndingTold: at("2027-04-01") })).toEqual(["CARD 2027-03-02"]);
    expect(whatOf({ status: "CANCELED" })).toEqual([]);
  });

  it("a card is good until its month is over, and read again before that is near", () => {
    const card = { expMonth: 3, expYear: 2027 };
    expect(isExpiring(card, new Date(at("2027-03-02").getTime() - 1))).toBe(false);
    expect(isExpiring(card, at("2027-03-02"))).toBe(true);
    expect(isExpiring({ expMonth: 12, expYear: 2026 }, at("2027-03-02"))).toBe(true);
    expect(nextLook(card, at("2027-02-20"))).toEqual(at("2027-03-02"));
    expect(nextLook(card, at("2027-01-01"))).toEqual(at("2027-01-31"));
    expect(nextLook(card, at("2027-03-02"))).toEqual(at("2027-04-01"));
    expect(nextLook(null, at("2027-03-02"))).toEqual(at("2027-04-01"));
  });

  it("is told once by two workers at once and again later; what is free or ends is not", async ({
    world,
  }) => {
    const tenant = await aTenant(world);
    const { db } = world.services;
    const soon = new Date(world.services.clock.now().getTime() + 2 * 86_400_000);
    const started = async (amount: number) => (await aSubscription(tenant, { paidBy: "invoice", amount })).id;
    const [paid, free, ending, tried] = [
      await started(1000),
      await started(0),
      await started(1000),
      await started(1000),
    ];
    const of = (id: string) => ({ where: { tenantId_id: { tenantId: tenant.id, id } } });
    for (const id of [paid, free, ending])
      await db.subscription.update({ ...of(id), data: { currentPeriodEnd: soon } });
    await db.subscription.update({ ...of(ending), data: { cancelAtPeriodEnd: true } });
    await db.subscription.update({
      ...of(tried),
      data: { status: "TRIALING", trialEnd: soon, currentPeriodEnd: soon },
    });
    const work = () => createJobHandlers(world.services)["tell-ahead"]({});
    await Promise.all([work(), work()]);
    await work();
    const told = await db.event.findMany({
      where: {
        tenantId: tenant.id,
        objectType: "subscription",
        type: { in: ["invoice.upcoming", "subscription.trial_ending"] },
      },
      select: { type: true, objectId: true },
      orderBy: { type: "asc" },
    });
    expect(told).toEqual([
      { type: "invoice.upcoming", objectId: paid },
      { type: "subscription.trial_ending", objectId: tried },
    ]);
  });

  it("is found by an index of what is due, not among all subscriptions", { tags: ["long"] }, async ({
    world,
  }) => {
    const client = await world.services.pool.connect();
    try {
      await client.query("begin");
      // A table in which most is over, as in service.
      await client.query(`insert into subscriptions select (jsonb_populate_record(null::subscriptions, to_jsonb(s)
        || jsonb_build_object('id', s.id || n, 'status', 'CANCELED', 'ended_at', s.created_at, 'canceled_at', s.created_at, 'provider_subscription_id', null))).*
        from (select * from subscriptions limit 1) s, generate_series(1, 1000) n`);
      await client.query("analyze subscriptions");
      for (const [index, text] of Object.entries(DUE_STATEMENTS)) {
        const name = `due_${randomBytes(4).toString("hex")}`;
        await client.query(`prepare ${name} as ${text}`);
        const values = index === "subscriptions_card_to_look_at" ? "now(), 10" : "now(), '', '', 10";
        const { rows } = await client.query(`explain execute ${name}(${values})`);
        const plan = rows.map((line) => line["QUERY PLAN"]).join("\n");
        expect(plan).toContain(index);
        expect(plan).toMatch(
          /Index Cond: \(\(tenant_id = t\.id\) AND \((?:trial_end|current_period_end|card_look_at) <= /,
        );
      }
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
