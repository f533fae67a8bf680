import pg from "pg";
import Stripe from "stripe";
import { afterEach, expect, vi } from "vitest";
import { aCatalog, type TestCatalog } from "../../../testing/a-catalog.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { closeEndedPeriods } from "../periods/close-ended-periods.ts";
import { sendWaiting } from "../periods/send-waiting.ts";
import { continueMigration } from "./continue-migration.ts";

// What the preview of a migration says is what the migration bills.

let tenant: TestTenant;
let main: TestCatalog;
let addOn: TestCatalog;

const price = (currency: string, unitAmount: number) => ({ currency, pricing: "FLAT" as const, unitAmount });
const bills = { overage: "BILL" as const, overageCeiling: 1000 };

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
  main = await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" }, mails: { type: "METERED" }, files: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: {
          calls: { ...bills, limit: 100, prices: [price("USD", 2), price("EUR", 3)] },
          mails: {
            ...bills,
            limit: 5,
            limitBinding: "DIMENSION",
            capBinding: "DIMENSION",
            prices: [price("USD", 10), price("EUR", 10)],
          },
          files: { ...bills, limit: 1, prices: [price("USD", 7), price("EUR", 7)] },
        },
        prices: [{ amount: 1000 }, { amount: 1000, currency: "EUR" }, { amount: 1000, trialDays: 14 }],
      },
    ],
  });
  addOn = await aCatalog(tenant.scope, {
    known: main.features,
    plans: [{ slug: "more", entitlements: { calls: { limit: 10 } }, prices: [{ amount: 500 }] }],
  });
});

afterEach(() => void vi.restoreAllMocks());

const use = async (customer: string, feature_key: string, quantity: number, dimension?: string) => {
  const reply = await tenant.server.post("/v1/billing/usage", {
    customer,
    feature_key,
    quantity,
    ...(dimension && { dimension }),
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
};
const subscribe = (nth = 0, paidBy: "invoice" | "card" = "invoice", customer?: string) =>
  aSubscription(tenant, { price: main.plans.pro?.prices[nth], paidBy, ...(customer && { customer }) });

/** Subscribers in every position, with what a move now has to bill each. */
async function everybody() {
  const plain = await subscribe();
  await use(plain.customer, "calls", 150);
  const byCard = await subscribe(0, "card");
  await use(byCard.customer, "calls", 130);
  const inEuros = await subscribe(1);
  await use(inEuros.customer, "calls", 110);
  // The terms of files do not change, so that its overage waits for the period's end.
  await use(inEuros.customer, "files", 3);
  const withTwo = await subscribe();
  await aSubscription(tenant, {
    customer: withTwo.customer,
    price: addOn.plans.more?.prices[0],
    paidBy: "invoice",
  });
  await use(withTwo.customer, "calls", 130);
  const carried = await subscribe();
  await use(carried.customer, "calls", 150);
  // This settles 50 units, and carries the 100 that were included.
  await tenant.admin.post("/v1/billing/overrides", {
    customer: carried.customer,
    feature_key: "calls",
    limit_add: 20,
    reason: "promised",
  });
  await use(carried.customer, "calls", 25);
  const byDimension = await subscribe();
  await use(byDimension.customer, "mails", 6, "north");
  await use(byDimension.customer, "mails", 8, "south");
  const onTrial = await subscribe(2);
  await use(onTrial.customer, "calls", 100);
  return {
    amounts: {
      USD: { [plain.id]: 100, [byCard.id]: 60, [withTwo.id]: 40, [carried.id]: 10, [byDimension.id]: 40 },
      EUR: { [inEuros.id]: 30 },
    },
    byCard,
    settledBefore: 100,
  };
}

/** What counters were closed with, by subscription. */
async function billedBySubscription() {
  const rows = await tenant.scope.db.usageRecord.findMany({
    where: { tenantId: tenant.id, billedAmount: { gt: 0 } },
  });
  const sums = Map.groupBy(rows, ({ subscriptionId }) => subscriptionId ?? "");
  return new Map(
    [...sums].map(([id, all]) => [id, all.reduce((sum, one) => sum + Number(one.billedAmount), 0)]),
  );
}

it("the preview says what a move now bills, to each and in each currency", { tags: ["long"] }, async ({
  world,
}) => {
  const { amounts, byCard, settledBefore } = await everybody();
  const entitlements = [
    {
      feature_key: "calls",
      limit: 300,
      overage: "BILL",
      overage_ceiling: "1000",
      prices: ["USD", "EUR"].map((currency) => ({ currency, unit_amount: "1" })),
    },
    {
      feature_key: "files",
      limit: 1,
      overage: "BILL",
      overage_ceiling: "1000",
      prices: ["USD", "EUR"].map((currency) => ({ currency, unit_amount: "7" })),
    },
  ];
  const draft = await tenant.admin.post("/v1/catalog/packs", { plan_id: main.plans.pro?.id, entitlements });
  expect(draft.status, JSON.stringify(draft.body)).toBe(201);
  const path = `/v1/catalog/packs/${draft.body.id}`;
  const from = { from_pack_id: main.plans.pro?.packId };
  const before = await billedBySubscription();
  const { body } = await tenant.admin.post(`${path}/migrations/preview`, from);
  expect(await billedBySubscription()).toEqual(before);
  expect(body.billed_now).toMatchObject([
    { currency: "EUR", amount: 30, subscribers: 1 },
    { currency: "USD", amount: 250, subscribers: 5 },
  ]);
  const [euros, dollars] = body.billed_now;
  const said = (samples: { subscription_id: string; amount: number }[]) =>
    Object.fromEntries(samples.map(({ subscription_id, amount }) => [subscription_id, amount]));
  expect([said(dollars.samples), said(euros.samples)]).toEqual([amounts.USD, amounts.EUR]);
  expect(dollars.samples[0].features).toEqual([{ feature_key: "calls", amount: 100 }]);
  expect(body.summary).toContain(
    "If they move now, 5 subscribers owe $2.50 for use past a limit so far, billed with the next invoice",
  );

  await tenant.admin.post(`${path}/publish`);
  const started = await tenant.admin.post(`${path}/migrations`, from);
  await continueMigration(tenant.scope, started.body.id);
  const after = await billedBySubscription();
  const differences = [...after]
    .map(([id, amount]) => [id, amount - (before.get(id) ?? 0)])
    .filter(([, amount]) => amount !== 0);
  expect(Object.fromEntries(differences)).toEqual({ ...amounts.USD, ...amounts.EUR });

  await closeEndedPeriods(tenant.scope);
  await sendWaiting(tenant.scope, byCard.id);
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host: hostname, port: Number(port), protocol: "http" });
  const row = await tenant.scope.db.subscription.findFirstOrThrow({
    where: { tenantId: tenant.id, id: byCard.id },
  });
  const { data } = await stripe.invoiceItems.list({ customer: row.providerCustomerId ?? "", pending: true });
  expect(data.map(({ amount }) => amount)).toEqual([60]);
  const waiting = await tenant.scope.db.chargePlacement.findMany({
    where: { tenantId: tenant.id, kind: "WAITING", endedAt: null, charge: { provider: "PROVIDER_B" } },
    select: { charge: { select: { amount: true } } },
  });
  const waits = waiting.reduce((sum, { charge }) => sum + Number(charge.amount), 0);
  expect(waits).toBe(250 - 60 + 30 + settledBefore);
  const again = await tenant.admin.post(`${path}/migrations/preview`, from);
  expect(again.body.billed_now).toEqual([]);
});

