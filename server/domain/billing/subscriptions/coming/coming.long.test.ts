// What comes of a subscription with time and with cards: what is quoted is what comes, and what was paid is given.
import Stripe from "stripe";
import { describe, expect } from "vitest";
import { confirmAsHolder } from "../../../../providers/stripe/contract.ts";
import { aStory } from "../../../../testing/a-story.ts";
import { newestMail } from "../../../../testing/a-user.ts";
import { itWith } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { viewPortal } from "../../portal/view-portal.ts";
import { syncFromProvider } from "../../provider-events/process-event.ts";

const it = itWith({ hasOwnDatabase: true });

const START = "2030-04-14T10:00:00Z";
const seats = {
  limit: 5,
  driverStepSize: 1,
  driverMaxSteps: 100,
  prices: [{ currency: "USD", driverStepAmount: 800n }],
};
const catalog = {
  features: { seats: { type: "ALLOCATED" as const } },
  plans: [
    { slug: "free", prices: [{ amount: 0 }] },
    { slug: "basic", prices: [{ amount: 1000 }] },
    { slug: "team", prices: [{ amount: 4900 }], entitlements: { seats } },
  ],
};

const begin = (world: World, now = START) => aStory(world, now, catalog);

describe.each(["PROVIDER_A", "PROVIDER_B"] as const)("with %s, a subscription", (by) => {
  it("that is canceled, and then begins a paid period, ends with that", async ({ world }) => {
    const story = await begin(world);
    const id = await story.start(by, "free");
    await story.tell(id, "cancel");
    expect((await story.subscription(id)).coming.ending.at).toBe("2030-05-14T10:00:00.000Z");
    await story.to("2030-04-21T10:00:00Z");
    const wanted = { plan_price_id: story.price("team") };
    const quote = await story.tell(id, "change-plan/preview", wanted, 201);
    expect([quote.amount_due, quote.next, quote.ends_at]).toEqual([4900, null, "2030-05-21T10:00:00.000Z"]);
    await story.tell(id, "change-plan", { ...wanted, quote_id: quote.id });
    const paid = await story.subscription(id);
    expect([paid.current_period_end, paid.coming.ending.at]).toEqual([quote.ends_at, quote.ends_at]);
    await story.to("2030-05-15T13:00:00Z");
    expect((await story.subscription(id)).status).toBe("ACTIVE");
    await story.to("2030-05-21T13:00:00Z");
    const ended = await story.subscription(id);
    expect([ended.status, ended.ended_at, ended.coming]).toEqual(["CANCELED", quote.ends_at, null]);
    expect((await story.invoices(id)).reduce((sum, { total }) => sum + total, 0)).toBe(4900);
  });

  it("has its next period paid from credit as the quote says", async ({ world }) => {
    const story = await begin(world);
    const id = await story.start(by, "team");
    await story.to("2030-04-29T10:00:00Z");
    const wanted = { plan_price_id: story.price("basic") };
    const down = await story.tell(id, "change-plan/preview", wanted, 201);
    // Half of 4900 is given back, half of 1000 is charged: 1950 of credit, of which the next 1000 are paid.
    expect(down.next).toMatchObject({ amount: 1000, credit: 1000, amount_due: 0 });
    await story.tell(id, "change-plan", { ...wanted, quote_id: down.id });
    const after = await story.tell(id, "change-plan/preview", wanted, 201);
    expect(after.next).toEqual(down.next);
    const up = await story.tell(
      id,
      "change-plan/preview",
      { plan_price_id: story.price("team"), effective: "period_end" },
      201,
    );
    expect(up.next).toMatchObject({ amount: 4900, credit: 1950, amount_due: 2950 });
    await story.tell(id, "change-plan", { plan_price_id: story.price("team"), effective: "period_end" });
    await story.to("2030-05-14T13:00:00Z");
    const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    expect(data[0].total - data[0].amount_from_credit).toBe(2950);
  });

  it("whose change waits for the period's end has a quote of what is asked for", async ({ world }) => {
    const story = await begin(world);
    const id = await story.start(by, "basic");
    const later = { plan_price_id: story.price("team"), effective: "period_end" };
    await story.tell(id, "change-plan", later);
    const kept = await story.tell(
      id,
      "change-plan/preview",
      { plan_price_id: story.price("basic"), effective: "period_end" },
      201,
    );
    expect([kept.next.amount, kept.drops.price.id]).toEqual([1000, story.price("team")]);
    const again = await story.tell(id, "change-plan/preview", later, 201);
    expect([again.next.amount, again.drops]).toEqual([4900, null]);
  });
});

/** Five seats of team by card, whose bank asks about every payment; 9 more were asked for and wait. */
async function aWaitingChange(world: World, credit = 0) {
  const start = Date.now() + 60_000;
  const story = await begin(world, new Date(start).toISOString());
  const id = await story.start("PROVIDER_A", "team");
  const { provider_customer_id: payer, provider_subscription_id: remote } = await story.subscription(id);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host, port: Number(port), protocol: "http" });
  const { id: card } = await stripe.paymentMethods.attach("pm_card_authenticationRequired", {
    customer: payer,
  });
  await stripe.subscriptions.update(remote, { default_payment_method: card });
  if (credit > 0)
    await stripe.customers.createBalanceTransaction(payer, { amount: -credit, currency: "usd" });
  const wanted = {
    plan_price_id: story.price("team"),
    drivers: [{ feature_key: "seats", steps: 9 }],
  };
  const refused = await story.tell(id, "change-plan", wanted, 402);
  expect(refused.code).toBe("K7002");
  return {
    story,
    stripe,
    id,
    remote,
    confirm: () => confirmAsHolder({ stripe }, refused.details.client_secret, card),
    drop: () => story.tenant.admin.send("DELETE", `/v1/billing/subscriptions/${id}/pending-change`),
  };
}

