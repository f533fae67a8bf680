import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";

// What a preview says of use past limits so far is what the change settles, and what invoices bill of it.

const PRICES = { events: 3, files: 7 };
const LIMITS = { small: { events: 100, files: 5 }, large: { events: 200, files: 5 } };
type Feature = keyof typeof PRICES;
type Plan = keyof typeof LIMITS;

const entitlement = (plan: Plan, feature: Feature) => ({
  limit: LIMITS[plan][feature],
  resetInterval: "MONTH" as const,
  overage: "BILL" as const,
  prices: [{ currency: "USD", pricing: "FLAT" as const, unitAmount: PRICES[feature] }],
});
const plan = (slug: Plan, amount: number) => ({
  slug,
  entitlements: { events: entitlement(slug, "events"), files: entitlement(slug, "files") },
  prices: [{ amount }, { amount: amount * 10, interval: "YEAR" as const }],
});

const aShop = (world: World): Promise<Story> =>
  aStory(world, "2027-04-01T00:00:00Z", {
    features: { events: { type: "METERED" }, files: { type: "METERED" } },
    plans: [plan("small", 1200), plan("large", 2400)],
  });

/** The model: each unit past the plan's limit at its price. */
const costOf = (used: Record<Feature, number>, slug: Plan, features: Feature[]) =>
  features.reduce(
    (sum, feature) => sum + Math.max(0, used[feature] - LIMITS[slug][feature]) * PRICES[feature],
    0,
  );

/** The overage on the customer's invoices so far. */
async function invoiced({ get, customer }: Story): Promise<number> {
  const { body } = await get(`/v1/billing/invoices?customer=${customer}&limit=200`);
  interface Line {
    description: string;
    amount: number;
  }
  return body.data
    .flatMap(({ lines }: { lines: Line[] }) => lines)
    .filter(({ description }: Line) => description.includes("usage beyond"))
    .reduce((sum: number, { amount }: Line) => sum + amount, 0);
}

const USED = { events: 150, files: 7 };

describe.for(["PROVIDER_A", "PROVIDER_B"] as const)("a change of plan on %s", (provider) => {
  it.for([
    // Within the period: the terms of files go on, and their overage waits for its end.
    { to: ["large", 0], settles: ["events"] },
    // A new period begins: all that was counted is settled.
    { to: ["small", 1], settles: ["events", "files"] },
  ] as { to: [Plan, number]; settles: Feature[] }[])(
    "quotes the use past limits that it settles: %o",
    { tags: ["long"] },
    async ({ to: [slug, nth], settles }, { world }) => {
      const story = await aShop(world);
      const id = await story.start(provider, "small");
      for (const feature of ["events", "files"] as const)
        expect((await story.use(feature, USED[feature])).status).toBe(201);
      await story.to("2027-04-11T00:00:00Z");
      const target = { plan_price_id: story.price(slug, nth) };

      const later = await story.tell(id, "change-plan/preview", { ...target, effective: "period_end" }, 201);
      expect(later.overage).toEqual({ amount: 0, features: [] });
      const quote = await story.tell(id, "change-plan/preview", target, 201);
      expect(quote.overage.amount).toBe(costOf(USED, "small", settles));
      expect(quote.overage.features).toEqual(
        settles.map((feature) => ({
          feature_key: feature,
          feature_name: expect.any(String),
          amount: costOf(USED, "small", [feature]),
        })),
      );
      expect((await story.check("events")).used).toBe(USED.events);

      await story.tell(id, "change-plan", { ...target, quote_id: quote.id });
      expect(await invoiced(story)).toBe(0);
      const again = await story.tell(
        id,
        "change-plan/preview",
        { plan_price_id: story.price("large", 0) },
        201,
      );
      expect(again.overage.amount).toBe(0);
      await story.to("2027-05-12T02:00:00Z");
      expect(await invoiced(story)).toBe(costOf(USED, "small", ["events", "files"]));
      await story.to("2027-06-13T02:00:00Z");
      expect(await invoiced(story)).toBe(costOf(USED, "small", ["events", "files"]));
    },
  );
});
