import { expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { itWith } from "../../../../testing/it.ts";

const it = itWith({ hasOwnDatabase: true });

// A change at the card provider gives back unused time of the running period alone: charges of periods that a change cut short, owed
// or not, may cover the same days.

const WEEKLY = 9000;
const DAILY = 3000;
const plans = [
  { slug: "weekly", prices: [{ amount: WEEKLY, interval: "WEEK" as const }] },
  { slug: "daily", prices: [{ amount: DAILY, interval: "DAY" as const }] },
];
const change = (story: Story, id: string, plan: string) =>
  story.tell(id, "change-plan", { plan_price_id: story.price(plan) });

it("gives back a day that is owed, though a pause voided the week before", { tags: ["long"] }, async ({
  world,
}) => {
  const story = await aStory(world, "2030-01-31T10:00:00Z", { plans });
  const id = await story.start("PROVIDER_A", "weekly");
  await story.to("2030-02-07T10:14:00Z");
  await story.tell(id, "pause");
  await story.to("2030-02-10T10:19:00Z");
  await story.tell(id, "resume");
  await change(story, id, "daily");
  // Within the hour after the day's renewal: its invoice is a draft.
  await story.to("2030-02-11T10:37:00Z");
  await change(story, id, "weekly");
  await story.to("2030-02-11T13:00:00Z");
  const amounts = (await story.invoices(id)).map(({ status, amounts }) => [status, ...amounts]);
  // 23 hours 42 minutes of a day.
  expect(amounts).toContainEqual(["PAID", -2963, WEEKLY]);
  expect(amounts).toContainEqual(["PAID", DAILY]);
});

it("gives nothing back for a day that a pause voided, though the week before was paid", {
  tags: ["long"],
}, async ({ world }) => {
  const story = await aStory(world, "2030-01-31T10:00:00Z", { plans });
  const id = await story.start("PROVIDER_A", "weekly");
  await change(story, id, "daily");
  await story.to("2030-02-01T10:14:00Z");
  await story.tell(id, "pause");
  await story.to("2030-02-01T15:00:00Z");
  await story.tell(id, "resume");
  await change(story, id, "weekly");
  const [last] = (await story.invoices(id)).filter(({ status }) => status === "PAID").slice(-1);
  expect(last?.amounts).toEqual([WEEKLY]);
});
