import { expect } from "vitest";
import { aStory } from "../../../../testing/a-story.ts";
import { foundIn } from "../../../../testing/doctor.ts";
import { it } from "../../../../testing/it.ts";

// A change of plan after a credit note took back what the running period cost: no time of it is given back once more.

it.for([
  ["PROVIDER_A", "BALANCE", 9001, 6002],
  ["PROVIDER_B", "BALANCE", 9001, 6002],
  ["PROVIDER_A", "REFUND", 9001, 9001],
  ["PROVIDER_B", "REFUND", 9001, 9001],
] as const)(
  "on %s, of all to %s, the change begins a new period at the full price",
  { tags: ["long"] },
  async ([provider, to, price, due], { world }) => {
    const story = await aStory(world, "2030-01-10T10:00:00Z", {
      plans: [
        { slug: "pro", prices: [{ amount: 2999 }] },
        { slug: "max", prices: [{ amount: 9001 }] },
      ],
    });
    const id = await story.start(provider, "pro");
    const [first] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    const path = `/v1/billing/invoices/${first.id}`;
    if (provider === "PROVIDER_B") await story.post(`${path}/payments`);
    const note = await story.post(`${path}/credit-notes`, { to, reason: "It did not work." });
    expect(note.status, JSON.stringify(note.body)).toBe(201);
    await story.to("2030-01-20T10:00:00Z");
    const change = { plan_price_id: story.price("max"), effective: "now" };
    const preview = await story.post(`/v1/billing/subscriptions/${id}/change-plan/preview`, change);
    expect(preview.body.amount_due, JSON.stringify(preview.body)).toBe(due);
    const changed = await story.tell(id, "change-plan", change);
    expect(changed).toMatchObject({ current_period_start: "2030-01-20T10:00:00.000Z" });
    const [invoice] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    expect(invoice.amount_due).toBe(due);
    expect(invoice.lines[0].amount).toBe(price);
    expect(await foundIn(world.services.pool, story.tenant.id)).toEqual([]);
  },
);