it("the preview looks at those subscribers alone who are past a limit, however many units others have used", async () => {
  const shared = { ...bills, limit: 100, prices: [price("USD", 2)] };
  const each = { ...bills, limit: 5, limitBinding: "DIMENSION" as const, prices: [price("USD", 10)] };
  const shop = await aCatalog(tenant.scope, {
    known: main.features,
    plans: [{ slug: "shop", entitlements: { calls: shared, mails: each }, prices: [{ amount: 1000 }] }],
  });
  const join = () => aSubscription(tenant, { price: shop.plans.shop?.prices[0], paidBy: "invoice" });
  const [within, past, pastInOne] = [await join(), await join(), await join()];
  const regions = ["north", "south", "east"];
  for (const region of regions) await use(within.customer, "mails", 5, region);
  await use(within.customer, "calls", 100);
  for (const region of regions) await use(past.customer, "calls", 40, region);
  for (const region of regions) await use(pastInOne.customer, "mails", region === "south" ? 7 : 1, region);

  const limits = { calls: ["120", "2"], mails: ["6", "10"] };
  const entitlements = Object.entries(limits).map(([feature_key, [limit, unit_amount]]) => ({
    feature_key,
    limit: Number(limit),
    overage: "BILL",
    overage_ceiling: "1000",
    ...(feature_key === "mails" && { limit_binding: "DIMENSION" }),
    prices: [{ currency: "USD", unit_amount }],
  }));
  const draft = await tenant.admin.post("/v1/catalog/packs", { plan_id: shop.plans.shop?.id, entitlements });
  expect(draft.status, JSON.stringify(draft.body)).toBe(201);
  const query = vi.spyOn(pg.Client.prototype, "query");
  const { body } = await tenant.admin.post(`/v1/catalog/packs/${draft.body.id}/migrations/preview`, {
    from_pack_id: shop.plans.shop?.packId,
  });
  const names = query.mock.calls.map(([statement]) => (statement as { name?: string }).name);
  expect(body.billed_now).toMatchObject([
    {
      currency: "USD",
      amount: 60,
      subscribers: 2,
      samples: [
        { subscription_id: past.id, amount: 40 },
        { subscription_id: pastInOne.id, amount: 20 },
      ],
    },
  ]);
  expect(names.filter((name) => name === "find-granting")).toHaveLength(2);
});
