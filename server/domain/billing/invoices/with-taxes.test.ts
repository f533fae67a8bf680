import Stripe from "stripe";
import { describe, expect } from "vitest";
import { compareTenant } from "../../../doctor/providers.ts";
import type { CardProvider } from "../../../providers/port.ts";

import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { foundIn } from "../../../testing/doctor.ts";
import { it } from "../../../testing/it.ts";
import { unique, type World } from "../../../testing/world.ts";
import { syncBalance } from "../../customers/sync-balance.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { writeCharges } from "../charges/write-charges.ts";
import { findToSend, sendWaiting } from "../periods/send-waiting.ts";

// What Stripe computes of taxes, in our sums: https://docs.stripe.com/tax/invoicing. The account is registered in Germany, at 19 %.

interface Wire {
  id: string;
  tax: number;
  total: number;
  lines: { id: string; amount: number }[];
  [field: string]: unknown;
}

/** A customer in Germany with a card, who bought the small plan at 30.00. */
async function aBuyer(world: World, taxBehavior: "EXCLUSIVE" | "INCLUSIVE") {
  const tenant = await aTenant(world);
  const plan = (slug: string, amount: number) => ({ slug, entitlements: {}, prices: [{ amount }] });
  const { plans } = await aCatalog(tenant.scope, { plans: [plan("large", 9000), plan("small", 3000)] });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  await stripe.tax.registrations.create({
    country: "DE",
    active_from: "now",
    country_options: { de: { type: "standard" } },
  });
  const settings = { automatic_tax: true, tax_behavior: taxBehavior };
  expect((await tenant.admin.send("PATCH", "/v1/settings", settings)).status).toBe(200);
  const customer = unique("customer");
  const person = { customer, email: `${customer}@example.com` };
  const asked = await tenant.server.post("/v1/billing/cardprovider/setup-intent", person);
  const [id = ""] = asked.body.client_secret.split("_secret_");
  const intent = await stripe.setupIntents.confirm(id, { payment_method: "pm_card_visa" });
  await stripe.customers.update(String(intent.customer), { address: { country: "DE" } });
  const sold = await tenant.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    ...person,
    plan_price_id: plans.small?.prices[0],
    cardprovider_payment_method_id: String(intent.payment_method),
  });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  const payer = String(intent.customer);
  const { customerId } = await tenant.scope.db.subscription.findFirstOrThrow({
    where: { tenantId: tenant.id, id: sold.body.id },
  });
  return {
    payer,
    customerId,
    /** An item by hand that takes this off, and is sent to the card provider. */
    async credit(amount: number, by = tenant.scope) {
      const item = { description: "Sorry", amount: -amount };
      const reply = await tenant.admin.post(`/v1/billing/subscriptions/${sold.body.id}/items`, item);
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      await sendWaiting(by, sold.body.id);
    },
    balance: async () => {
      const found = await stripe.customers.retrieve(payer);
      return found.deleted ? null : found.balance;
    },
    pending: async () => (await stripe.invoiceItems.list({ customer: payer, pending: true })).data,
    tenant,
    stripe,
    customer,
    sold: sold.body,
    large: plans.large?.prices[0] ?? "",
    invoices: async (): Promise<Wire[]> => {
      const path = `/v1/billing/invoices?customer=${customer}`;
      return (await tenant.admin.get(path)).body.data;
    },
    post: async (path: string, body: object): Promise<Wire> => {
      const reply = await tenant.admin.post(path, body);
      expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
      return reply.body;
    },
    /** What the journal says of this month. */
    booked: async () => {
      const month = new Date().toISOString().slice(0, 7);
      const path = `/v1/billing/revenue/booked?from_month=${month}&to_month=${month}`;
      return (await tenant.admin.get(path)).body.data[0].total;
    },
    wrong: async () => [
      ...(await foundIn(world.services.pool, tenant.id)),
      ...(await compareTenant(tenant.scope)).wrong,
    ],
  };
}

