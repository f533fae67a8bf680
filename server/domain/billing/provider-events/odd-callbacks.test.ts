// @module-tag ci
import Stripe from "stripe";
import { describe, expect } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { anOwner } from "../../../testing/mutations-dashboard.ts";
import { aStage } from "../../../testing/stage.ts";
import { unique, type World } from "../../../testing/world.ts";
import { ensureCallbacks } from "../../tenants/provider/provider-callbacks.ts";
import { processProviderEvent } from "./process-event.ts";

const { webhooks } = new Stripe("sk_test_1");

/** Sends callbacks of a tenant's account, signed as the card provider signs them. */
async function aSender(world: World, tenant: TestTenant) {
  await ensureCallbacks(tenant.scope);
  const { db, vault } = world.services;
  const account = await db.providerAccount.findFirstOrThrow({ where: { tenantId: tenant.id } });
  const secret = vault.decrypt(
    account.webhookSecretsSealed[0] ?? "",
    `provider_account:${tenant.id}:PROVIDER_A`,
  );
  return async (event: unknown, payload = JSON.stringify(event)) => {
    const signature = webhooks.generateTestHeaderString({ payload, secret });
    const answer = await fetch(`${world.baseUrl}/webhooks/cardprovider/${tenant.id}`, {
      method: "POST",
      headers: { "stripe-signature": signature },
      body: payload,
    });
    return [answer.status, await answer.json()];
  };
}

const RECEIVED = [200, { received: true }];

/** Events of each kind that we take something from. */
const OBJECTS: [type: string, object: Record<string, unknown>][] = [
  ["customer.subscription.updated", { id: "sub_1", object: "subscription" }],
  ["checkout.session.completed", { id: "cs_1", object: "checkout.session", subscription: "sub_1" }],
  [
    "invoice.paid",
    {
      id: "in_1",
      object: "invoice",
      customer: "cus_1",
      parent: { type: "subscription_details", subscription_details: { subscription: "sub_1" } },
    },
  ],
  ["invoice.finalized", { id: "in_1", object: "invoice", customer: { id: "cus_1" }, parent: null }],
  ["credit_note.created", { id: "cn_1", object: "credit_note", invoice: "in_1" }],
  ["charge.refunded", { id: "ch_1", object: "charge", payment_intent: "pi_1" }],
  ["customer.updated", { id: "cus_1", object: "customer" }],
  ["customer.tax_id.created", { id: "txi_1", object: "tax_id", customer: "cus_1" }],
  ["payment_method.automatically_updated", { id: "pm_1", object: "payment_method", customer: "cus_1" }],
];

const anEvent = ([type, object]: (typeof OBJECTS)[number]) => ({
  id: unique("evt").replaceAll("-", "_"),
  object: "event",
  created: 1_790_000_000,
  type,
  data: { object, previous_attributes: { balance: 0 } },
});

const ODD = [
  undefined,
  null,
  true,
  5,
  -1.5,
  1e300,
  "",
  "x",
  "\0",
  "\ud800",
  "x".repeat(100_000),
  [],
  {},
  [null],
];

/** The value with each of its fields, however deep, replaced by each odd value in turn. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* ODD.map((odd) => odd ?? null);
  if (typeof value !== "object" || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    yield { ...value, [name]: undefined };
    for (const odd of spoilt(field)) yield { ...value, [name]: odd };
  }
}

/** Sends all, a few at a time, and throws for any that is not taken. */
async function sendAll(send: (event: unknown) => Promise<unknown[]>, events: unknown[]): Promise<void> {
  const left = [...events];
  const lane = async () => {
    for (let event = left.pop(); event !== undefined; event = left.pop())
      expect(await send(event), JSON.stringify(event).slice(0, 500)).toEqual(RECEIVED);
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}

describe("signed callbacks that cannot be read", () => {
  it("are stored, answered 200 and shown with the reason, once each", async ({ world }) => {
    const stage = await aStage(world);

    const send = await aSender(world, stage);
    const event = anEvent(["invoice.paid", { id: "in_1", object: "invoice" }]);
    const odd = [[], null, { ...event, created: "x" }, { ...event, id: 5 }, { ...event, data: null }];
    for (const one of [...odd, ...odd]) expect(await send(one)).toEqual(RECEIVED);
    expect(await send(null, "not JSON")).toEqual(RECEIVED);
    const rows = await world.services.db.providerEvent.findMany({
      where: { tenantId: stage.id, type: "unreadable" },
    });
    expect(rows).toHaveLength(odd.length + 1);
    for (const row of rows)
      expect(row).toMatchObject({ processedAt: null, givenUpAt: expect.any(Date), payload: {} });
    const owner = await anOwner(stage);
    const { callbacks } = await owner.cardProvider.get({});
    // Those of the provider itself may wait.
    expect(callbacks.waiting).toBeLessThan(odd.length);
    expect(callbacks.failing).toContainEqual({
      id: expect.any(String),
      type: "unreadable",
      attempts: 1,
      given_up_at: expect.any(String),
      last_error: "It cannot be read: created is missing or of another kind.",
    });
  });

  it("never end in a 5xx, nor half done, whichever field is odd", { tags: ["long"] }, async ({ world }) => {
    const tenant = await aTenant(world);
    const send = await aSender(world, tenant);
    const events = OBJECTS.flatMap((one) => [...spoilt(anEvent(one))]);
    await sendAll(send, events);
    const { db } = world.services;
    const where = { tenantId: tenant.id };
    for (const { id, givenUpAt } of await db.providerEvent.findMany({ where }))
      if (givenUpAt === null) await processProviderEvent(tenant.scope, id).catch(() => undefined);
    const rows = await db.providerEvent.findMany({ where });
    expect(rows.length).toBeGreaterThan(100);
    for (const row of rows) {
      const ends = [row.processedAt, row.givenUpAt, row.retryAt].filter((at) => at !== null);
      expect(ends, JSON.stringify(row)).toHaveLength(1);
    }
    for (const count of [db.subscription.count({ where }), db.invoice.count({ where })])
      expect(await count).toBe(0);
  });
});

it("a callback that fails is tried again at growing intervals, and given up after three days", async ({
  world,
}) => {
  const tenant = await aTenant(world);
  const { db } = world.services;
  const sent: number[] = [];
  const scope = {
    ...tenant.scope,
    jobs: { send: async (_: unknown, __: unknown, wait = 0) => void sent.push(wait) },
  };
  await db.providerAccount.updateMany({
    where: { tenantId: tenant.id },
    data: { secretKeySealed: "cannot be opened" },
  });
  const id = unique("pevt");
  await db.providerEvent.create({
    data: {
      tenantId: tenant.id,
      id,
      provider: "PROVIDER_A",
      providerEventId: unique("evt"),
      type: "invoice.paid",
      payload: { subscription: "sub_1" },
      receivedAt: new Date(),
    },
  });
  const row = () => db.providerEvent.findFirstOrThrow({ where: { tenantId: tenant.id, id } });
  while ((await row()).givenUpAt === null) await expect(processProviderEvent(scope, id)).rejects.toThrow();
  expect(sent.slice(0, 2).every((wait) => wait < 6)).toBe(true);
  expect(sent.reduce((sum, wait) => sum + wait, 0) / 86_400).toBeCloseTo(3, 0);
  await processProviderEvent(scope, id);
  expect(await row()).toMatchObject({ attempts: sent.length + 1, processedAt: null });
});
