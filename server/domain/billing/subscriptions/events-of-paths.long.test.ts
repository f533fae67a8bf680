// What the events of a subscription's life say, over HTTP, on both providers: each path has a line of types, in order. From the events
// alone the subscription is built again.
import Stripe from "stripe";
import { describe, expect } from "vitest";
import { confirmAsHolder } from "../../../providers/stripe/contract.ts";
import { aStory, type Story } from "../../../testing/a-story.ts";
import { itWith } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { ensureCallbacks } from "../../tenants/provider/provider-callbacks.ts";

const it = itWith({ isWorker: true });

const CARD = "PROVIDER_A";
const INVOICE = "PROVIDER_B";
const NO_CARD = { cardprovider_test_card_token: undefined };

const aShop = (world: World, now = "2027-01-01T00:00:00Z") =>
  aStory(world, now, {
    plans: [
      { slug: "basic", prices: [{ amount: 1000 }] },
      { slug: "pro", prices: [{ amount: 3000 }] },
      { slug: "max", prices: [{ amount: 9000 }] },
      { slug: "tried", prices: [{ amount: 2000, trialDays: 14 }] },
      { slug: "briefly", prices: [{ amount: 2000, trialDays: 2 }] },
    ],
  });

interface Told {
  type: string;
  object_id: string;
  sequence: number;
  timestamp: string;
  // biome-ignore lint/suspicious/noExplicitAny: its schema is held by the OpenAPI document.
  data: any;
}

async function eventsOf(story: Story, id: string): Promise<Told[]> {
  const { body } = await story.get(`/v1/events?object_id=${id}&limit=200`);
  return body.data.toSorted((a: Told, b: Told) => a.sequence - b.sequence);
}

const lineOf = (events: Told[]) =>
  events.map(({ type }) => type.replace(/^(?:subscription|invoice)\./, "")).join(" ");

/** The state that the events alone give: by their types, and by the newest one's subscription. */
function rebuilt(events: Told[]) {
  let [status, isEnding, isChanging] = ["", false, false];
  let newest: Told["data"] = null;
  for (const { type, data } of events) {
    if (!type.startsWith("subscription.")) continue;
    newest = data;
    if (type === "subscription.trial_started") status = "TRIALING";
    if (type === "subscription.activated") status = "ACTIVE";
    if (type === "subscription.past_due") status = "PAST_DUE";
    if (type === "subscription.unpaid") status = "UNPAID";
    if (type === "subscription.paused") status = "PAUSED";
    if (type === "subscription.resumed") status = "TRIALING";
    if (type === "subscription.canceled") status = "CANCELED";
    if (type === "subscription.cancel_scheduled") isEnding = true;
    if (type === "subscription.cancel_withdrawn") isEnding = false;
    if (type === "subscription.change_scheduled") isChanging = true;
    if (/\.(?:plan_changed|change_unscheduled)$/.test(type)) isChanging = false;
  }
  return { status, isEnding, isChanging, newest };
}

/** Expects this line of events, and that they give the subscription as it is; entitlements count uses, which are no events of it. */
async function expectPath(story: Story, id: string, line: string): Promise<void> {
  const events = await eventsOf(story, id);
  expect(lineOf(events)).toBe(line);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, nth) => nth + 1));
  const { entitlements: _, ...present } = await story.subscription(id);
  const { newest, ...facts } = rebuilt(events);
  const untold = { entitlements: undefined };
  expect({ ...newest, ...untold }).toEqual({ ...present, ...untold });
  expect(facts.status).toBe(present.status);
  expect(facts.isChanging).toBe(present.pending_plan_price_id !== null);
  if (present.status !== "CANCELED") expect(facts.isEnding).toBe(present.canceled_at !== null);
}

const stripeOf = (world: World, story: Story) => {
  const { hostname: host, port } = new URL(world.sandboxUrl);
  return new Stripe(story.tenant.providerKey, { host, port, protocol: "http" });
};

const payBy = (story: Story, token: string) =>
  story.post("/v1/billing/payment-methods", {
    customer: story.customer,
    cardprovider_payment_method_id: token,
  });

const PROVIDERS = [CARD, INVOICE] as const;

