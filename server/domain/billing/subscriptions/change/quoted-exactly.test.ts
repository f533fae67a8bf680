import { expect } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aSubscription } from "../../../../testing/a-subscription.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { itWith } from "../../../../testing/it.ts";
import { writeCharges } from "../../charges/write-charges.ts";

/** For a machine that is busy: by default one second is waited. */
const PATIENCE = { timeout: 30_000 };

// A table is locked, and who waits for it is counted.
const it = itWith({ hasOwnDatabase: true });

it("a change by invoice is refused, and nothing done, where a counter closes while it is made and would be invoiced beyond its quote", {
  tags: ["long"],
}, async ({ world }) => {
  const tenant = await aTenant(world);
  const { scope } = tenant;
  const { plans } = await aCatalog(scope, {
    plans: [
      { slug: "small", prices: [{ amount: 1000 }] },
      { slug: "large", prices: [{ amount: 3000 }] },
    ],
  });
  const { id, customerId } = await aSubscription(tenant, {
    price: plans.small?.prices[0],
    paidBy: "invoice",
  });
  const path = `/v1/billing/subscriptions/${id}`;
  const wanted = { plan_price_id: plans.large?.prices[0] };
  const quote = (await tenant.admin.post(`${path}/change-plan/preview`, wanted)).body;
  const owner = { customerId, subscriptionId: id, provider: "PROVIDER_B", currency: "USD" } as const;
  const day = { start: new Date("2027-01-01T00:00:00Z"), end: new Date("2027-01-02T00:00:00Z") };
  const { change } = await scope.db.$transaction(
    async (tx) => {
      // The change has compared what waits with its quote, and waits here.
      await tx.$executeRaw`lock table subscription_drivers in share mode`;
      const change = tenant.admin.post(`${path}/change-plan`, { ...wanted, quote_id: quote.id });
      await expect
        .poll(async () => {
          const [row] = await scope.db.$queryRaw<{ waiting: number }[]>`
            select count(*)::int as waiting from pg_locks
            where not granted and relation = 'subscription_drivers'::regclass
              and database = (select oid from pg_database where datname = current_database())`;
          return row?.waiting;
        }, PATIENCE)
        .toBe(1);
      await scope.db.$transaction((other) =>
        writeCharges(other, scope, owner, [
          {
            key: `counter:${id}`,
            cause: "COUNTER",
            amount: 250n,
            description: "Calls: usage beyond the plan",
            isProration: false,
            period: day,
          },
        ]),
      );
      return { change };
    },
    { timeout: 45_000 },
  );
  const refused = await change;
  expect([refused.status, refused.body.code]).toEqual([409, "K6011"]);
  expect((await tenant.admin.get(path)).body.plan_price_id).toBe(plans.small?.prices[0]);
  const invoices = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
  expect(invoices.map(({ total }: { total: number }) => total)).toEqual([1000]);
  const asked = (await tenant.admin.post(`${path}/change-plan/preview`, wanted)).body;
  expect(asked.total).toBe(quote.total + 250);
  expect((await tenant.admin.post(`${path}/change-plan`, { ...wanted, quote_id: asked.id })).status).toBe(
    200,
  );
});
