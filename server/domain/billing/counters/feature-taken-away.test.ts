import { expect } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aStory } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";

// A change to a plan that does not grant a feature settles its counter as any other change does, and keeps what was used in the
// allowance period.

const EVENTS = { limit: 100, overage: "BILL", prices: [{ currency: "USD", pricing: "FLAT", unitAmount: 2 }] } as const;

it.for([
  { what: "of the customer's only source", gift: null, used: 100, overage: 100 },
  { what: "that a free plan grants, too", gift: 20, used: 120, overage: 60 },
])("a change to a plan without a feature $what settles it at once, and a change back goes on with what was used", async ({
  gift,
  used,
  overage,
}, { world }) => {
  const story = await aStory(world, "2027-04-01T00:00:00Z", {
    features: { events: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { events: { ...EVENTS, resetInterval: "MONTH", prices: [...EVENTS.prices] } },
        prices: [{ amount: 12_000, interval: "YEAR" }],
      },
      { slug: "without", entitlements: {}, prices: [{ amount: 9000, interval: "YEAR" }] },
    ],
  });
  if (gift !== null)
    await aCatalog(story.tenant.scope, {
      known: story.catalog.features,
      plans: [{ slug: "gift", entitlements: { events: { limit: gift } }, prices: [{ amount: 0 }] }],
      freePlan: "gift",
    });
  const id = await story.start("PROVIDER_B", "pro");
  const charged = async () => {
    const { body } = await story.get(`/v1/billing/ledger?customer=${story.customer}`);
    interface Charge {
      cause: string;
      amount: number;
    }
    return body.data
      .filter(({ cause }: Charge) => cause === "COUNTER")
      .map(({ amount }: Charge) => amount);
  };
  expect((await story.use("events", 150)).status).toBe(201);
  await story.to("2027-04-05T00:00:00Z");
  await story.tell(id, "change-plan", { plan_price_id: story.price("without") });
  await story.to("2027-04-10T00:00:00Z");
  expect(await charged()).toEqual([overage]);
  await story.tell(id, "change-plan", { plan_price_id: story.price("pro") });
  expect(await story.check("events")).toMatchObject({ used, billed_amount: overage });
  expect((await story.use("events", 10)).status).toBe(201);
  await story.to("2027-05-01T01:00:00Z");
  expect((await charged()).toSorted((a: number, b: number) => a - b)).toEqual([20, overage]);
});