describe("a change of seats that waits for the bank", () => {
  it("says what it changes to, what it then costs, what is paid, and where", async ({ world }) => {
    const { story, id, confirm } = await aWaitingChange(world);
    const shown = await story.subscription(id);
    expect(shown.pending_plan_price_id).toBeNull();
    expect(shown.coming.change).toMatchObject({
      plan: { slug: "team" },
      drivers: [{ steps: 9, units: 14 }],
      amount: 12_100,
      amount_due: expect.any(Number),
      at: null,
      waits_for: "cardholder",
      url: expect.stringMatching(/^http/),
      expires_at: expect.any(String),
      invoice_id: expect.stringMatching(/^invoice_/),
    });
    const { data } = (await story.get(`/v1/billing/subscriptions?customer=${story.customer}`)).body;
    expect(data[0].coming).toEqual(shown.coming);
    const scope = { ...story.tenant.scope, ownCustomerId: shown.customer_id };
    expect((await viewPortal(scope)).owed).toEqual([]);
    await confirm();
    const sent = await story.tell(id, "change-plan", {
      plan_price_id: story.price("team"),
      drivers: [{ feature_key: "seats", steps: 9 }],
    });
    expect([sent.recurring_amount, sent.coming]).toEqual([12_100, null]);
  });

  it("is told to the customer by one mail, with the page that needs no account", async ({ world }) => {
    const { story, id } = await aWaitingChange(world);
    const { db, tenantId } = story.tenant.scope;
    const { url } = (await story.subscription(id)).coming.change;
    const mails = await db.mailMessage.findMany({ where: { tenantId, template: "change_waits" } });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^Confirm your payment of \$\d+\.\d\d to /);
    const mail = await newestMail(story.tenant, `${story.customer}@example.com`);
    expect(mail?.text).toContain(url);
    expect(mail?.text).toContain("Product team (seats: 14), $121.00 a month");
  });

  it("is dropped by DELETE: its invoice is void here and there, nothing can be confirmed, and nothing changes", async ({
    world,
  }) => {
    const { story, stripe, id, remote, confirm, drop } = await aWaitingChange(world);
    const { invoice_id: invoice } = (await story.subscription(id)).coming.change;
    const dropped = await drop();
    expect([dropped.status, dropped.body.coming, dropped.body.recurring_amount]).toEqual([200, null, 4900]);
    const { db, tenantId } = story.tenant.scope;
    const operations = await db.providerOperation.findMany({ where: { tenantId, kind: "CHANGE_PLAN" } });
    expect(operations.map(({ failureCode }) => failureCode)).toEqual(["DROPPED"]);
    const ours = (await story.get(`/v1/billing/invoices/${invoice}`)).body;
    const theirs = await stripe.invoices.retrieve(ours.provider_invoice_id);
    expect([ours.status, theirs.status]).toEqual(["VOID", "void"]);
    expect((await stripe.subscriptions.retrieve(remote)).pending_update).toBeNull();
    await expect(confirm()).rejects.toThrow();
    const events = await db.event.findMany({ where: { tenantId, type: "subscription.change_unscheduled" } });
    expect(events.map(({ data }) => data)).toMatchObject([{ id, coming: null }]);
    expect((await drop()).body.code).toBe("K6015");
  });

  it("leaves the credit that its invoice took to the change that is asked for next, as the quote says", async ({
    world,
  }) => {
    const { story, id } = await aWaitingChange(world, 1000);
    expect((await story.subscription(id)).coming.change.amount_due).toBe(6200);
    const wanted = {
      plan_price_id: story.price("team"),
      drivers: [{ feature_key: "seats", steps: 10 }],
    };
    const quote = await story.tell(id, "change-plan/preview", wanted, 201);
    expect([quote.total, quote.amount_due, quote.next.credit]).toEqual([8000, 7000, 0]);
    const refused = await story.tell(id, "change-plan", { ...wanted, quote_id: quote.id }, 402);
    expect(refused.code).toBe("K7002");
    expect((await story.subscription(id)).coming.change.amount_due).toBe(7000);
  });

  it("is named by the quote of another change, which drops it", async ({ world }) => {
    const { story, id } = await aWaitingChange(world);
    const wanted = { plan_price_id: story.price("basic"), effective: "period_end" };
    const quote = await story.tell(id, "change-plan/preview", wanted, 201);
    expect(quote.drops).toMatchObject({ waits_for: "cardholder", amount: 12_100 });
    await story.tell(id, "change-plan", { ...wanted, quote_id: quote.id });
    expect((await story.subscription(id)).coming.change).toMatchObject({ waits_for: "period_end" });
  });
});

it("a cancellation in the card provider's dashboard is the provider's, and says no reason", async ({
  world,
}) => {
  const { story, stripe, id, remote, drop } = await aWaitingChange(world);
  await drop();
  await story.tell(id, "cancel", { reason: "Too much." });
  expect((await story.subscription(id)).coming.ending).toMatchObject({
    by: "application",
    reason: "Too much.",
  });
  const endingAfter = async (atEnd: boolean) => {
    await stripe.subscriptions.update(remote, { cancel_at_period_end: atEnd });
    await syncFromProvider(story.tenant.scope, remote);
    return (await story.subscription(id)).coming?.ending ?? null;
  };
  expect(await endingAfter(false)).toBeNull();
  expect(await endingAfter(true)).toMatchObject({ by: "provider", reason: null });
});
