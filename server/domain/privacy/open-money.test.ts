import Stripe from "stripe";
import { describe, expect } from "vitest";
import { compareTenant } from "../../doctor/providers.ts";
import { aStory } from "../../testing/a-story.ts";
import { balancesOf } from "../../testing/balances-of.ts";
import { foundIn } from "../../testing/doctor.ts";
import { it } from "../../testing/it.ts";
import type { World } from "../../testing/world.ts";
import { syncInvoice, syncInvoices } from "../billing/invoices/sync-invoice.ts";
import { syncBalance } from "../customers/sync-balance.ts";
import { carryOutErasure } from "./carry-out-erasure.ts";

// Money that a person owes or is owed prevents the erasure of their data, or is written off with it: over REST, on both providers.

const PLANS = [
  { slug: "small", prices: [{ amount: 3000 }] },
  { slug: "large", prices: [{ amount: 9000 }] },
];

async function aCustomer(world: World, provider: "PROVIDER_A" | "PROVIDER_B", plan = "small") {
  const story = await aStory(world, "2030-01-10T10:00:00Z", { plans: PLANS });
  const { admin, scope, id: tenantId } = story.tenant;
  const { db } = scope;
  const id = await story.start(provider, plan);
  const row = await db.subscription.findUniqueOrThrow({ where: { tenantId_id: { tenantId, id } } });
  const { hostname, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host: hostname, port, protocol: "http" });
  const erase = (fields = {}) => admin.post("/v1/privacy/erasures", { customer: story.customer, ...fields });
  return {
    story,
    scope,
    stripe,
    id,
    erase,
    customerId: row.customerId,
    remote: row.providerSubscriptionId ?? "",
    payer: row.providerCustomerId ?? "",
    /** Asks for an erasure, carries it out, and answers what became of it. */
    async erased(fields = {}) {
      const { status, body } = await erase(fields);
      expect(status, JSON.stringify(body)).toBe(201);
      await carryOutErasure(scope, body.id);
      return (await admin.get(`/v1/privacy/erasures/${body.id}`)).body;
    },
    charges: async () =>
      // biome-ignore lint/suspicious/noExplicitAny: bodies are held against the OpenAPI document.
      (await admin.get(`/v1/billing/ledger?customer=${row.customerId}`)).body.data as any[],
    balances: () => balancesOf(db, scope, row.customerId),
    /** What the doctor finds in the database, and in comparison with the card provider. */
    wrong: async () => [
      ...(await foundIn(world.services.pool, tenantId)),
      ...(await compareTenant(scope)).wrong,
    ],
    /** The renewal's invoice, voided at the card provider. */
    async voidRenewal() {
      await story.to("2030-02-10T10:30:00Z");
      const [draft] = (await stripe.invoices.list({ subscription: row.providerSubscriptionId ?? "" })).data;
      await stripe.invoices.finalizeInvoice(draft?.id ?? "", { auto_advance: false });
      await stripe.invoices.voidInvoice(draft?.id ?? "");
      await syncInvoices(scope, row.providerSubscriptionId ?? "");
    },
  };
}

