import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { firstOf } from "../../../platform/month.ts";
import { aCardInvoice } from "../../../testing/a-card-invoice.ts";
import { aStory } from "../../../testing/a-story.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { it } from "../../../testing/it.ts";
import { anOwner } from "../../../testing/mutations-dashboard.ts";
import { aStage, done } from "../../../testing/stage.ts";
import { browseInvoices } from "./browse-invoices.ts";
import { BrowseInvoices } from "./browse-schema.ts";
import { sumInvoices } from "./sum-invoices.ts";

it("the sums of a list are those of all invoices that its filter finds, by currency", {
  tags: ["long"],
}, async ({ world }) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  const { customerId } = await aSubscription(stage, { paidBy: "invoice" });
  const invoice = (currency: string, amount: number) =>
    done(
      stage.admin.post("/v1/billing/invoices", {
        customer: customerId,
        provider: "PROVIDER_B",
        currency,
        lines: [{ description: "Set-up", amount }],
      }),
    );
  const paid = await invoice("EUR", 5_000);
  const given = await invoice("EUR", 3_000);
  const gone = await invoice("EUR", 700);
  await invoice("JPY", 900);
  const at = (id: string) => `/v1/billing/invoices/${id}`;
  await done(stage.admin.post(`${at(paid.id)}/payments`, {}));
  await done(stage.admin.post(`${at(paid.id)}/refunds`, { amount: 1_000 }));
  await done(
    stage.admin.post(`${at(paid.id)}/credit-notes`, { amount: 600, to: "REFUND", reason: "Too much" }),
  );
  await done(stage.admin.post(`${at(given.id)}/payments`, { amount: 1_000 }));
  const off = await done(stage.admin.post(`${at(given.id)}/write-off`, { reason: "Closed down" }));
  expect(off).toMatchObject({ status: "UNCOLLECTIBLE", amount_remaining: 0, amount_written_off: 2_000 });
  await done(stage.admin.post(`${at(gone.id)}/void`, { reason: "Twice" }));

  const { by_currency: sums, ...counts } = await owner.invoices.sum({ customer: customerId });
  expect(counts).toEqual({ count: 5, drafts: 0, void: 1, on_test_clocks: 0 });
  expect(sums.map(({ currency }) => currency)).toEqual(["EUR", "JPY", "USD"]);
  expect(sums[0]).toEqual({
    currency: "EUR",
    count: 3,
    total: 8_000,
    amount_credited: 600,
    amount_collected: 4_400,
    amount_given_back: 1_000,
    amount_disputed: 0,
    amount_remaining: 0,
    amount_written_off: 2_000,
    amount_from_credit: 0,
    amount_kept_as_credit: 0,
    amount_credit_paid_out: 0,
  });
  expect(sums[1]).toMatchObject({ count: 1, total: 900, amount_remaining: 900 });
  // Each sum is that of the rows which the same filter lists.
  const { data } = await owner.invoices.browse({ customer: customerId, status: "UNCOLLECTIBLE" });
  const written = await owner.invoices.sum({ customer: customerId, status: "UNCOLLECTIBLE" });
  expect(written).toMatchObject({
    count: data.length,
    by_currency: [{ total: 3_000, amount_written_off: 2_000 }],
  });
  expect(await owner.invoices.sum({ q: "no such invoice" })).toEqual({
    count: 0,
    drafts: 0,
    void: 0,
    on_test_clocks: 0,
    by_currency: [],
  });
  expect(await owner.search.all({ q: paid.number })).toMatchObject({
    results: [
      { kind: "invoice", id: paid.id, title: paid.number, detail: expect.stringContaining("€50.00") },
    ],
  });
});

