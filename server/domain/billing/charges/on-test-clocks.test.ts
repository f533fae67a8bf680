import { expect } from "vitest";
import { aStory } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";

it("charges and transfers of a customer on a test clock have its time, those that the card provider computed, too", async ({
  world,
}) => {
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    features: { calls: { type: "METERED" } },
    plans: [{ slug: "pro", entitlements: { calls: { limit: 100 } }, prices: [{ amount: 3000 }] }],
  });
  const id = await story.start("PROVIDER_A", "pro");
  await story.to("2030-02-10T13:30:00Z");
  const { tenantId, db } = story.tenant.scope;
  const charges = await db.charge.findMany({
    where: { tenantId, subscriptionId: id },
    orderBy: { periodStart: "asc" },
  });
  const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
  expect(charges.map(({ createdAt }) => dayOf(createdAt))).toEqual(["2030-01-10", "2030-02-10"]);
  for (const { id: chargeId, createdAt } of charges) {
    const transfers = await db.journalTransfer.findMany({ where: { tenantId, chargeId } });
    expect(transfers).not.toEqual([]);
    for (const { at } of transfers) expect(dayOf(at)).toBe(dayOf(createdAt));
  }
});
