// Two wishes about what comes: the last one that was accepted is what comes, and each undoing undoes one thing.
import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { itWith } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";

const it = itWith({ hasOwnDatabase: true });

const plans = [
  { slug: "basic", prices: [{ amount: 1000 }] },
  { slug: "pro", prices: [{ amount: 3000 }] },
];
const START = "2030-01-01T10:00:00Z";
const RENEWED = "2030-02-01T13:00:00Z";
const LATER = "period_end";

async function begun(world: World, by: "PROVIDER_A" | "PROVIDER_B") {
  const story = await aStory(world, START, { plans });
  return { story, id: await story.start(by, "basic") };
}

const change = (story: Story, id: string, plan: string, effective?: string) =>
  story.tell(id, "change-plan", { plan_price_id: story.price(plan), ...(effective && { effective }) });

const charged = async (story: Story, id: string) =>
  (await story.invoices(id)).flatMap(({ amounts }) => amounts).reduce((sum, amount) => sum + amount, 0);

describe.each(["PROVIDER_A", "PROVIDER_B"] as const)("with %s", (by) => {
  it.for([LATER, undefined])(
    "asking for the present plan (%s) drops the change that was to come",
    async (effective, { world }) => {
      const { story, id } = await begun(world, by);
      await change(story, id, "pro", LATER);
      const wanted = { plan_price_id: story.price("basic"), effective: effective ?? "now" };
      const quote = await story.tell(id, "change-plan/preview", wanted, 201);
      expect([quote.total, quote.next.amount]).toEqual([0, 1000]);
      const answer = await change(story, id, "basic", effective);
      expect([answer.plan_price_id, answer.pending_plan_price_id]).toEqual([story.price("basic"), null]);
      await story.to(RENEWED);
      expect((await story.subscription(id)).plan_price_id).toBe(story.price("basic"));
      expect(await charged(story, id)).toBe(2000);
    },
  );

  it.for([
    ["cancel", "pause", "resume"],
    ["pause", "cancel", "resume"],
  ])(
    "%s, %s, %s: it ends with its period, and is charged once",
    { tags: ["long"] },
    async (wishes, { world }) => {
      const { story, id } = await begun(world, by);
      for (const wish of wishes) await story.tell(id, wish, wish === "cancel" ? { at: LATER } : undefined);
      const resumed = await story.subscription(id);
      expect([resumed.status, resumed.canceled_at]).toEqual(["ACTIVE", expect.any(String)]);
      await story.to(RENEWED);
      expect((await story.subscription(id)).status).toBe("CANCELED");
      expect(await charged(story, id)).toBe(1000);
    },
  );

  it("resumed twice, a paused one that was canceled goes on", async ({ world }) => {
    const { story, id } = await begun(world, by);
    await story.tell(id, "cancel", { at: LATER });
    await story.tell(id, "pause");
    await story.tell(id, "resume");
    const kept = await story.tell(id, "resume");
    expect([kept.status, kept.canceled_at]).toEqual(["ACTIVE", null]);
    await story.tell(id, "resume", undefined, 409);
  });
});
