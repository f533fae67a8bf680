import { describe, expect } from "vitest";
import { aCardBuyer } from "../../../testing/a-card-buyer.ts";
import { it } from "../../../testing/it.ts";
import { unique } from "../../../testing/world.ts";

// Stripe refuses a request too many with 429, and then has done nothing: https://docs.stripe.com/rate-limits.

describe("a request that Stripe refuses as one too many", () => {
  it("is sent again: a sale, a change and a refund are made, once", { tags: ["long"] }, async ({ world }) => {
    const { tenant, stripe, sandbox, wrong } = await aCardBuyer(world);
    const refuseOnce = (path: string) => sandbox("faults", { kind: "rate_limit", method: "POST", path });
    const price = await tenant.scope.db.planPrice.findFirstOrThrow({ where: { tenantId: tenant.id } });
    await refuseOnce("/v1/subscriptions");
    const customer = unique("customer");
    const sold = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
      customer,
      email: `${customer}@example.com`,
      plan_price_id: price.id,
      cardprovider_test_card_token: "tok_visa",
    });
    expect(sold.status, JSON.stringify(sold.body)).toBe(201);
    const theirs = { customer: sold.body.provider_customer_id, status: "all" } as const;
    expect((await stripe.subscriptions.list(theirs)).data).toHaveLength(1);
    await refuseOnce("/v1/refunds");
    const [invoice] = (await tenant.server.get(`/v1/billing/invoices?subscription_id=${sold.body.id}`)).body
      .data;
    const refunded = await tenant.admin.post(`/v1/billing/invoices/${invoice.id}/refunds`, {
      amount: 500,
      reason: "A present.",
    });
    expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
    const refunds = (await stripe.refunds.list({})).data;
    expect(refunds.map(({ amount }) => amount)).toEqual([500]);
    await refuseOnce("/v1/subscriptions/*");
    const path = `/v1/billing/subscriptions/${sold.body.id}/cancel`;
    const canceled = await tenant.server.post(path, { at: "period_end" });
    expect(canceled.status, JSON.stringify(canceled.body)).toBe(200);
    expect(await wrong()).toEqual([]);
  });

  it("answers K7005 with Stripe's words when it is refused each time", { tags: ["long"] }, async ({
    world,
  }) => {
    const { tenant, sandbox } = await aCardBuyer(world);
    const price = await tenant.scope.db.planPrice.findFirstOrThrow({ where: { tenantId: tenant.id } });
    await sandbox("faults", { kind: "rate_limit", method: "POST", path: "/v1/subscriptions", count: "4" });
    const customer = unique("customer");
    const sale = {
      customer,
      email: `${customer}@example.com`,
      plan_price_id: price.id,
      cardprovider_test_card_token: "tok_visa",
    };
    const sell = () => tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", sale);
    const { status, body, headers } = await sell();
    expect([status, body.code, headers.get("retry-after")]).toEqual([503, "K7005", "5"]);
    expect(body.message).toContain("takes no more requests for now");
    expect(body.details.provider).toMatchObject({ code: "rate_limit" });
    const again = await sell();
    expect(again.status, JSON.stringify(again.body)).toBe(201);
  });
});