const sumOf = (lines: { amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0);

describe("with taxes on top", () => {
  it("the first sale, a quote and its change have the tax, and add up", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aBuyer(world, "EXCLUSIVE");
    expect(await buyer.invoices()).toMatchObject([
      { status: "PAID", subtotal: 3000, tax: 570, total: 3570, amount_paid: 3570 },
    ]);
    const path = `/v1/billing/subscriptions/${buyer.sold.id}/change-plan`;
    const quote = await buyer.post(`${path}/preview`, { plan_price_id: buyer.large });
    expect(quote.tax).toBeGreaterThan(0);
    expect(quote.total).toBe(sumOf(quote.lines) + quote.tax);
    expect(quote.next).toMatchObject({ amount: 9000 * 1.19 });
    await buyer.post(path, { plan_price_id: buyer.large, quote_id: quote.id });
    const [changed] = await buyer.invoices();
    expect(changed).toMatchObject({ total: quote.total, tax: quote.tax, subtotal: sumOf(quote.lines) });
    expect(await buyer.wrong()).toEqual([]);
  });

  it("a one-off invoice has it, and a credit note of a line takes it back, as its preview says", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world, "EXCLUSIVE");
    const order = {
      customer: buyer.customer,
      provider: "PROVIDER_A",
      currency: "USD",
      lines: [
        { description: "Set-up", amount: 5000 },
        { description: "Training", amount: 1001 },
      ],
    };
    const shown = await buyer.post("/v1/billing/invoices/preview", order);
    expect(shown).toMatchObject({ has_automatic_tax: true, tax: 1140, total: 7141 });
    const invoice = await buyer.post("/v1/billing/invoices", order);
    expect(invoice).toMatchObject({ status: "PAID", subtotal: 6001, tax: 1140, total: 7141 });
    const note = { lines: [{ line_id: invoice.lines[0]?.id, amount: 1000 }], to: "REFUND", reason: "Less" };
    const path = `/v1/billing/invoices/${invoice.id}/credit-notes`;
    const { reason: _, ...asked } = note;
    const preview = await buyer.post(`${path}/preview`, asked);
    const issued = await buyer.post(path, note);
    for (const one of [preview, issued])
      expect(one).toMatchObject({ amount: 1190, tax: 190, amount_to_refund: 1190 });
    const all = { to: "REFUND", reason: "All" };
    const rest = await buyer.post(path, all);
    expect(rest.amount).toBe(7141 - 1190);
    expect(await buyer.wrong()).toEqual([]);
    // The note of the rest names the lines, so that their tax goes back with them.
    expect(rest.tax).toBe(1140 - 190);
    expect(await buyer.booked()).toMatchObject({
      charged: 9001,
      credit_notes: 6001,
      tax: 570,
      tax_included: 0,
      billed: 3000,
      collected: 3570,
    });
  });
});

describe("the preview of a one-off invoice by card", () => {
  it("has the taxes that its amounts contain, and adds none", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world, "INCLUSIVE");
    const order = {
      customer: buyer.customer,
      provider: "PROVIDER_A",
      currency: "USD",
      lines: [{ description: "Set-up", amount: 5950 }],
    };
    // What else waits at Stripe is on its preview, and not on the invoice.
    await buyer.stripe.invoiceItems.create({
      customer: buyer.payer,
      amount: 700,
      currency: "usd",
      tax_behavior: "exclusive",
    });
    const shown = await buyer.post("/v1/billing/invoices/preview", order);
    expect(shown).toMatchObject({ has_automatic_tax: true, tax: 950, total: 5950 });
    expect(await buyer.post("/v1/billing/invoices", order)).toMatchObject({ tax: 950, total: 5950 });
  });
});

