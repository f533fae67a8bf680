import type { Interval } from "../platform/calendar.ts";
import type { Collecting, Prisma } from "../platform/database/client/client.ts";
import { newId } from "../platform/ids.ts";
import { BY_INVOICE } from "../platform/schema/provider.ts";
import { aCatalog } from "./a-catalog.ts";
import type { TestTenant } from "./a-tenant.ts";
import { unique } from "./world.ts";

/** A phase of terms that a test gives a subscription, in the past for example. */
export interface PastPhase {
  from: Date | string;
  to: Date | string | null;
  amount: number;
  interval?: Interval;
  currency?: string;
  collecting?: Collecting;
  /** [steps, minor units of one step]. */
  steps?: [number, number | null][];
}

export interface PastSubscription {
  /** The customer's number: the same one has the same customer. */
  customer: number;
  phases: PastPhase[];
  isOnTestClock?: boolean;
}

/** Subscriptions with terms as given, as rows, and their customers by number: quick, and free of what sells them. */
export async function pastTerms(
  tenant: TestTenant,
  sold: PastSubscription[],
): Promise<{ subscriptions: string[]; customers: Map<number, string> }> {
  const { id: tenantId, scope } = tenant;
  const { db } = scope;
  const slug = unique("plan");
  const catalog = await aCatalog(scope, { plans: [{ slug, prices: [{ amount: 1 }] }] });
  const { id: planId = "", packId = "", prices: [planPriceId = ""] = [] } = catalog.plans[slug] ?? {};
  const at = new Date("2020-01-01T00:00:00Z");
  const stamps = { createdAt: at, updatedAt: at };
  const clockId = newId("testClock");
  await db.testClock.create({ data: { tenantId, id: clockId, name: "Past", now: at, ...stamps } });
  const customers = new Map<number, string>();
  const people: Prisma.CustomerCreateManyInput[] = [];
  for (const { customer, isOnTestClock } of sold) {
    if (customers.has(customer)) continue;
    const id = newId("customer");
    customers.set(customer, id);
    people.push({
      tenantId,
      id,
      externalId: unique("past"),
      testClockId: isOnTestClock ? clockId : null,
      ...stamps,
    });
  }
  const rows = sold.map(({ customer }) => ({
    tenantId,
    id: newId("subscription"),
    customerId: customers.get(customer) ?? "",
    productId: catalog.productId,
    planId,
    planPriceId,
    packId,
    provider: BY_INVOICE,
    status: "CANCELED",
    periodAnchor: at,
    canceledAt: at,
    endedAt: at,
    ...stamps,
  })) satisfies Prisma.SubscriptionCreateManyInput[];
  await db.customer.createMany({ data: people });
  await db.subscription.createMany({ data: rows });
  // The database has written their terms by now.
  const own = { tenantId, subscriptionId: { in: rows.map(({ id }) => id) } };
  await db.subscriptionTerms.deleteMany({ where: own });
  await db.subscriptionTerms.createMany({
    data: sold.flatMap(({ phases }, index) =>
      phases.map(
        ({ from, to, amount, interval = "MONTH", currency = "USD", collecting = "PAID", steps = [] }) => ({
          tenantId,
          id: newId("subscriptionTerms"),
          subscriptionId: rows[index]?.id ?? "",
          customerId: rows[index]?.customerId ?? "",
          fromAt: new Date(from),
          toAt: to === null ? null : new Date(to),
          planId,
          planPriceId,
          packId,
          amount: BigInt(amount),
          currency,
          interval,
          anchor: at,
          provider: BY_INVOICE,
          collecting,
          drivers: steps.map(([count, price]) => ({
            feature_id: "feat",
            steps: count,
            step_amount: price === null ? null : String(price),
          })),
        }),
      ),
    ),
  });
  return { subscriptions: rows.map(({ id }) => id), customers };
}
