// @module-tag ci
import { expect } from "vitest";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant } from "../../testing/a-tenant.ts";
import { it } from "../../testing/it.ts";
import { addNote } from "../customers/notes.ts";
import { readTimeline } from "./read-timeline.ts";

it("a customer's timeline has their invoices, payments, mails and notes, a subscription's has no notes", async ({
  world,
}) => {
  const tenant = await aTenant(world);
  const { scope, admin, server } = tenant;
  const other = await aSubscription(tenant, { paidBy: "invoice" });
  const { customer, id } = await aSubscription(tenant, { paidBy: "invoice" });
  const { body: list } = await server.get(`/v1/billing/invoices?customer=${customer}`);
  const [invoice] = list.data;
  const paid = await admin.post(`/v1/billing/invoices/${invoice.id}/payments`, {});
  expect(paid.status).toBe(200);
  await addNote(scope, { customer_id: customer, body: "They pay in spring." });
  const { data } = await readTimeline(scope, { customer, limit: 100 });
  const types = data.map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining(["customer.created", "subscription.created", "invoice.issued", "invoice.paid"]),
  );
  expect(types).not.toContain("invoice.updated");
  expect(data.find(({ kind }) => kind === "note")).toMatchObject({ detail: "They pay in spring." });
  expect(data.find(({ kind }) => kind === "mail")).toMatchObject({
    sentence: expect.stringContaining(invoice.number),
    detail: expect.stringMatching(/^to person.*@/),
  });
  expect(data.find(({ type }) => type === "invoice.paid")).toMatchObject({
    sentence: `Invoice ${invoice.number} was paid in full.`,
    object_id: invoice.id,
    amount: invoice.total,
    currency: invoice.currency,
  });
  expect(data.find(({ type }) => type === "subscription.created")?.sentence).toMatch(
    /^The subscription to [\w-]+ began\.$/,
  );
  expect(data.map(({ created_at: at }) => at)).toEqual(
    data
      .map(({ created_at: at }) => at)
      .sort()
      .reverse(),
  );
  const pages = [];
  for (let cursor: string | undefined; ; ) {
    const page = await readTimeline(scope, { customer, limit: 2, ...(cursor !== undefined && { cursor }) });
    pages.push(...page.data);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  expect(pages).toEqual(data);
  const { data: ofSubscription } = await readTimeline(scope, { subscription_id: id, limit: 100 });
  expect(ofSubscription.map(({ type }) => type)).toContain("invoice.paid");
  expect(ofSubscription.map(({ type }) => type)).not.toContain("customer.created");
  expect(ofSubscription.map(({ kind }) => kind)).not.toContain("note");
  const { data: others } = await readTimeline(scope, { customer: other.customer, limit: 100 });
  expect(others.map(({ type }) => type)).not.toContain("invoice.paid");
});

it("says until when a canceled subscription runs, that it goes on, and what it will change to", async ({
  world,
}) => {
  const tenant = await aTenant(world);
  const { server, scope } = tenant;
  const { plans } = await aCatalog(scope, {
    plans: [
      { slug: "small", prices: [{ amount: 1000 }] },
      { slug: "large", prices: [{ amount: 4900 }] },
    ],
  });
  const { id, body } = await aSubscription(tenant, { paidBy: "invoice", price: plans.small?.prices[0] });
  const path = `/v1/billing/subscriptions/${id}`;
  const wanted = { plan_price_id: plans.large?.prices[0], effective: "period_end" };
  expect((await server.post(`${path}/cancel`)).status).toBe(200);
  expect((await server.post(`${path}/resume`)).status).toBe(200);
  const { body: quote } = await server.post(`${path}/change-plan/preview`, wanted);
  expect((await server.post(`${path}/change-plan`, { ...wanted, quote_id: quote.id })).status).toBe(200);
  const { data } = await readTimeline(scope, { subscription_id: id, limit: 100 });
  const until = new Date(body.current_period_end).toLocaleDateString("en-GB", {
    dateStyle: "long",
    timeZone: "UTC",
  });
  expect(data.filter(({ type }) => /withdrawn|scheduled/.test(type)).map(({ sentence }) => sentence)).toEqual(
    [
      `The subscription to small will change to large, $49.00 a month, on ${until}.`,
      "The subscription to small goes on: its cancellation was taken back.",
      `The subscription to small was canceled: it runs until ${until}.`,
    ],
  );
});

it("says of a change at the same price which quantities are bought now, or that they will change", async ({
  world,
}) => {
  const tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, {
    features: { seats: { type: "ALLOCATED" } },
    plans: ["small", "large"].map((slug) => ({
      slug,
      prices: [{ amount: 1000 }],
      entitlements: {
        seats: { limit: 3, driverStepSize: 5, prices: [{ currency: "USD", driverStepAmount: 500n }] },
      },
    })),
  });
  const price = plans.small?.prices[0];
  const { id } = await aSubscription(tenant, { paidBy: "invoice", price });
  const change = async (steps: number, fields: object = {}) => {
    const body = { plan_price_id: price, drivers: [{ feature_key: "seats", steps }], ...fields };
    const { status } = await tenant.server.post(`/v1/billing/subscriptions/${id}/change-plan`, body);
    expect(status).toBe(200);
  };
  await change(3);
  await change(0);
  await change(1, { plan_price_id: plans.large?.prices[0] });
  await change(2, { plan_price_id: plans.large?.prices[0], effective: "period_end" });
  const { data } = await readTimeline(tenant.scope, { subscription_id: id, limit: 100 });
  expect(data.filter(({ type }) => /change/.test(type)).map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(
      /^The quantities bought with large will change on \d.*: seats \+10, \$20\.00 a month in all\.$/,
    ),
    "The subscription moved to large.",
    "The quantities bought with small changed: none.",
    "The quantities bought with small changed: seats +15.",
  ]);
});
