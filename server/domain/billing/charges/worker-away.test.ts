import { expect } from "vitest";
import { aStory } from "../../../testing/a-story.ts";
import { clocksApart } from "../../../testing/clocks-apart.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";

// Charges of a worker that did nothing for months while customers went on using what they pay for.

const MONTHS = ["2030-02", "2030-03", "2030-04"];
/** The middle of each month, and the two month-ends between; the last moment is past the third renewal and its hours. */
const LAST = new Date("2030-04-12T10:00:00Z");

type Provider = "PROVIDER_A" | "PROVIDER_B";

/** Uses 105, 106 and 107 of 100 units in the three months, and holds 3 seats of 2. */
async function threeMonths(world: World, provider: Provider, isAway: boolean) {
  const overage = (unitAmount: number) => ({
    overage: "BILL" as const,
    prices: [{ currency: "USD", pricing: "FLAT" as const, unitAmount }],
  });
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
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
  for (const [nth, month] of MONTHS.entries()) {
    await use("calls", 105 + nth);
    const moment = `${month}-10T13:00:00Z`;
    if (!isAway) await story.to(moment);
    else {
      if (provider === "PROVIDER_A") await clocks.provider(new Date(moment));
      await clocks.ours(new Date(moment));
    }
  }
  // Away until now: the clock's last move does what is due, once.
  await story.to(LAST.toISOString());
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
    timeout: 60_000,
  }, async ({ world }) => {
    const [never, away] = await Promise.all([
      threeMonths(world, provider, false),
      threeMonths(world, provider, true),
    ]);
    const expected = await chargesOf(never);
    // Four months, the overage of three, and the seats of three.
    expect(expected).toHaveLength(10);
    expect(await chargesOf(away)).toEqual(expected);
    const totals = async ({ story, id }: typeof never) =>
      (await story.invoices(id)).reduce((sum, { total }) => sum + total, 0);
    expect(await totals(never)).toBe(4 * 3000 + 250 + 300 + 350 + 3 * 700);
    expect(await totals(away)).toBe(await totals(never));
  });
