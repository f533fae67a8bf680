import { expect } from "vitest";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant } from "../../testing/a-tenant.ts";
import { it } from "../../testing/it.ts";
import { ListCustomers } from "./browse-schema.ts";
import { listCustomers } from "./list-customers.ts";

it("says of a subscription that was canceled to the end of its period when it ends", {
  tags: ["long"],
}, async ({ world }) => {
  const tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, { plans: [{ slug: "pro", prices: [{ amount: 900 }] }] });
  const price = plans.pro?.prices[0] ?? "";
  const { id, customerId } = await aSubscription(tenant, { price, paidBy: "invoice" });
  const shown = async () => {
    const { data } = await listCustomers(tenant.scope, ListCustomers.parse({}));
    return data.find((customer) => customer.id === customerId)?.subscriptions;
  };
  expect(await shown()).toMatchObject([{ id, status: "ACTIVE", cancels_at: null }]);
  const canceled = await tenant.admin.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "period_end" });
  expect(canceled.status, JSON.stringify(canceled.body)).toBe(200);
  const { current_period_end: end } = canceled.body;
  expect(await shown()).toMatchObject([{ id, status: "ACTIVE", cancels_at: end }]);
  await tenant.admin.post(`/v1/billing/subscriptions/${id}/cancel`, { at: "now" });
  expect(await shown()).toMatchObject([{ id, status: "CANCELED", cancels_at: null }]);
});
