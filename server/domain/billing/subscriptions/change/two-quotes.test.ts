import { expect } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aSubscription } from "../../../../testing/a-subscription.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import { getSubscriptionOrThrow } from "../../terms/load-subscription.ts";
import { changePlanByCard } from "./change-by-card.ts";
import { changePlanByInvoice } from "./change-by-invoice.ts";
import { preparePlanChange } from "./prepare-plan-change.ts";

it.for(["card", "invoice"] as const)(
  "a quote by %s is refused where another call made its change by another quote since the subscription was read",
  { tags: ["long"] },
  async (paidBy, { world }) => {
    const tenant = await aTenant(world);
    const { scope } = tenant;
    const { plans } = await aCatalog(scope, {
      plans: [1000, 3000].map((amount) => ({ slug: `of-${amount}`, prices: [{ amount }] })),
    });
    const { id } = await aSubscription(tenant, { price: plans["of-1000"]?.prices[0], paidBy });
    const path = `/v1/billing/subscriptions/${id}`;
    const wanted = { plan_price_id: plans["of-3000"]?.prices[0] ?? "" };
    const preview = async (): Promise<string> =>
      (await tenant.admin.post(`${path}/change-plan/preview`, wanted)).body.id;
    const [first, second] = [await preview(), await preview()];
    // The second call has read the subscription, and waits for its turn.
    const subscription = await getSubscriptionOrThrow(scope.db, scope, id);
    const change = await preparePlanChange(scope, subscription, wanted);
    if (!change) throw new Error("There is a change to make.");
    const makeIt = async (quoteId: string) => {
      const quote = await scope.db.quote.findUniqueOrThrow({
        where: { tenantId_id: { tenantId: tenant.id, id: quoteId } },
      });
      const { prorationDate } = quote;
      if (paidBy === "invoice") await changePlanByInvoice(scope, id, { change, at: prorationDate, quote });
      else await changePlanByCard(scope, subscription, { change, prorationDate, quote, promotion: null });
    };
    expect((await tenant.admin.post(`${path}/change-plan`, { ...wanted, quote_id: first })).status).toBe(200);
    await expect(makeIt(second)).rejects.toMatchObject({ code: "K6011" });
    if (paidBy === "card") await expect(makeIt(first)).rejects.toMatchObject({ code: "K6010" });
    const invoices = (await tenant.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    expect(invoices.map(({ total }: { total: number }) => total)).toEqual([2000, 1000]);
    expect(
      await scope.db.providerOperation.count({ where: { tenantId: tenant.id, status: "PENDING" } }),
    ).toBe(0);
  },
);
