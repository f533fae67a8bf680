import { expect } from "vitest";
import { compareTenant } from "../../doctor/providers.ts";
import { aStory } from "../../testing/a-story.ts";
import { balancesOf } from "../../testing/balances-of.ts";
import { foundIn } from "../../testing/doctor.ts";
import { it } from "../../testing/it.ts";

it("credit at the card provider that is deleted with its test clock is not compared with it", {
  tags: ["long"],
}, async ({ world }) => {
  const story = await aStory(world, "2030-04-01T00:00:00Z", {
    plans: [
      { slug: "big", prices: [{ amount: 9_000 }] },
      { slug: "small", prices: [{ amount: 1_000 }] },
    ],
  });
  const id = await story.start("PROVIDER_A", "big");
  await story.tell(id, "change-plan", { plan_price_id: story.price("small"), effective: "now" });
  const { scope } = story.tenant;
  const { customerId } = await scope.db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: scope.tenantId, id } },
  });
  expect(await balancesOf(scope.db, scope, customerId)).toMatchObject({ CREDIT: -8_000n });
  const wrong = async () => (await compareTenant(scope)).wrong;
  expect(await wrong()).toEqual([]);
  const deleted = await story.tenant.admin.send("DELETE", `/v1/test-clocks/${story.clockId}`);
  expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
  expect((await story.get("/v1/billing/cardprovider/drift")).body.differences).toEqual([]);
  expect(await wrong()).toEqual([]);
  expect(await foundIn(world.services.pool, scope.tenantId)).toEqual([]);
});
