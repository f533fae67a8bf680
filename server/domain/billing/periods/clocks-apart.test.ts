import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { syncFromProvider } from "../provider-events/process-event.ts";

// Held units past the limit are billed for every period, whichever clock passes the period's end first.

const INTERVALS = { WEEK: 7, MONTH: 31 } as const;

async function aTeam(world: World, interval: keyof typeof INTERVALS) {
  const price = { currency: "USD", pricing: "FLAT", unitAmount: 1000 } as const;
  const seats = { limit: 2, overage: "BILL" as const, prices: [price] };
  const story = await aStory(world, "2027-01-01T00:00:00Z", {
    features: { seats: { type: "ALLOCATED" } },
    plans: [
      { slug: "team", entitlements: { seats }, prices: [{ amount: 5000, interval }] },
      { slug: "more", entitlements: { seats: { ...seats, limit: 4 } }, prices: [{ amount: 7000, interval }] },
    ],
  });
  const id = await story.start("PROVIDER_A", "team");
  const used = { customer: story.customer, feature_key: "seats", quantity: 5 };
  expect((await story.post("/v1/billing/usage", used)).status).toBe(201);
  return { story, id };
}

const day = (nth: number) => new Date(Date.UTC(2027, 0, 1 + nth)).toISOString();

/** Moves the card provider's clock alone, so that ours is behind; then its callback comes. */
async function providerTo({ tenant, clockId }: Story, id: string, moment: string): Promise<void> {
  const { scope } = tenant;
  const clock = await scope.db.testClock.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: tenant.id, id: clockId } },
  });
  const provider = await cardProviderOf(scope);
  const providerClock = clock.providerClockId ?? "";
  await provider.advanceTestClock({ id: providerClock, to: new Date(moment) });
  await expect.poll(async () => (await provider.readTestClock(providerClock))?.isReady).toBe(true);
  await callback(tenant.scope, id);
}

async function callback(scope: Story["tenant"]["scope"], id: string): Promise<void> {
  const key = { tenantId_id: { tenantId: scope.tenantId, id } };
  const row = await scope.db.subscription.findUniqueOrThrow({ where: key });
  await syncFromProvider(scope, row.providerSubscriptionId ?? "");
}

/** What each ended period has billed for seats: its last day and the amount. */
async function billed({ tenant }: Story) {
  const rows = await tenant.scope.db.usageRecord.findMany({
    where: { tenantId: tenant.id, status: "BILLED" },
    orderBy: { periodStart: "asc" },
  });
  return rows.map(({ periodEnd, billedAmount }) => [
    (periodEnd.getTime() - Date.UTC(2027, 0, 1)) / 86_400_000,
    Number(billedAmount),
  ]);
}

describe.each(["WEEK", "MONTH"] as const)("held units past the limit, a %s at a time,", (interval) => {
  const days = INTERVALS[interval];
  const second = interval === "WEEK" ? 14 : 31 + 28;
  const third = interval === "WEEK" ? 21 : 31 + 28 + 31;

  it("are billed when the provider's callback comes before our clock passes the period's end", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, id } = await aTeam(world, interval);
    await providerTo(story, id, day(days));
    expect(await billed(story)).toEqual([[days, 3000]]);
    await callback(story.tenant.scope, id);
    await providerTo(story, id, day(second));
    expect(await billed(story)).toEqual([
      [days, 3000],
      [second, 3000],
    ]);
    await story.to(day(second));
    await callback(story.tenant.scope, id);
    expect(await billed(story)).toHaveLength(2);
    await story.to(day(third));
    expect(await billed(story)).toEqual([
      [days, 3000],
      [second, 3000],
      [third, 3000],
    ]);
    const invoices = (await story.invoices(id)).map(({ amounts }) => amounts.toSorted((a, b) => a - b));
    expect(invoices.slice(1)).toEqual([
      [3000, 5000],
      [3000, 5000],
      [3000, 5000],
    ]);
  });

  it("are billed when several callbacks were lost, for each period under the plan of that time", {
    tags: ["long"],
  }, async ({ world }) => {
    const { story, id } = await aTeam(world, interval);
    await story.tell(id, "change-plan", { plan_price_id: story.price("more"), effective: "period_end" });
    const { scope } = story.tenant;
    const provider = await cardProviderOf(scope);
    const where = { tenantId_id: { tenantId: story.tenant.id, id: story.clockId } };
    const clock = await scope.db.testClock.findUniqueOrThrow({ where });
    for (const end of [days, second]) {
      await provider.advanceTestClock({ id: clock.providerClockId ?? "", to: new Date(day(end)) });
      await expect
        .poll(async () => (await provider.readTestClock(clock.providerClockId ?? ""))?.isReady)
        .toBe(true);
    }
    await callback(scope, id);
    await callback(scope, id);
    expect(await billed(story)).toEqual([
      [days, 3000],
      [second, 1000],
    ]);
  });
});