describe("a subscription's events, when it", () => {
  it.for(PROVIDERS)("starts without a trial, by %s", async (provider, { world }) => {
    const story = await aShop(world);
    await expectPath(story, await story.start(provider, "basic"), "created activated");
  });

  it.for(PROVIDERS)("starts with a trial, by %s", async (provider, { world }) => {
    const story = await aShop(world);
    await expectPath(story, await story.start(provider, "tried"), "created trial_started");
  });

  it.for(PROVIDERS)("starts with a trial of two days, by %s", async (provider, { world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "briefly");
    await expectPath(story, id, "created trial_started trial_ending");
    await story.to("2027-01-04T02:00:00Z");
    await expectPath(story, id, "created trial_started trial_ending activated");
  });

  it("starts by a page to pay on", async ({ world }) => {
    const story = await aShop(world);
    await ensureCallbacks(story.tenant.scope);
    const sale = { customer: story.customer, plan_price_id: story.price("basic") };
    const page = await story.post("/v1/billing/checkout", sale);
    expect(page.status, JSON.stringify(page.body)).toBe(201);
    const body = new URLSearchParams({ number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" });
    expect((await fetch(page.body.url, { method: "POST", body, redirect: "manual" })).status).toBe(303);
    const found = async () =>
      (await story.get(`/v1/billing/subscriptions?customer=${story.customer}`)).body.data;
    await expect.poll(async () => (await found()).length, { timeout: 30_000, interval: 100 }).toBe(1);
    await expectPath(story, (await found())[0].id, "created activated");
  });

  it("ends its trial with a card, or is invoiced", async ({ world }) => {
    for (const provider of PROVIDERS) {
      const story = await aShop(world);
      const id = await story.start(provider, "tried");
      await story.to("2027-01-16T00:00:00Z");
      await expectPath(story, id, "created trial_started trial_ending activated");
      const ending = (await eventsOf(story, id)).find(({ type }) => type.endsWith("trial_ending"));
      expect([provider, ending?.timestamp]).toEqual([provider, "2027-01-12T00:00:00.000Z"]);
      expect(ending?.data.trial_end).toBe("2027-01-15T00:00:00.000Z");
    }
  });

  it.for([
    ["CANCEL", "canceled"],
    ["PAUSE", "paused"],
  ] as const)("ends its trial without a card, and the policy is %s", async ([policy, end], { world }) => {
    const story = await aShop(world);
    const set = await story.tenant.admin.send("PATCH", "/v1/settings", { trial_end_policy: policy });
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    const id = await story.start(CARD, "tried", NO_CARD);
    await story.to("2027-01-16T00:00:00Z");
    await expectPath(story, id, `created trial_started trial_ending ${end}`);
  });

  it.for(PROVIDERS)("is paused and resumed, active and in its trial, by %s", async (provider, { world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "basic");
    await story.tell(id, "pause");
    await expectPath(story, id, "created activated paused");
    await story.tell(id, "resume");
    await expectPath(story, id, "created activated paused resumed activated");
    await story.end(id);
    const tried = await story.start(provider, "tried");
    await story.tell(tried, "pause");
    await story.tell(tried, "resume");
    await expectPath(story, tried, "created trial_started paused resumed");
  });

  it.for(PROVIDERS)(
    "is canceled for its period's end, goes on, and ends after all, by %s",
    async (provider, { world }) => {
      const story = await aShop(world);
      const id = await story.start(provider, "basic");
      await story.tell(id, "cancel");
      await expectPath(story, id, "created activated cancel_scheduled");
      await story.tell(id, "pause");
      await story.tell(id, "resume");
      await expectPath(story, id, "created activated cancel_scheduled paused resumed activated");
      await story.tell(id, "resume");
      await story.tell(id, "cancel");
      await story.to("2027-02-01T02:00:00Z");
      const before = "created activated cancel_scheduled paused resumed activated";
      await expectPath(story, id, `${before} cancel_withdrawn cancel_scheduled canceled`);
    },
  );

  it.for([
    [CARD, "upcoming renewed plan_changed"],
    [INVOICE, "upcoming plan_changed renewed"],
  ] as const)("changes now, for later, and drops that, by %s", async ([provider, renewal], { world }) => {
    const story = await aShop(world);
    const id = await story.start(provider, "basic", provider === INVOICE ? { due_days: 365 } : {});
    const pro = { plan_price_id: story.price("pro") };
    await story.tell(id, "change-plan", pro);
    await expectPath(story, id, "created activated plan_changed");
    const later = { plan_price_id: story.price("basic"), effective: "period_end" };
    await story.tell(id, "change-plan", later);
    const dropped = await story.tenant.admin.send("DELETE", `/v1/billing/subscriptions/${id}/pending-change`);
    expect(dropped.status).toBe(200);
    await expectPath(story, id, "created activated plan_changed change_scheduled change_unscheduled");
    await story.tell(id, "change-plan", later);
    await story.to("2027-02-02T00:00:00Z");
    const before = "created activated plan_changed change_scheduled change_unscheduled change_scheduled";
    await expectPath(story, id, `${before} ${renewal}`);
    const upcoming = (await eventsOf(story, id)).find(({ type }) => type === "invoice.upcoming");
    expect(upcoming?.timestamp).toBe("2027-01-25T00:00:00.000Z");
    expect(upcoming?.data).toMatchObject({
      id,
      provider,
      plan_price_id: story.price("basic"),
      recurring_amount: 1000,
      currency: "USD",
      renews_at: "2027-02-01T00:00:00.000Z",
    });
  });

  it("changes when the cardholder's bank confirms, and not when it refuses", async ({ world }) => {
    const story = await aShop(world);
    const stripe = stripeOf(world, story);
    const id = await story.start(CARD, "basic");
    const { provider_customer_id: customer, provider_subscription_id: remote } = await story.subscription(id);
    const card = await stripe.paymentMethods.attach("pm_card_authenticationRequired", { customer });
    await stripe.subscriptions.update(remote, { default_payment_method: card.id });
    const pro = { plan_price_id: story.price("pro") };
    const asked = await story.tell(id, "change-plan", pro, 402);
    await expectPath(story, id, "created activated change_waiting");
    await confirmAsHolder({ stripe }, asked.details.client_secret, card.id);
    await story.tell(id, "change-plan", pro);
    await expectPath(story, id, "created activated change_waiting plan_changed");
    const declined = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
    await stripe.subscriptions.update(remote, { default_payment_method: declined.id });
    const other = await story.post(`/v1/billing/subscriptions/${id}/change-plan`, {
      plan_price_id: story.price("max"),
    });
    expect(other.status).toBe(402);
    await expectPath(story, id, "created activated change_waiting plan_changed");
  });

  it("tells that a change waits for its cardholder, and that it was dropped, by a person or in time", async ({
    world,
  }) => {
    const story = await aShop(world);
    const stripe = stripeOf(world, story);
    const id = await story.start(CARD, "basic");
    const { provider_customer_id: customer, provider_subscription_id: remote } = await story.subscription(id);
    const card = await stripe.paymentMethods.attach("pm_card_authenticationRequired", { customer });
    await stripe.subscriptions.update(remote, { default_payment_method: card.id });
    const pro = { plan_price_id: story.price("pro") };
    await story.tell(id, "change-plan", pro, 402);
    expect(
      (await story.tenant.admin.send("DELETE", `/v1/billing/subscriptions/${id}/pending-change`)).status,
    ).toBe(200);
    const dropped = "created activated change_waiting change_unscheduled";
    await expectPath(story, id, dropped);
    await story.tell(id, "change-plan", pro, 402);
    await expectPath(story, id, `${dropped} change_waiting`);
    // Asked for again, it waits with the same invoice.
    await story.tell(id, "change-plan", pro, 402);
    await expectPath(story, id, `${dropped} change_waiting`);
    await story.to("2027-01-20T00:00:00Z");
    const lapsed = `${dropped} change_waiting change_unscheduled`;
    await expectPath(story, id, lapsed);
    const last = (await eventsOf(story, id)).at(-1);
    expect(last?.timestamp).toBe("2027-01-20T00:00:00.000Z");
    await story.tell(id, "change-plan", pro, 402);
    await story.end(id);
    await expectPath(story, id, `${lapsed} change_waiting canceled change_unscheduled`);
  });

  it("tells of a change that is confirmed on the bank's page alone as one that waits for nothing", async ({
    world,
  }) => {
    const story = await aShop(world);
    await ensureCallbacks(story.tenant.scope);
    const stripe = stripeOf(world, story);
    const id = await story.start(CARD, "basic");
    const { provider_customer_id: customer, provider_subscription_id: remote } = await story.subscription(id);
    const card = await stripe.paymentMethods.attach("pm_card_authenticationRequired", { customer });
    await stripe.subscriptions.update(remote, { default_payment_method: card.id });
    const asked = await story.tell(id, "change-plan", { plan_price_id: story.price("pro") }, 402);
    await confirmAsHolder({ stripe }, asked.details.client_secret, card.id);
    await expect.poll(async () => (await eventsOf(story, id)).at(-1)?.type).toBe("subscription.plan_changed");
    await expectPath(story, id, "created activated change_waiting plan_changed");
  });

  it.for(PROVIDERS)(
    "is changed once where the same is asked for twice at once, by %s",
    async (provider, { world }) => {
      const story = await aShop(world);
      const id = await story.start(provider, "basic");
      const path = `/v1/billing/subscriptions/${id}/change-plan`;
      const answers = await Promise.all(
        [1, 2].map(() => story.post(path, { plan_price_id: story.price("pro") })),
      );
      expect(answers.map(({ status }) => status)).toContain(200);
      await expectPath(story, id, "created activated plan_changed");
    },
  );

  it.for(PROVIDERS)(
    "is paused or changed, and never charged while it is paused, by %s",
    async (provider, { world }) => {
      const story = await aShop(world);
      const id = await story.start(provider, "basic");
      const paths = ["pause", "change-plan"].map((what) => `/v1/billing/subscriptions/${id}/${what}`);
      const [pause, change] = await Promise.all([
        story.post(paths[0] ?? ""),
        story.post(paths[1] ?? "", { plan_price_id: story.price("pro") }),
      ]);
      const { status, plan_price_id: price } = await story.subscription(id);
      const told = (await eventsOf(story, id)).map(({ type }) => type.replace("subscription.", ""));
      expect([pause?.status, change?.status]).toContain(200);
      // A change that was made before the pause was paid for time that may be used.
      if (change?.status === 200 && pause?.status === 200)
        expect(told).toEqual(["created", "activated", "plan_changed", "paused"]);
      else
        expect([status, price === story.price("pro")]).toEqual(
          pause?.status === 200 ? ["PAUSED", false] : ["ACTIVE", true],
        );
    },
  );

  it("is past due, unpaid, and paid again, on cards", async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(CARD, "basic");
    await payBy(story, "pm_card_chargeCustomerFail");
    await story.to("2027-02-02T00:00:00Z");
    await expectPath(story, id, "created activated upcoming renewed past_due");
    await story.to("2027-02-27T00:00:00Z");
    expect((await payBy(story, "pm_card_visa")).status).toBe(200);
    await expectPath(story, id, "created activated upcoming renewed past_due upcoming unpaid activated");
  });

  it("is past due, unpaid, and paid again, by invoice", async ({ world }) => {
    const story = await aShop(world);
    await story.tenant.admin.send("PATCH", "/v1/settings", { unpaid_after_days: 10 });
    const id = await story.start(INVOICE, "basic", { due_days: 3 });
    await story.to("2027-01-20T00:00:00Z");
    await expectPath(story, id, "created activated past_due unpaid");
    const { data } = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body;
    await story.post(`/v1/billing/invoices/${data[0].id}/payments`);
    await expectPath(story, id, "created activated past_due unpaid activated");
  });

  it("moves between providers, and what the move brings is told with it", async ({ world }) => {
    const story = await aShop(world);
    const id = await story.start(INVOICE, "basic", { due_days: 3 });
    const token = { cardprovider_test_card_token: "tok_visa" };
    await story.tell(id, "move-provider", { provider: CARD, ...token });
    await expectPath(story, id, "created activated moved");
    await story.to("2027-02-02T00:00:00Z");
    await story.tell(id, "move-provider", { provider: INVOICE });
    await expectPath(story, id, "created activated moved upcoming renewed moved");
  });
});
