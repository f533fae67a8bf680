import { expect } from "vitest";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { it } from "../../../testing/it.ts";
import { phasesOf } from "../terms/phases.ts";
import { continueMigration } from "./continue-migration.ts";

// Customers on a test clock have their own time, whatever the server's clock says.

const price = { currency: "USD", pricing: "FLAT", unitAmount: 2 } as const;
const CATALOG: Parameters<typeof aStory>[2] = {
  features: { events: { type: "METERED" } },
  plans: [
    {
      slug: "pro",
      entitlements: { events: { limit: 100, overage: "BILL", prices: [price] } },
      prices: [{ amount: 1000 }],
    },
  ],
};

/** Publishes a pack with fewer events and moves the subscribers to it at once; returns the migration's id. */
async function migrate({ tenant, catalog, post }: Story): Promise<string> {
  const plan = catalog.plans.pro;
  const prices = [{ currency: "USD", unit_amount: "3" }];
  const entitlements = [{ feature_key: "events", limit: 50, overage: "BILL", prices }];
  const { id: packId } = (await post("/v1/catalog/packs", { plan_id: plan?.id, entitlements })).body;
  await post(`/v1/catalog/packs/${packId}/publish`);
  const order = { from_pack_id: plan?.packId, effective: "now" };
  const { body } = await post(`/v1/catalog/packs/${packId}/migrations`, order);
  await continueMigration(tenant.scope, body.id);
  return body.id;
}

async function use({ tenant, customer }: Story, quantity: number): Promise<void> {
  const reply = await tenant.server.post("/v1/billing/usage", { customer, feature_key: "events", quantity });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
}

/** From when to when each of the subscription's terms was in force. */
async function phases({ tenant }: Story, id: string) {
  const { db } = tenant.scope;
  const rows = await phasesOf(db, tenant.scope, id);
  return rows.map(({ from, to }) => [from.toISOString(), to?.toISOString() ?? null]);
}

/** From when to when each of the subscription's counters was open. */
async function counters({ tenant }: Story, subscriptionId: string) {
  const rows = await tenant.scope.db.usageRecord.findMany({
    where: { tenantId: tenant.id, subscriptionId },
    orderBy: { periodStart: "asc" },
  });
  return rows.map(({ periodStart, periodEnd }) => [periodStart.toISOString(), periodEnd.toISOString()]);
}

const at = (day: string) => `2031-${day}T00:00:00.000Z`;

it.for(["PROVIDER_A", "PROVIDER_B"] as const)(
  "a move now, and its rollback, settle what a customer of %s on a test clock has used at that clock's moment",
  { tags: ["long"] },
  async (provider, { world }) => {
    const story = await aStory(world, at("01-01"), CATALOG);
    const id = await story.start(provider, "pro");
    await use(story, 150);
    await story.to(at("01-08"));
    const migration = await migrate(story);
    expect(await phases(story, id)).toEqual([
      [at("01-01"), at("01-08")],
      [at("01-08"), null],
    ]);
    await use(story, 10);
    await story.to(at("01-10"));
    await story.post(`/v1/pack-migrations/${migration}/rollback`);
    await continueMigration(story.tenant.scope, migration);
    expect(await counters(story, id)).toEqual([
      [at("01-01"), at("01-08")],
      [at("01-08"), at("01-10")],
      [at("01-10"), at("02-01")],
    ]);
    await story.to("2031-02-01T02:00:00.000Z");
    const { body } = await story.get(`/v1/billing/invoices?subscription_id=${id}`);
    const [renewal] = body.data;
    const overage = renewal.lines.filter(({ amount }: { amount: number }) => amount !== 1000);
    expect(
      overage.map((line: Record<string, unknown>) => [line.amount, line.period_start, line.period_end]),
    ).toEqual([
      [100, at("01-01"), at("01-08")],
      [30, at("01-08"), at("01-10")],
    ]);
  },
);
