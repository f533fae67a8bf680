import { expect } from "vitest";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aTenant } from "../../../../testing/a-tenant.ts";
import { it } from "../../../../testing/it.ts";
import { unique, type World } from "../../../../testing/world.ts";
import { getCustomerOrThrow } from "../../../customers/find-customer.ts";
import { findProviderCustomer } from "../../../customers/provider-customer.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { previewStart } from "./preview-start.ts";
import { PreviewStart } from "./preview-start-schema.ts";

const START = "/v1/billing/subscriptions";

/** A product with a price of 20.00, one with a trial, and a free one. */
async function aShop(world: World) {
  const tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, {
    plans: [
      { slug: "pro", prices: [{ amount: 2000 }] },
      { slug: "tried", prices: [{ amount: 2000, trialDays: 14 }] },
      { slug: "free", prices: [{ amount: 0 }] },
    ],
  });
  const price = (slug: string) => plans[slug]?.prices[0] ?? "";
  const preview = (input: object) => previewStart(tenant.scope, PreviewStart.parse(input));
  const start = (input: object) => tenant.admin.post(START, input);
  return { ...tenant, price, preview, start };
}

it("a start is previewed as it then charges, and no second one beside it", async ({ world }) => {
  const shop = await aShop(world);
  const customer = unique("customer");
  const asked = { plan_price_id: shop.price("pro") };
  const preview = await shop.preview({ ...asked, email: `${customer}@example.com` });
  expect(preview).toMatchObject({ amount_due: 2000, needs_card: true, credit_used: 0, live: null });
  const { status, body } = await shop.start({
    ...asked,
    customer,
    email: `${customer}@example.com`,
    cardprovider_test_card_token: "tok_visa",
  });
  expect(status).toBe(201);
  expect(Math.abs(Date.parse(body.current_period_end) - Date.parse(preview.next_at ?? ""))).toBeLessThan(
    60_000,
  );
  const second = await shop.preview({ plan_price_id: shop.price("free"), customer });
  expect(second.live).toMatchObject({ id: body.id });
  expect(second).toMatchObject({ amount_due: 0, needs_card: false, next_at: null });
});

it("a trial is previewed for who had none, by the address alone, too", async ({ world }) => {
  const shop = await aShop(world);
  const customer = unique("customer");
  const asked = { plan_price_id: shop.price("tried"), email: `${customer}+new@gmail.com` };
  const before = await shop.preview(asked);
  expect(before).toMatchObject({ amount_due: 0, trial_was_used: false, recurring_amount: 2000 });
  expect(before.trial_ends_at).toBe(before.next_at);
  const { status } = await shop.start({
    plan_price_id: shop.price("tried"),
    customer,
    email: `${customer}@gmail.com`,
    provider: "PROVIDER_B",
  });
  expect(status).toBe(201);
  expect(await shop.preview(asked)).toMatchObject({
    amount_due: 2000,
    trial_was_used: true,
    trial_ends_at: null,
  });
});

it("credit at the card provider pays first, of a start by card", { tags: ["long"] }, async ({ world }) => {
  const shop = await aShop(world);
  const customer = unique("customer");
  const email = `${customer}@example.com`;
  await shop.admin.post("/v1/billing/cardprovider/setup-intent", { customer, email });
  const provider = await cardProviderOf(shop.scope);
  const { id } = await getCustomerOrThrow(shop.scope.db, shop.scope, customer);
  const payer = await findProviderCustomer(shop.scope, id, "USD");
  await provider.changeBalance({
    key: unique("key"),
    customerId: payer?.id ?? "",
    currency: "USD",
    amount: -500n,
    description: "Sorry",
  });
  const asked = { plan_price_id: shop.price("pro"), customer: id };
  expect(await shop.preview(asked)).toMatchObject({ credit_used: 500, amount_due: 1500 });
  const byTransfer = await shop.preview({ ...asked, provider: "PROVIDER_B", due_days: 10 });
  expect(byTransfer).toMatchObject({ credit_used: 0, amount_due: 2000, needs_card: false });
  const days = (Date.parse(byTransfer.due_at ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(10, 1);
});

it("an unknown promotion code is told beside the price", async ({ world }) => {
  const shop = await aShop(world);
  const preview = await shop.preview({ plan_price_id: shop.price("pro"), promotion_code: "NOSUCH" });
  expect(preview).toMatchObject({
    amount_due: 2000,
    promotion_problem: expect.stringContaining("no such code"),
  });
});
