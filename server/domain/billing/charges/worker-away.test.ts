import { expect } from "vitest";
import { aStory } from "../../../testing/a-story.ts";
import { clocksApart } from "../../../testing/clocks-apart.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// Charges of a worker that did nothing for months while customers went on using what they pay for.

const START = "2030-01-31T10:00:00Z";
/** After the renewals at two month-ends, the shorter first. */
const RENEWED = ["2030-02-28T13:00:00Z", "2030-03-31T13:00:00Z"];
/** Three months after the start, before the third renewal. */
const BACK = "2030-04-30T09:00:00Z";

type Provider = "PROVIDER_A" | "PROVIDER_B";

/** Uses 105, 106 and 107 of 100 units in three periods, the last of which goes on, and holds 3 seats of 2. */
async function threeMonths(world: World, provider: Provider, isAway: boolean) {
  const overage = (unitAmount: number) => ({
    overage: "BILL" as const,
    prices: [{ currency: "USD", pricing: "FLAT" as const, unitAmount }],
  });
  const story = await aStory(world, START, {
    features: { calls: { type: "METERED" }, seats: { type: "ALLOCATED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { calls: { limit: 100, ...overage(50) }, seats: { limit: 2, ...overage(700) } },
        prices: [{ amount: 3000 }],
      },
    ],
  });
  const clocks = clocksApart(world, story);
  // The invoices of PROVIDER_B stay unpaid here: none is overdue yet.
  const id = await story.start(provider, "pro", provider === "PROVIDER_B" ? { due_days: 365 } : {});
  const use = async (feature: string, quantity: number) => {
    const { status, body } = await story.use(feature, quantity);
    expect(status, JSON.stringify(body)).toBe(201);
  };
  await use("seats", 3);
  await use("calls", 105);
  for (const [nth, moment] of RENEWED.entries()) {
    if (!isAway) await story.to(moment);
    else {
      if (provider === "PROVIDER_A") await clocks.provider(new Date(moment));
      await clocks.ours(new Date(moment));
    }
    await use("calls", 106 + nth);
  }
  // Away until now: the clock's last move does what is due, once.
  await story.to(BACK);
  return { story, id };
}

/** Each charge by cause and period, with the status of the invoice that it is on. */
async function chargesOf({ story, id }: Awaited<ReturnType<typeof threeMonths>>) {
  const { tenantId, db } = story.tenant.scope;
  const rows = await db.charge.findMany({
    where: { tenantId, subscriptionId: id },
    include: { placements: { where: { endedAt: null }, include: { invoice: true } } },
  });
  return rows
    .map(({ cause, amount, periodStart, periodEnd, placements: [place] }) =>
      [
        cause,
        amount,
        ...[periodStart, periodEnd].map((at) => at?.toISOString()),
        place?.invoice?.status ?? place?.kind,
      ].join(" "),
    )
    .toSorted();
}

for (const provider of ["PROVIDER_A", "PROVIDER_B"] as const)
  it(`${provider}: a worker that was away for three months, over two month-ends, charges the same as one that was never away`, {
    tags: ["long"],
    timeout: 60_000,
  }, async ({ world }) => {
    const [never, away] = await Promise.all([
      threeMonths(world, provider, false),
      threeMonths(world, provider, true),
    ]);
    const expected = await chargesOf(never);
    // Three periods, the overage and the seats of two.
    expect(expected).toHaveLength(7);
    expect(await chargesOf(away)).toEqual(expected);
    const totals = async ({ story, id }: typeof never) =>
      (await story.invoices(id)).reduce((sum, { total }) => sum + total, 0);
    expect(await totals(never)).toBe(3 * 3000 + 250 + 300 + 2 * 700);
    expect(await totals(away)).toBe(await totals(never));
  });
