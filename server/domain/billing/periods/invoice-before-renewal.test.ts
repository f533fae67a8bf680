import Stripe from "stripe";
import { describe, expect } from "vitest";
import { addIntervals } from "../../../platform/calendar.ts";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import type { Scope } from "../../../platform/scope.ts";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { renewByInvoice } from "../subscriptions/by-invoice/renew-by-invoice.ts";
import { recordUsage } from "../usage/record-usage.ts";
import { closeEndedPeriods } from "./close-ended-periods.ts";

let tenant: TestTenant;
let catalog: TestCatalog;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  const billed = { limit: 100, overage: "BILL" } as const;
  const prices = () => [{ currency: "USD", unitAmount: 1 }];
  catalog = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" }, calls: { type: "METERED" } },
    plans: [
      {
        slug: "yearly",
        entitlements: {
          events: { ...billed, resetInterval: "MONTH", prices: prices() },
          calls: { ...billed, resetInterval: "WEEK", prices: prices() },
        },
        prices: [{ amount: 10_000, interval: "YEAR" }],
      },
    ],
  });
});

interface Story {
  id: string;
  anchor: Date;
  scope: Scope;
  moveTo(moment: Date): void;
  use(feature: "events" | "calls", quantity: number): Promise<unknown>;
  close(scope?: Scope): ReturnType<typeof closeEndedPeriods>;
  /** What the invoices after the first come to, oldest first. */
  later(): Promise<number[]>;
}

async function aStory(world: World, paidBy: "card" | "invoice"): Promise<Story> {
  const sold = await aSubscription(tenant, { price: catalog.plans.yearly?.prices[0], paidBy });
  const { db } = tenant.scope;
  const row = await db.subscription.findFirstOrThrow({ where: { tenantId: tenant.id, id: sold.id } });
  const clock = new ManualClock(row.currentPeriodStart ?? row.periodAnchor);
  const scope = { ...tenant.scope, clock };
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host: hostname, port: Number(port), protocol: "http" });
  return {
    id: sold.id,
    anchor: row.periodAnchor,
    scope,
    moveTo: (moment) => clock.moveTo(addSeconds(moment, 1)),
    use: (feature_key, quantity) =>
      recordUsage(scope, { customer: sold.customer, feature_key, quantity, mode: "strict" }),
    close: (as = scope) => closeEndedPeriods(as, { customerId: sold.customerId }),
    async later() {
      if (row.providerSubscriptionId !== null) {
        const { data } = await stripe.invoices.list({ subscription: row.providerSubscriptionId });
        return data
          .map(({ total }) => total)
          .reverse()
          .slice(1);
      }
      const own = await db.invoice.findMany({
        where: { tenantId: tenant.id, subscriptionId: sold.id },
        orderBy: { number: "asc" },
      });
      return own.map(({ total }) => Number(total)).slice(1);
    },
  };
}

describe("overage of a yearly price", () => {
  it.for(["invoice", "card"] as const)(
    "is invoiced at the end of its month, once, with any number of workers: paid by %s",
    { tags: ["long"] },
    async (paidBy, { world }) => {
      const story = await aStory(world, paidBy);
      await story.use("events", 130);
      story.moveTo(addIntervals(story.anchor, "MONTH", 1));
      await Promise.all(Array.from({ length: 8 }, () => story.close()));
      expect(await story.later()).toEqual([30]);
      await story.use("events", 105);
      story.moveTo(addIntervals(story.anchor, "MONTH", 2));
      for (let round = 0; round < 3; round++) expect(await story.close()).toMatchObject({ failed: 0 });
      expect(await story.later()).toEqual([30, 5]);
    },
  );

  it.for(["invoice", "card"] as const)(
    "of weeks waits for the month's end, and is on one invoice then: paid by %s",
    async (paidBy, { world }) => {
      const story = await aStory(world, paidBy);
      for (const week of [0, 1, 2]) {
        story.moveTo(addIntervals(story.anchor, "WEEK", week));
        await story.use("calls", 101);
        story.moveTo(addIntervals(story.anchor, "WEEK", week + 1));
        await story.close();
      }
      expect(await story.later()).toEqual([]);
      story.moveTo(addIntervals(story.anchor, "MONTH", 1));
      await story.close();
      expect(await story.later()).toEqual([3]);
    },
  );

  it("of the last month is on the renewal's invoice", async ({ world }) => {
    const story = await aStory(world, "invoice");
    story.moveTo(addIntervals(story.anchor, "MONTH", 11));
    await story.use("events", 107);
    story.moveTo(addIntervals(story.anchor, "YEAR", 1));
    await Promise.all([story.close(), renewByInvoice(story.scope, story.id)]);
    await story.close();
    expect(await story.later()).toEqual([10_007]);
  });

  it("is invoiced once when the worker is killed after the provider's answer", async ({ world }) => {
    const story = await aStory(world, "card");
    await story.use("events", 130);
    story.moveTo(addIntervals(story.anchor, "MONTH", 1));
    const provider = await cardProviderOf(story.scope);
    const dying: Scope = {
      ...story.scope,
      openCardProvider: () => ({
        ...provider,
        invoiceNow: async (input) => {
          await provider.invoiceNow(input);
          throw new Error("killed");
        },
      }),
    };
    expect(await story.close(dying)).toMatchObject({ failed: 1 });
    expect(await story.close()).toMatchObject({ failed: 0 });
    expect(await story.later()).toEqual([30]);
  });
});
