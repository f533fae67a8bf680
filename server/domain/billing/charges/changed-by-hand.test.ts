import Stripe from "stripe";
import { expect } from "vitest";
import { aStory } from "../../../testing/a-story.ts";
import { balancesOf } from "../../../testing/balances-of.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { syncInvoices } from "../invoices/sync-invoice.ts";

// What a person changes at the card provider, of what we sent there.

/** A subscription with 100 calls a month. Each beyond costs 0.50. */
async function aBuyer(world: World) {
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 50 }];
  const calls = { limit: 100, overage: "BILL" as const, resetInterval: "MONTH" as const, prices };
  const story = await aStory(world, "2030-01-10T10:00:00Z", {
    features: { calls: { type: "METERED" } },
    plans: [{ slug: "pro", entitlements: { calls }, prices: [{ amount: 3000 }] }],
  });
  const id = await story.start("PROVIDER_A", "pro");
  const { scope, providerKey } = story.tenant;
  const { tenantId, db } = scope;
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(providerKey, { host: hostname, port, protocol: "http" });
  const { customerId, providerSubscriptionId, providerCustomerId } = await db.subscription.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id } },
  });
  const subscription = providerSubscriptionId ?? "";
  return {
    story,
    stripe,
    customer: providerCustomerId ?? "",
    use: async (quantity: number) =>
      expect(
        (await story.post("/v1/billing/usage", { customer: story.customer, feature_key: "calls", quantity }))
          .status,
      ).toBe(201),
    draft: async () => (await stripe.invoices.list({ subscription, status: "draft" })).data[0]?.id ?? "",
    sync: () => syncInvoices(scope, subscription),
    balances: () => balancesOf(db, scope, customerId),
    charges: async () =>
      (
        await db.chargePlacement.findMany({
          where: { tenantId, endedAt: null, charge: { subscriptionId: id } },
          include: { charge: true, invoice: true },
          orderBy: { charge: { amount: "asc" } },
        })
      ).map(({ charge, kind, code, invoice }) => [
        charge.cause,
        Number(charge.amount),
        invoice?.status ?? code ?? kind,
      ]),
  };
}

it("the amount that a person gave an item is owed, and what was sent is written off", {
  tags: ["long"],
}, async ({ world }) => {
  const { story, stripe, sync, charges, balances, customer, use } = await aBuyer(world);
  await use(105);
  // It settles what was used until now, whose item waits for the renewal.
  const more = { customer: story.customer, feature_key: "calls", limit_add: 10, reason: "a promise" };
  expect((await story.post("/v1/billing/overrides", more)).status).toBe(201);
  await story.to("2030-01-20T10:00:00Z");
  const [item] = (await stripe.invoiceItems.list({ customer, pending: true })).data;
  await stripe.invoiceItems.update(item?.id ?? "", { amount: 100 });
  await story.to("2030-02-10T12:00:00Z");
  await sync();
  await sync();
  expect(await charges()).toEqual([
    ["PROVIDER_LINE", 100, "PAID"],
    ["COUNTER", 250, "CHANGED"],
    ["PROVIDER_LINE", 3000, "PAID"],
    ["PROVIDER_LINE", 3000, "PAID"],
  ]);
  expect(await balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 0n, CASH: 6100n, CANCELED: 250n });
});

it("an invoice that was paid outside of the card provider leaves nothing to pay", { tags: ["long"] }, async ({
  world,
}) => {
  const buyer = await aBuyer(world);
  const { stripe, sync, balances } = buyer;
  await buyer.use(105);
  await buyer.story.to("2030-02-10T10:30:00Z");
  const draft = await buyer.draft();
  await stripe.invoices.finalizeInvoice(draft, { auto_advance: false });
  await sync();
  expect(await balances()).toMatchObject({ RECEIVABLE: 3250n });
  await stripe.invoices.pay(draft, { paid_out_of_band: true });
  await sync();
  expect(await balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 0n, CASH: 6250n, WRITTEN_OFF: 0n });
});