it("what is invoiced less credit notes is the sum of what became of it, on both providers", {
  tags: ["long"],
}, async ({ world }) => {
  const paid = await aCardInvoice(world);
  const { admin } = paid.tenant;
  const story = { amount: 3_000, paidBy: "invoice" } as const;
  const ours = await aSubscription(paid.tenant, story);
  const open = await aSubscription(paid.tenant, story);
  const pathOf = async (id: string) => {
    const { data } = (await admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    return `/v1/billing/invoices/${data[0].id}`;
  };
  const note = (path: string, amount: number, to: string) =>
    admin.post(`${path}/credit-notes`, { amount, to, reason: "r" });
  expect((await paid.credit({ amount: 500, to: "BALANCE" })).status).toBe(201);
  expect((await paid.refund({ amount: 400 })).status).toBe(201);
  const path = await pathOf(ours.id);
  await admin.post(`${path}/payments`);
  expect((await note(path, 700, "BALANCE")).status).toBe(201);
  expect((await note(path, 300, "REFUND")).status).toBe(201);
  // Its credit is of the subscription that has ended, and is paid back.
  await admin.post(`/v1/billing/subscriptions/${ours.id}/cancel`, { at: "now" });
  const settled = await admin.post("/v1/billing/ledger/settle-credit", {
    subscription_id: ours.id,
    amount: 700,
    to: "REFUND",
    reason: "r",
  });
  expect(settled.status, JSON.stringify(settled.body)).toBe(200);
  expect((await note(await pathOf(open.id), 200, "BALANCE")).status).toBe(201);
  const { by_currency: sums } = await sumInvoices(paid.scope, {});
  const [{ currency: _, count: __, total, amount_credited: credited, ...parts }] = sums as [(typeof sums)[0]];
  expect([total, credited]).toEqual([9_000, 1_700]);
  expect(parts).toMatchObject({
    amount_given_back: 400,
    amount_from_credit: 0,
    amount_credit_paid_out: 700,
    amount_kept_as_credit: -1_200,
  });
  const { data: rows } = (await admin.get("/v1/billing/invoices?limit=200")).body;
  const ofRows = rows.map((row: { amount_from_credit: number }) => row.amount_from_credit);
  expect(ofRows.reduce((sum: number, part: number) => sum + part, 0)).toBe(parts.amount_from_credit);
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(total - credited);
});

it("the sums of a month leave out customers on test clocks, as the accountant's files do", async ({
  world,
}) => {
  const now = world.services.clock.now().toISOString();
  const story = await aStory(world, now, {
    plans: [{ slug: "pro", entitlements: {}, prices: [{ amount: 2_000 }] }],
  });
  await story.start("PROVIDER_B", "pro");
  const { tenant } = story;
  const { customerId } = await aSubscription(tenant, { amount: 300, paidBy: "invoice" });
  const month = now.slice(0, 7);
  const before = firstOf(month, -1).toISOString().slice(0, 7);
  const order = { customer: customerId, currency: "USD", lines: [{ description: "Set-up", amount: 700 }] };
  const { id } = await done(tenant.admin.post("/v1/billing/invoices", order));
  await done(tenant.admin.post(`/v1/billing/invoices/${id}/void`, {}));
  // As if issued just before this month began.
  await tenant.scope.db.invoice.updateMany({
    where: { tenantId: tenant.id, id: { not: id }, customerId },
    data: { issuedAt: new Date(firstOf(month).getTime() - 1) },
  });

  const { scope } = tenant;
  expect(await sumInvoices(scope, { month: before })).toMatchObject({
    count: 1,
    void: 0,
    on_test_clocks: 0,
    by_currency: [{ currency: "USD", count: 1, total: 300 }],
  });
  expect(await sumInvoices(scope, { month })).toMatchObject({
    count: 2,
    void: 1,
    on_test_clocks: 1,
    by_currency: [{ total: 0 }],
  });
  const all = await sumInvoices(scope, {});
  expect(all).toMatchObject({
    count: 3,
    void: 1,
    on_test_clocks: 1,
    by_currency: [{ count: 2, total: 300 }],
  });
  for (const one of [before, month]) {
    const file = `/v1/billing/revenue/export/csv?table=invoices&from_month=${one}&to_month=${one}`;
    const rows: Record<string, string>[] = parse((await tenant.admin.get(file)).body, { columns: true });
    const total = rows.reduce((sum, row) => sum + Math.round(Number(row.total_without_void) * 100), 0);
    const sums = await sumInvoices(scope, { month: one });
    expect([rows.length, total]).toEqual([sums.count - sums.on_test_clocks, sums.by_currency[0]?.total]);
  }
  // One customer's are asked for as they are.
  expect(await sumInvoices(scope, { customer: story.customer })).toMatchObject({
    count: 1,
    on_test_clocks: 0,
    by_currency: [{ total: 2_000 }],
  });
  const { data } = await browseInvoices(scope, BrowseInvoices.parse({ month: before }));
  expect(data).toMatchObject([{ total: 300 }]);
});
