import { describe, expect } from "vitest";
import { aStory } from "../../testing/a-story.ts";
import { it } from "../../testing/it.ts";

describe("an unpaid invoice of ours on a test clock", () => {
  it("is reminded of on each of its days, and ends the subscription on the day that the tenant names", {
    tags: ["long"],
  }, async ({ world }) => {
    const story = await aStory(world, "2027-04-01T00:00:00Z", {
      plans: [{ slug: "pro", prices: [{ amount: 1000 }] }],
    });
    const policy = { reminder_days: [2, 5], unpaid_after_days: 10, dunning_end_policy: "CANCELED" };
    const settings = await story.tenant.admin.send("PATCH", "/v1/settings", policy);
    expect([settings.status, settings.body]).toMatchObject([200, policy]);
    const id = await story.start("PROVIDER_B", "pro", { due_days: 7 });
    await story.to("2027-05-20T00:00:00Z");
    // Due on the 8th, ten days past due on the 18th: no second period begins.
    expect(await story.subscription(id)).toMatchObject({
      status: "CANCELED",
      ended_at: "2027-04-18T00:00:00.000Z",
    });
    expect((await story.invoices(id)).map(({ total }) => total)).toEqual([1000]);
    const reminders = await world.services.db.event.findMany({
      where: { tenantId: story.tenant.id, type: "invoice.reminded" },
      orderBy: { sequence: "asc" },
    });
    expect(reminders.map(({ createdAt }) => createdAt.toISOString())).toEqual([
      "2027-04-10T00:00:00.000Z",
      "2027-04-13T00:00:00.000Z",
    ]);
  });
});