describe("credit, which Stripe takes off no invoice whose taxes it computes,", () => {
  it("is part of the balance, and pays the next invoice after its taxes, to the cent", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world, "EXCLUSIVE");
    await buyer.credit(1000);
    expect([await buyer.balance(), await buyer.pending()]).toEqual([-1000, []]);
    const one = { customer: buyer.customer, provider: "PROVIDER_A", currency: "USD" };
    const lines = [{ description: "Set-up", amount: 5000 }];
    expect(await buyer.post("/v1/billing/invoices", { ...one, lines })).toMatchObject({
      status: "PAID",
      subtotal: 5000,
      tax: 950,
      total: 5950,
      amount_due: 4950,
    });
    expect(await buyer.balance()).toBe(0);
    await syncBalance(buyer.tenant.scope, buyer.payer);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("is given once, also where the worker dies before and after it is added", { tags: ["long"] }, async ({
    world,
  }) => {
    const buyer = await aBuyer(world, "EXCLUSIVE");
    const { scope } = buyer.tenant;
    const provider = await cardProviderOf(scope);
    const dying = (changeBalance: CardProvider["changeBalance"]) => ({
      ...scope,
      openCardProvider: () => ({ ...provider, changeBalance }),
    });
    const before = dying(() => Promise.reject(new Error("killed")));
    await expect(buyer.credit(1000, before)).rejects.toThrow("killed");
    expect(await findToSend(scope, { customerId: buyer.customerId })).toEqual([buyer.sold.id]);
    const after = dying(async (input) => {
      await provider.changeBalance(input);
      throw new Error("killed");
    });
    await expect(sendWaiting(after, buyer.sold.id)).rejects.toThrow("killed");
    await Promise.all([1, 2].map(() => sendWaiting(scope, buyer.sold.id)));
    expect(await buyer.balance()).toBe(-1000);
    expect(await findToSend(scope, { customerId: buyer.customerId })).toEqual([]);
    await syncBalance(scope, buyer.payer);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("is held for a person where it takes back something that was taxed", async ({ world }) => {
    const buyer = await aBuyer(world, "EXCLUSIVE");
    const { scope } = buyer.tenant;
    const { tenantId, db } = scope;
    const sold = await db.charge.findFirstOrThrow({ where: { tenantId, subscriptionId: buyer.sold.id } });
    const { customerId, subscriptionId, provider, currency, periodStart: start, periodEnd: end } = sold;
    await db.$transaction((tx) =>
      writeCharges(tx, scope, { customerId, subscriptionId, provider, currency }, [
        {
          key: "taken:1",
          cause: "CORRECTION",
          correctsKey: sold.key,
          description: "Less",
          amount: -500n,
          isProration: false,
          period: { start, end },
        },
      ]),
    );
    await sendWaiting(scope, buyer.sold.id);
    const held = { tenantId, endedAt: null, kind: "HELD", charge: { key: "taken:1" } } as const;
    expect(await db.chargePlacement.count({ where: held })).toBe(1);
    expect([await buyer.balance(), await buyer.pending()]).toEqual([0, []]);
  });
});

describe("with taxes that prices contain", () => {
  it("sums are as the prices say, and a credit note of a line is the amount that was asked for", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world, "INCLUSIVE");
    const [first] = await buyer.invoices();
    expect(first).toMatchObject({ status: "PAID", subtotal: 3000, tax: 479, total: 3000 });
    const path = `/v1/billing/invoices/${first?.id}/credit-notes`;
    const line = { line_id: first?.lines[0]?.id };
    const note = { lines: [{ ...line, amount: 1000 }], to: "REFUND" };
    const preview = await buyer.post(`${path}/preview`, note);
    const issued = await buyer.post(path, { ...note, reason: "Less" });
    for (const one of [preview, issued]) expect(one).toMatchObject({ amount: 1000, tax: 160 });
    const rest = await buyer.post(path, { lines: [line], to: "REFUND", reason: "The rest" });
    expect(rest).toMatchObject({ amount: 2000, tax: 319 });
    expect(await buyer.booked()).toMatchObject({
      charged: 3000,
      credit_notes: 3000,
      tax: 0,
      tax_included: 0,
      billed: 0,
      collected: 0,
    });
    expect(await buyer.wrong()).toEqual([]);
  });
});
