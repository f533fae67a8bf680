// @module-tag ci
import { describe, expect } from "vitest";
import { aStory } from "../../../../testing/a-story.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";
import { unique, type World } from "../../../../testing/world.ts";

// Two requests that find a subscription of ours in the same state, and change it one after the other.

async function aSeller(world: World) {
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    features: { seats: { type: "ALLOCATED" } },
    plans: [
      {
        slug: "pro",
        entitlements: {
          seats: { limit: 2, driverStepSize: 1, prices: [{ currency: "USD", driverStepAmount: 200n }] },
        },
        prices: [{ amount: 1000 }],
      },
    ],
  });
  const id = await story.start("PROVIDER_B", "pro");
  return { story, id, path: `/v1/billing/subscriptions/${id}` };
}

/** Sends all of them while the row is locked, the next one when the one before waits for the lock; then lets them go. */
async function atOnce<T>(world: World, id: string, requests: (() => Promise<T>)[]): Promise<T[]> {
  const holder = await world.services.pool.connect();
  try {
    await holder.query("begin");
    await holder.query("select 1 from subscriptions where id = $1 for no key update", [id]);
    const replies: Promise<T>[] = [];
    for (const request of requests) {
      replies.push(request());
      await expect.poll(() => waiting(world)).toBe(replies.length);
    }
    await holder.query("commit");
    return await Promise.all(replies);
  } finally {
    holder.release();
  }
}

async function waiting({ services: { pool } }: World): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and query like '%from subscriptions%for no key update%'`,
  );
  return rows[0]?.count ?? 0;
}

describe("a cancellation now beside another change", () => {
  it.for([
    ["pause", "cancel", [200, 200]],
    ["cancel", "pause", [200, 409]],
  ] as const)("%s before %s leaves it ended", async ([first, second, statuses], { world }) => {
    const { story, id, path } = await aSeller(world);
    const send = (what: string) => () =>
      story.post(`${path}/${what}`, what === "cancel" ? { at: "now" } : {});
    const replies = await atOnce(world, id, [send(first), send(second)]);
    expect(replies.map(({ status }) => status)).toEqual(statuses);
    const ended = await story.subscription(id);
    expect(ended).toMatchObject({ status: "CANCELED", ended_at: expect.any(String) });
    const resumed = await story.post(`${path}/resume`);
    expect([resumed.status, resumed.body.code]).toEqual([409, "K6003"]);
    await story.to("2030-04-11T00:00:00Z");
    expect(await story.invoices(id)).toHaveLength(1);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });

  it("before a resume leaves it ended", async ({ world }) => {
    const { story, id, path } = await aSeller(world);
    await story.tell(id, "pause");
    const replies = await atOnce(world, id, [
      () => story.post(`${path}/cancel`, { at: "now" }),
      () => story.post(`${path}/resume`),
    ]);
    expect(replies.map(({ status, body }) => body.code ?? status)).toEqual([200, "K6003"]);
    expect((await story.subscription(id)).status).toBe("CANCELED");
  });

  it("while it moves to the card provider is told so", async ({ world }) => {
    const { story, id, path } = await aSeller(world);
    const { db, tenantId } = story.tenant.scope;
    const { customerId, productId } = await db.subscription.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id } },
    });
    const now = new Date();
    const operation = {
      tenantId,
      id: unique("op"),
      kind: "MOVE",
      customerId,
      productId,
      subscriptionId: id,
    } as const;
    const times = { leaseUntil: new Date(now.getTime() + 600_000), createdAt: now, updatedAt: now };
    await db.providerOperation.create({ data: { ...operation, input: {}, ...times } });
    for (const [what, fields] of [
      ["cancel", { at: "now" }],
      ["cancel", {}],
      ["pause", {}],
    ] as const)
      expect((await story.post(`${path}/${what}`, fields)).body.code).toBe("K6007");
    expect(await story.subscription(id)).toMatchObject({ status: "ACTIVE", canceled_at: null });
    await db.providerOperation.delete({ where: { tenantId_id: { tenantId, id: operation.id } } });
    await story.tell(id, "pause");
  });
});

describe("two changes of seats at the same price", () => {
  it("are both carried out, one after the other", async ({ world }) => {
    const { story } = await aSeller(world);
    // In real time: the second request was sent before the first one was carried out.
    const customer = unique("customer");
    const sale = { customer, email: `${customer}@example.com`, plan_price_id: story.price("pro") };
    const sold = await story.post("/v1/billing/subscriptions", { ...sale, provider: "PROVIDER_B" });
    const { id } = sold.body;
    const change = (steps: number) => () =>
      story.post(`/v1/billing/subscriptions/${id}/change-plan`, {
        plan_price_id: story.price("pro"),
        drivers: [{ feature_key: "seats", steps }],
      });
    const replies = await atOnce(world, id, [change(3), change(5)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await story.subscription(id)).drivers).toMatchObject([{ steps: 5 }]);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  });
});
