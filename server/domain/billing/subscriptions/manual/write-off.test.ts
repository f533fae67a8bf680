import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";

// What is given up of an invoice of ours, over REST.

async function aDebtor(world: World, plan = "pro") {
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
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
    ...{ story, subscription },
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

/** The balances of the journal's accounts, but for those that are 0. */
async function balancesOf({ tenant }: Story): Promise<Record<string, number>> {
  const rows = await tenant.scope.db.$queryRaw<{ account: string; sum: bigint }[]>`
    select side.account, sum(side.moved)::bigint as sum from journal_transfers t
    cross join lateral (values (t.debit_account::text, t.amount), (t.credit_account::text, -t.amount)) as side (account, moved)
    where t.tenant_id = ${tenant.id} group by 1 having sum(side.moved) <> 0`;
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

describe("an invoice of ours that is written off", () => {
  it("is uncollectible for what is left; a payment that comes all the same takes that back", async ({
    world,
  }) => {
    const { story, subscription, post, writeOff, balances, wrong } = await aDebtor(world);
    await post("/payments", { amount: 1000 });
    await story.to("2030-01-14T10:00:00Z");
    expect((await story.subscription(subscription)).status).toBe("PAST_DUE");
    const reply = await writeOff();
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body).toMatchObject({
      ...{ status: "UNCOLLECTIBLE", amount_paid: 1000, amount_remaining: 0, is_overdue: false },
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

  it("gives nothing for its time: what a change gave is owed again, up to what was not paid", async ({
    world,
  }) => {
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

  it("is given up for what a credit note left of it", async ({ world }) => {
    const { post, writeOff, balances, wrong } = await aDebtor(world);
    const credited = await post("/credit-notes", { amount: 1000, reason: "An outage." });
    expect(credited.status, JSON.stringify(credited.body)).toBe(201);
    expect((await writeOff()).body.status).toBe("UNCOLLECTIBLE");
    expect(await balances()).toEqual({ DISCOUNT: 1000, WRITTEN_OFF: 2000, REVENUE: -3000 });
    expect(await wrong()).toEqual([]);
  });

  it("is so once, however many ask at once, beside payments and a void", async ({ world }) => {
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