describe("an erasure", () => {
  it("is refused while a charge is held for a decision, and writes it off where the request says so", {
    tags: ["long"],
  }, async ({ world }) => {
    const person = await aCustomer(world, "PROVIDER_A");
    await person.voidRenewal();
    await person.story.end(person.id);
    const held = (await person.charges()).find(({ state }) => state === "held");
    const refused = await person.erase();
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      409,
      "K3051",
      { subscription_ids: [], invoice_ids: [], charge_ids: [held.id], credit: [] },
    ]);
    expect(await person.erased({ cancel: true })).toMatchObject({ status: "DONE" });
    const after = (await person.charges()).find(({ id }) => id === held.id);
    expect(after).toMatchObject({ state: "written_off", why: { code: "ERASED", reason: null } });
    expect(await person.balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 0n, CREDIT: 0n });
    expect(await person.wrong()).toEqual([]);
  });

  it("is refused while a renewal by card is unpaid, and voids it at the provider where the request says so", {
    tags: ["long"],
  }, async ({ world }) => {
    const person = await aCustomer(world, "PROVIDER_A");
    const { story, stripe, remote, scope } = person;
    await story.to("2030-02-10T10:30:00Z");
    const [draft] = (await stripe.invoices.list({ subscription: remote })).data;
    const renewal = draft?.id ?? "";
    await stripe.invoices.finalizeInvoice(renewal, { auto_advance: false });
    await syncInvoices(scope, remote);
    await story.end(person.id);
    const refused = await person.erase();
    expect([refused.body.code, refused.body.details.invoice_ids.length]).toEqual(["K3051", 1]);
    expect(await person.erased({ cancel: true })).toMatchObject({ status: "DONE", last_error: null });
    expect((await stripe.invoices.retrieve(renewal)).status).toBe("void");
    expect(await person.balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 0n });
    expect(await person.wrong()).toEqual([]);
  });

  it("is refused while there is credit at the card provider, and writes it off where the request says so", {
    tags: ["long"],
  }, async ({ world }) => {
    const person = await aCustomer(world, "PROVIDER_A");
    await person.story.end(person.id);
    const give = (amount: number) =>
      person.stripe.customers.createBalanceTransaction(person.payer, { amount, currency: "usd" });
    await give(-3000);
    // Its callback was lost: the worker finds it before anything is deleted.
    expect(await person.erased()).toMatchObject({ status: "FAILED", last_error: "K3051" });
    expect(await person.stripe.customers.retrieve(person.payer)).toMatchObject({ balance: -3000 });
    const refused = await person.erase();
    expect([refused.body.code, refused.body.details.credit]).toEqual([
      "K3051",
      [{ currency: "USD", amount: 3000 }],
    ]);
    await give(-500);
    expect(await person.erased({ cancel: true })).toMatchObject({ status: "DONE" });
    expect(await person.balances()).toMatchObject({ CREDIT: 0n, WRITTEN_OFF: -3500n });
    expect(await person.wrong()).toEqual([]);
    // A callback that comes late changes nothing.
    await syncBalance(person.scope, person.payer);
    expect(await person.balances()).toMatchObject({ CREDIT: 0n });
  });

  it("is refused while credit waits for an invoice of ours, and writes it off where the request says so", {
    tags: ["long"],
  }, async ({ world }) => {
    const person = await aCustomer(world, "PROVIDER_B", "large");
    const { story } = person;
    const [first] = (await story.get(`/v1/billing/invoices?subscription_id=${person.id}`)).body.data;
    await story.post(`/v1/billing/invoices/${first.id}/payments`, { reference: "paid" });
    await story.tell(person.id, "change-plan", { plan_price_id: story.price("small") });
    await story.to("2030-02-10T14:00:00Z");
    await story.end(person.id);
    const { CREDIT } = await person.balances();
    expect(CREDIT).toBeLessThan(0n);
    const refused = await person.erase();
    expect([refused.body.code, refused.body.details.credit]).toEqual([
      "K3051",
      [{ currency: "USD", amount: -Number(CREDIT) }],
    ]);
    expect(await person.erased({ cancel: true })).toMatchObject({ status: "DONE" });
    expect(await person.balances()).toMatchObject({ CREDIT: 0n, UNBILLED: 0n, WRITTEN_OFF: CREDIT });
    expect(await person.wrong()).toEqual([]);
  });
});

describe("a customer whose data was erased", () => {
  it("is billed nothing that is learned later: a void at the card provider is written off", {
    tags: ["long"],
  }, async ({ world }) => {
    const person = await aCustomer(world, "PROVIDER_A");
    await person.story.to("2030-02-10T10:30:00Z");
    const [draft] = (await person.stripe.invoices.list({ subscription: person.remote })).data;
    const invoice = draft?.id ?? "";
    await person.stripe.invoices.finalizeInvoice(invoice, { auto_advance: false });
    await person.stripe.invoices.markUncollectible(invoice);
    await syncInvoice(person.scope, invoice);
    await person.story.end(person.id);
    expect(await person.erased()).toMatchObject({ status: "DONE" });
    await person.stripe.invoices.voidInvoice(invoice);
    await syncInvoice(person.scope, invoice);
    expect((await person.charges()).map(({ state, why }) => [state, why?.code])).toEqual([
      ["written_off", "ERASED"],
      ["invoiced", undefined],
    ]);
    expect(await person.balances()).toMatchObject({ UNBILLED: 0n, RECEIVABLE: 0n });
    expect(await person.wrong()).toEqual([]);
  });

  it("is sent no invoice for a charge that would wait", { tags: ["long"] }, async ({ world }) => {
    const person = await aCustomer(world, "PROVIDER_B");
    const { story, scope } = person;
    const [first] = (await story.get(`/v1/billing/invoices?subscription_id=${person.id}`)).body.data;
    await story.post(`/v1/billing/invoices/${first.id}/payments`, { reference: "paid" });
    await story.end(person.id);
    expect(await person.erased()).toMatchObject({ status: "DONE" });
    const at = new Date("2030-02-01T10:00:00Z");
    await scope.db.charge.create({
      data: {
        tenantId: scope.tenantId,
        id: `chg_${story.clockId.slice(4)}`,
        key: "late",
        cause: "COUNTER",
        customerId: person.customerId,
        subscriptionId: person.id,
        provider: "PROVIDER_B",
        currency: "USD",
        amount: 700n,
        description: "Use",
        periodStart: at,
        periodEnd: at,
        createdAt: at,
      },
    });
    const [late] = await person.charges();
    expect(late).toMatchObject({ amount: 700, state: "written_off", why: { code: "ERASED" } });
    expect(await person.wrong()).toEqual([]);
  });
});
