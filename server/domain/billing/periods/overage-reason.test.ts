import { expect } from "vitest";
import { aStory } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";

it.for(["PROVIDER_A", "PROVIDER_B"] as const)(
  "the invoice of a month's overage on a yearly price is manual, and that of a change of plan is not: %s",
  { tags: ["long"] },
  async (provider, { world }) => {
    const story = await aStory(world, "2031-01-01T00:00:00Z", {
      features: { events: { type: "METERED" } },
      plans: [
        {
          slug: "pro",
          entitlements: {
            events: {
              limit: 100,
              resetInterval: "MONTH",
              overage: "BILL",
              prices: [{ currency: "USD", pricing: "FLAT", unitAmount: 2 }],
            },
          },
          prices: [{ amount: 10_000, interval: "YEAR" }],
        },
        { slug: "max", prices: [{ amount: 90_000, interval: "YEAR" }] },
      ],
    });
    const { customer, tenant } = story;
    const id = await story.start(provider, "pro");
    const used = { customer, feature_key: "events", quantity: 150 };
    expect((await tenant.server.post("/v1/billing/usage", used)).status).toBe(201);
    await story.to("2031-02-01T00:00:01Z");
    await story.tell(id, "change-plan", { plan_price_id: story.price("max") });
    const { body } = await story.get(`/v1/billing/invoices?subscription_id=${id}`);
    expect(body.data.map(({ reason }: { reason: string }) => reason)).toEqual([
      "subscription_update",
      "manual",
      "subscription_create",
    ]);
  },
);
