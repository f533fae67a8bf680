import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// What is given up of an invoice of ours, over REST.

async function aDebtor(world: World, plan = "pro", from = "2030-01-10T10:00:00Z") {
  const story = await aStory(world, from, {
    features: {},
    plans: [
      { slug: "pro", entitlements: {}, prices: [{ amount: 3000 }] },
      { slug: "large", entitlements: {}, prices: [{ amount: 9000 }] },
    ],
  });
  const subscription = await story.start("PROVIDER_B", plan, { due_days: 3 });
  const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${subscription}`)).body;
  const path = `/v1/billing/invoices/${data[0].id}`;
  return {
    story,
    subscription,
    get: async (what = "") => (await story.get(`${path}${what}`)).body,
    post: (what: string, fields: object = {}) => story.post(`${path}${what}`, fields),
    writeOff: () => story.post(`${path}/write-off`, { reason: "They are bankrupt." }),
    balances: () => balancesOf(story),
    wrong: () => foundIn(world.services.pool, story.tenant.id),
    waiting: async () =>
      (await story.get(`/v1/billing/ledger?customer=${story.customer}&state=waiting`)).body.data.map(
        ({ amount }: { amount: number }) => amount,
      ),
  };
}

/** A debtor whose change of plan gave 15.00 of 30.00 back, on an invoice of its own. Nothing of the 30.00 is paid. */
async function aChanged(world: World) {
  const debtor = await aDebtor(world, "pro", "2030-02-10T10:00:00Z");
  const { story, subscription, post, get } = debtor;
  await story.to("2030-02-24T10:00:00Z");
  await story.tell(subscription, "change-plan", { plan_price_id: story.price("large") });
  const done = async (reply: ReturnType<typeof post>) => {
    const { status, body } = await reply;
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  return {
    ...debtor,
    writeOff: () => done(debtor.writeOff()),
    pay: (amount?: number) => done(post("/payments", amount === undefined ? {} : { amount })),
    /** Takes a payment back, the newest one that counts. */
    async bounce() {
      const { data } = await get("/payments");
      const { id } = data.find(({ taken_back: back }: { taken_back: object | null }) => back === null);
      return done(post(`/payments/${id}/take-back`, { reason: "It bounced." }));
    },
    void: () => done(post("/void", { charges: "write_off" })),
    /** What waits, as a sum: what is owed again of the 15.00. */
    async owed() {
      expect(await debtor.wrong()).toEqual([]);
      return (await debtor.waiting()).reduce((sum: number, amount: number) => sum + amount, 0);
    },
  };
}

/** The balances of the journal's accounts, but for those that are 0. */
async function balancesOf({ tenant }: Story): Promise<Record<string, number>> {
  const rows = await tenant.scope.db.$queryRaw<{ account: string; sum: bigint }[]>`
    select side.account, sum(side.moved)::bigint as sum from journal_transfers t
    cross join lateral (values (t.debit_account::text, t.amount), (t.credit_account::text, -t.amount)) as side (account, moved)
    where t.tenant_id = ${tenant.id} group by 1 having sum(side.moved) <> 0`;
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

describe("an invoice of ours that is written off", () => {
  it("is uncollectible for what is left; a payment that comes all the same takes that back", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, subscription, post, writeOff, balances, wrong } = await aDebtor(world);
    await post("/payments", { amount: 1000 });
    await story.to("2030-01-14T10:00:00Z");
    expect((await story.subscription(subscription)).status).toBe("PAST_DUE");
    const reply = await writeOff();
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({
      status: "UNCOLLECTIBLE",
      amount_paid: 1000,
      amount_remaining: 0,
      is_overdue: false,
    });
    expect((await story.subscription(subscription)).status).toBe("ACTIVE");
    expect(await balances()).toEqual({ CASH: 1000, WRITTEN_OFF: 2000, REVENUE: -3000 });
    expect(await wrong()).toEqual([]);
    expect((await post("/payments", { amount: 500 })).body.status).toBe("UNCOLLECTIBLE");
    expect(await balances()).toEqual({ CASH: 1500, WRITTEN_OFF: 1500, REVENUE: -3000 });
    expect((await post("/payments")).body).toMatchObject({ status: "PAID", amount_paid: 3000 });
    expect(await balances()).toEqual({ CASH: 3000, REVENUE: -3000 });
    expect(await wrong()).toEqual([]);
  });

  it("gives nothing for its time: what a change gave is owed again, up to what was not paid", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, subscription, post, writeOff, waiting, wrong } = await aDebtor(world, "large");
    await story.to("2030-01-11T10:00:00Z");
    await story.tell(subscription, "change-plan", { plan_price_id: story.price("pro") });
    const given = (await waiting()).reduce((sum: number, amount: number) => sum + amount, 0);
    expect(given).toBeLessThan(0);
    const credit = Math.min(...(await waiting()));
    await post("/payments", { amount: 9000 - 500 });
    await writeOff();
    expect(await waiting()).toContain(500);
    expect(await wrong()).toEqual([]);
    await post("/payments");
    expect((await waiting()).filter((amount: number) => Math.abs(amount) === 500).sort()).toEqual([
      -500, 500,
    ]);
    expect(Math.min(...(await waiting()))).toBe(credit);
    expect(await wrong()).toEqual([]);
  });

  it("is given up for what a credit note left of it", { tags: ["long"] }, async ({ world }) => {
    const { post, writeOff, balances, wrong } = await aDebtor(world);
    const credited = await post("/credit-notes", { amount: 1000, reason: "An outage." });
    expect(credited.status, JSON.stringify(credited.body)).toBe(201);
    expect((await writeOff()).body.status).toBe("UNCOLLECTIBLE");
    expect(await balances()).toEqual({ DISCOUNT: 1000, WRITTEN_OFF: 2000, REVENUE: -3000 });
    expect(await wrong()).toEqual([]);
  });

  it("is so once, however many ask at once, beside payments and a void", { tags: ["long"] }, async ({
    world,
  }) => {
    const { post, writeOff, wrong } = await aDebtor(world);
    const replies = await Promise.all([
      ...[1, 2, 3].map(() => writeOff()),
      post("/void", { charges: "reissue" }),
      post("/payments", { amount: 700 }),
    ]);
    for (const { status, body } of replies) expect([200, "K6013"]).toContain(body.code ?? status);
    expect(replies.slice(0, 4).filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await wrong()).toEqual([]);
  });
});

describe("what a change gave back for the time of an invoice", () => {
  it("is owed again as often as the invoice is given up", { tags: ["long"] }, async ({ world }) => {
    const { writeOff, pay, bounce, owed, waiting } = await aChanged(world);
    await writeOff();
    expect(await owed()).toBe(1500);
    await pay();
    expect(await owed()).toBe(0);
    for (const times of [1, 2]) {
      expect((await bounce()).status).toBe("OPEN");
      expect(await owed()).toBe(0);
      await writeOff();
      expect(await owed()).toBe(1500);
      await pay();
      expect(await owed()).toBe(0);
      expect(await waiting()).toHaveLength(2 + 2 * times);
    }
  });

  it("is owed again when it is voided, also after it was given up and paid", { tags: ["long"] }, async ({
    world,
  }) => {
    const debtor = await aChanged(world);
    await debtor.writeOff();
    await debtor.pay();
    await debtor.bounce();
    expect((await debtor.void()).status).toBe("VOID");
    expect(await debtor.owed()).toBe(1500);
  });

  it("is owed again up to what is not paid, in whatever order it was paid and given up", {
    tags: ["long"],
  }, async ({ world }) => {
    const before = await aChanged(world);
    await before.pay(2000);
    await before.writeOff();
    expect(await before.owed()).toBe(1000);
    const after = await aChanged(world);
    await after.writeOff();
    for (const [amount, left] of [
      [1000, 1500],
      [1000, 1000],
      [999, 1],
      [1, 0],
    ] as const) {
      await after.pay(amount);
      expect(await after.owed()).toBe(left);
    }
  });

  it("is owed again for the rest when a part of the payments bounces", { tags: ["long"] }, async ({
    world,
  }) => {
    const { writeOff, pay, bounce, owed } = await aChanged(world);
    await writeOff();
    await pay(2000);
    await pay();
    await bounce();
    expect(await owed()).toBe(0);
    await writeOff();
    expect(await owed()).toBe(1000);
  });

  it("follows any order of payments, bounces, giving up and a void", { tags: ["long"] }, async ({
    world,
  }) => {
    const seed = Math.trunc(Math.random() * 2 ** 31);
    const draw = drawer(seed);
    for (let life = 0; life < 2; life++) await liveAtRandom(await aChanged(world), draw, seed);
  });
});

/** Numbers from 0 to below n, the same ones for a seed. */
function drawer(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % n;
  };
}

/** Holds what is owed again after each of some steps against what the rule says of the steps so far. */
async function liveAtRandom(
  debtor: Awaited<ReturnType<typeof aChanged>>,
  draw: (n: number) => number,
  seed: number,
) {
  const payments: number[] = [];
  let status = "OPEN";
  const story: string[] = [];
  while (status !== "VOID" && story.length < 12) {
    const left = payments.reduce((rest, amount) => rest - amount, 3000);
    const amount = draw(2) === 0 ? left : 1 + draw(left || 1);
    const steps = [
      { name: "write-off", may: status === "OPEN", run: debtor.writeOff },
      { name: `pay ${amount}`, may: left > 0, run: () => debtor.pay(amount) },
      { name: `pay ${amount}`, may: left > 0, run: () => debtor.pay(amount) },
      { name: "bounce", may: payments.length > 0, run: debtor.bounce },
      { name: "void", may: status === "OPEN" && left === 3000 && story.length > 4, run: debtor.void },
    ].filter(({ may }) => may);
    const step = steps[draw(steps.length)];
    if (!step) break;
    story.push(step.name);
    if (step.name.startsWith("pay")) payments.push(amount);
    if (step.name === "bounce") payments.pop();
    const unpaid = payments.reduce((rest, one) => rest - one, 3000);
    if (step.name === "write-off") status = "UNCOLLECTIBLE";
    else if (step.name === "void") status = "VOID";
    else if (unpaid === 0) status = "PAID";
    else if (status === "PAID") status = "OPEN";
    const owed = { OPEN: 0, PAID: 0, UNCOLLECTIBLE: Math.min(1500, unpaid), VOID: 1500 }[status];
    const hint = `seed ${seed}: ${story.join(", ")}`;
    expect((await step.run()).status, hint).toBe(status);
    expect(await debtor.owed(), hint).toBe(owed);
  }
}

describe("a payment that bounces after its invoice was given up", () => {
  it("leaves it given up for the more, and its time is owed again", { tags: ["long"] }, async ({ world }) => {
    const { writeOff, pay, bounce, owed, balances } = await aChanged(world);
    await pay(2500);
    await writeOff();
    expect(await owed()).toBe(500);
    expect(await bounce()).toMatchObject({ status: "UNCOLLECTIBLE", amount_paid: 0, amount_remaining: 0 });
    expect(await owed()).toBe(1500);
    expect(await balances()).toMatchObject({ WRITTEN_OFF: 3000 });
  });

  it("opens one that was paid after all, and its decisions say so", { tags: ["long"] }, async ({ world }) => {
    const { writeOff, pay, bounce, get, balances } = await aChanged(world);
    const kinds = async () => (await get("/decisions")).data.map(({ kind }: { kind: string }) => kind);
    await pay();
    await bounce();
    expect(await kinds()).toEqual([]);
    await writeOff();
    await pay();
    expect(await bounce()).toMatchObject({ status: "OPEN", amount_remaining: 3000 });
    expect(await balances()).not.toHaveProperty("WRITTEN_OFF");
    await pay();
    await bounce();
    expect(await kinds()).toEqual(["REOPENED", "WRITTEN_OFF"]);
    expect((await get("/decisions")).data[0].reason).toBe("It bounced.");
    await writeOff();
    await pay();
    await bounce();
    expect(await kinds()).toEqual(["REOPENED", "WRITTEN_OFF", "REOPENED", "WRITTEN_OFF"]);
  });
});

describe("a write-off by mistake", () => {
  it("is taken back: the rest is to be paid, and what was owed again is not", { tags: ["long"] }, async ({
    world,
  }) => {
    const { writeOff, pay, owed, balances, get, post, wrong, story, subscription } = await aChanged(world);
    await pay(500);
    await writeOff();
    expect(await owed()).toBe(1500);
    const reopened = await post("/reopen", { reason: "It was another customer." });
    expect(reopened.body).toMatchObject({ status: "OPEN", amount_remaining: 2500, amount_written_off: 0 });
    expect(await owed()).toBe(0);
    expect(await balances()).not.toHaveProperty("WRITTEN_OFF");
    expect((await get("/decisions")).data[0]).toMatchObject({
      kind: "REOPENED",
      reason: "It was another customer.",
    });
    expect((await story.subscription(subscription)).status).toBe("PAST_DUE");
    expect((await post("/reopen", { reason: "Again." })).body.code).toBe("K6013");
    await pay();
    expect(await wrong()).toEqual([]);
  });

  it("is taken back once by five at once", async ({ world }) => {
    const { writeOff, post, get, wrong } = await aDebtor(world);
    expect((await writeOff()).status).toBe(200);
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => post("/reopen", { reason: "A mistake." })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await get("/decisions")).data).toHaveLength(2);
    expect(await wrong()).toEqual([]);
  });
});
