import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareTenant } from "../../../../doctor/providers.ts";
import { ManualClock } from "../../../../platform/clock.ts";
import { aCatalog } from "../../../../testing/a-catalog.ts";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { openWorld, type World } from "../../../../testing/world.ts";

let world: World;
const clock = new ManualClock(new Date());

beforeAll(async () => {
  world = await openWorld({ clock });
});

afterAll(() => world.close());

/** Two live subscriptions of a tenant, and the provider's SDK on its account. Callbacks are lost here. */
async function aTenantWithTwo() {
  const story = await aStory(world, new Date(Date.now() + 60_000).toISOString(), {
    plans: [
      { slug: "basic", prices: [{ amount: 1000 }] },
      { slug: "pro", prices: [{ amount: 3000 }] },
    ],
  });
  const start = async (customer: string) => {
    const reply = await story.post("/v1/billing/subscriptions", {
      customer,
      email: `${customer}@example.com`,
      plan_price_id: story.price("basic"),
      cardprovider_test_card_token: "tok_visa",
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return reply.body as { id: string; provider_subscription_id: string; provider_customer_id: string };
  };
  const [one, other] = [await start("one"), await start("other")];
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host, port: Number(port), protocol: "http" });
  return { story, one, other, stripe };
}

/** The differences after changes in progress have completed. */
async function drift(story: Story) {
  clock.advance(180);
  const { status, body } = await story.get("/v1/billing/cardprovider/drift");
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const mend = async (story: Story) =>
  (await story.post("/v1/billing/cardprovider/drift/mend")).body.differences;

const outcomes = (differences: { kind: string; outcome: string }[]) =>
  differences.map(({ kind, outcome }) => `${kind} ${outcome}`).sort();

async function decide(story: Story, kind: string, provider_subscription_id: string, action: string) {
  const fields = { kind, provider_subscription_id, action };
  const { status, body } = await story.post("/v1/billing/cardprovider/drift/decide", fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function undo(story: Story, id: string) {
  const { status, body } = await story.post(`/v1/billing/cardprovider/drift/mends/${id}/undo`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

describe("the drift report", () => {
  it("is empty where both sides agree", { tags: ["long"] }, async () => {
    const { story } = await aTenantWithTwo();
    expect(await drift(story)).toMatchObject({ ours: 2, theirs: 2, differences: [] });
    expect(await mend(story)).toEqual([]);
  });

  it("counts the live ones on both sides, not those that have ended or whose first payment was given up", {
    tags: ["long"],
  }, async () => {
    const { story, one, stripe } = await aTenantWithTwo();
    const ended = await story.post(`/v1/billing/subscriptions/${one.id}/cancel`, { at: "now" });
    expect(ended.status).toBe(200);
    const abandoned = await story.post("/v1/billing/subscriptions", {
      customer: "hesitant",
      email: "hesitant@example.com",
      plan_price_id: story.price("basic"),
      cardprovider_payment_method_id: "pm_card_authenticationRequired",
    });
    expect([abandoned.status, abandoned.body.code]).toEqual([402, "K7002"]);
    const there = await stripe.subscriptions.list({ status: "all" });
    expect(there.data.map(({ status }) => status).sort()).toEqual(["active", "canceled", "incomplete"]);
    expect(await drift(story)).toMatchObject({ ours: 1, theirs: 1, differences: [] });
  });

  it("finds changes whose callbacks were lost, and mends an end, an ending and invoices; prices wait for a person", {
    tags: ["long"],
  }, async () => {
    const { story, one, other, stripe } = await aTenantWithTwo();
    await stripe.subscriptions.cancel(one.provider_subscription_id);
    await stripe.subscriptions.update(other.provider_subscription_id, { cancel_at_period_end: true });
    const { items } = await stripe.subscriptions.retrieve(other.provider_subscription_id);
    const [item] = items.data;
    const pro = await stripe.prices.create({
      product: String(item?.price.product),
      currency: "usd",
      unit_amount: 1,
      recurring: { interval: "month" },
    });
    await stripe.subscriptions.update(other.provider_subscription_id, {
      items: [{ id: item?.id ?? "", price: pro.id }],
      proration_behavior: "none",
    });
    const { differences } = await drift(story);
    expect(
      differences.map(({ kind, subscription_id, can_mend }: Record<string, unknown>) => [
        kind,
        subscription_id,
        can_mend,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["status", one.id, true],
        ["ending", other.id, true],
        ["prices", other.id, false],
      ]),
    );
    expect(differences).toHaveLength(3);
    expect(outcomes(await mend(story))).toEqual(["ending mended", "prices open", "status mended"]);
    expect((await drift(story)).differences).toMatchObject([{ kind: "prices", decision: "tell_provider" }]);
    expect((await story.subscription(one.id)).status).toBe("CANCELED");
    expect((await story.subscription(other.id)).canceled_at).not.toBeNull();
    const still = await stripe.subscriptions.retrieve(other.provider_subscription_id);
    expect(still.items.data[0]?.price.id).toBe(pro.id);
    const decided = await decide(story, "prices", other.provider_subscription_id, "tell_provider");
    expect(decided).toMatchObject({ outcome: "mended" });
    const again = await stripe.subscriptions.retrieve(other.provider_subscription_id);
    expect(again.items.data[0]?.price.unit_amount).toBe(1000);
    await undo(story, decided.mend_id);
    const undone = await stripe.subscriptions.retrieve(other.provider_subscription_id);
    expect(undone.items.data[0]?.price.id).toBe(pro.id);
    expect((await story.invoices(one.id)).map(({ total, status }) => [total, status])).toEqual([
      [1000, "PAID"],
    ]);
  });

  it("finds a duplicate live subscription, ends and refunds only that one, once, and stores the repair", {
    tags: ["long"],
  }, async () => {
    const { story, one, stripe } = await aTenantWithTwo();
    const known = await stripe.subscriptions.retrieve(one.provider_subscription_id);
    const copy = await stripe.subscriptions.create({
      customer: one.provider_customer_id,
      items: [{ price: known.items.data[0]?.price.id ?? "" }],
      metadata: known.metadata,
    });
    expect((await drift(story)).differences).toMatchObject([
      {
        kind: "twice",
        subscription_id: one.id,
        provider_subscription_id: copy.id,
        ours: one.provider_subscription_id,
        theirs: copy.id,
        can_mend: true,
      },
    ]);
    const [mended] = await mend(story);
    expect(mended).toMatchObject({ kind: "twice", outcome: "mended", is_mended: true });
    expect((await stripe.subscriptions.retrieve(copy.id)).status).toBe("canceled");
    expect((await stripe.subscriptions.retrieve(one.provider_subscription_id)).status).toBe("active");
    const charges = await stripe.charges.list({ customer: one.provider_customer_id });
    expect(charges.data.map(({ amount_refunded }) => amount_refunded).sort()).toEqual([0, 1000]);
    expect((await story.subscription(one.id)).status).toBe("ACTIVE");
    const where = { tenantId: story.tenant.id };
    const events = await world.services.db.event.findMany({ where, select: { type: true } });
    expect(events.filter(({ type }) => type === "subscription.surplus_ended")).toHaveLength(1);
    const audit = await world.services.db.auditEntry.findMany({
      where: { ...where, objectId: mended.mend_id },
    });
    expect(audit).toMatchObject([{ action: "drift.mended" }]);
    const stored = await story.get("/v1/billing/cardprovider/drift/mends");
    expect(stored.body.data).toMatchObject([
      {
        action: "end_surplus",
        before: { theirs: { status: "ACTIVE" } },
        after: { theirs: { status: "CANCELED" } },
      },
    ]);
    const undo = await story.post(`/v1/billing/cardprovider/drift/mends/${mended.mend_id}/undo`);
    expect([undo.status, undo.body.code]).toEqual([409, "K7017"]);
    expect((await drift(story)).differences).toEqual([]);
    expect(await mend(story)).toEqual([]);
  });

  it("treats a subscription as a duplicate only while ours is live at the provider", {
    tags: ["long"],
  }, async () => {
    const { story, one, stripe } = await aTenantWithTwo();
    const known = await stripe.subscriptions.retrieve(one.provider_subscription_id);
    const copy = await stripe.subscriptions.create({
      customer: one.provider_customer_id,
      items: [{ price: known.items.data[0]?.price.id ?? "" }],
      metadata: known.metadata,
    });
    await stripe.subscriptions.cancel(one.provider_subscription_id);
    const { differences } = await drift(story);
    expect(differences.map(({ kind }: { kind: string }) => kind).sort()).toEqual(["status", "unknown"]);
    expect(outcomes(await mend(story))).toEqual(["status mended", "unknown left"]);
    expect((await stripe.subscriptions.retrieve(copy.id)).status).toBe("active");
  });

  it("does not end a subscription that the provider lacks, and schedules a missing change again", {
    tags: ["long"],
  }, async () => {
    const { story, one, other, stripe } = await aTenantWithTwo();
    const later = { plan_price_id: story.price("pro"), effective: "period_end" };
    await story.tell(other.id, "change-plan", later);
    const { schedule } = await stripe.subscriptions.retrieve(other.provider_subscription_id);
    await stripe.subscriptionSchedules.release(String(schedule));
    await world.services.db.subscription.updateMany({
      where: { tenantId: story.tenant.id, id: one.id },
      data: { providerSubscriptionId: "sub_gone" },
    });
    const kinds = (await drift(story)).differences.map(({ kind }: { kind: string }) => kind);
    expect(kinds.sort()).toEqual(["missing", "schedule", "unknown"]);
    expect(outcomes(await mend(story))).toEqual(["missing open", "schedule mended", "unknown left"]);
    expect((await story.subscription(one.id)).status).toBe("ACTIVE");
    const scheduled = await stripe.subscriptions.retrieve(other.provider_subscription_id);
    expect(scheduled.schedule).not.toBeNull();
  });

  it("finds, on a test clock, prices and a schedule that are not known here; a person drops the schedule", {
    tags: ["long"],
  }, async () => {
    const { story, stripe } = await aTenantWithTwo();
    const rival = await aCatalog(story.tenant.scope, {
      plans: [{ slug: "rival", prices: [{ amount: 500 }] }],
    });
    const rivals = { plan_price_id: rival.plans.rival?.prices[0] };
    const id = await story.start("PROVIDER_A", "basic");
    const other = await story.start("PROVIDER_A", "basic", rivals);
    expect((await drift(story)).differences).toEqual([]);
    const remoteOf = async (ours: string) => (await story.subscription(ours)).provider_subscription_id;
    const [remote, scheduled] = [await remoteOf(id), await remoteOf(other)];
    const { items } = await stripe.subscriptions.retrieve(remote);
    const [item] = items.data;
    const price = await stripe.prices.create({
      product: String(item?.price.product),
      currency: "usd",
      unit_amount: 1,
      recurring: { interval: "month" },
    });
    await stripe.subscriptions.update(remote, {
      items: [{ id: item?.id ?? "", price: price.id }],
      proration_behavior: "none",
    });
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: scheduled });
    const [now] = schedule.phases;
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        {
          start_date: now?.start_date ?? 0,
          end_date: now?.end_date ?? 0,
          items: [{ price: String(now?.items[0]?.price), quantity: 1 }],
        },
        { items: [{ price: price.id, quantity: 1 }], duration: { interval: "month", interval_count: 1 } },
      ],
    });
    const found = await drift(story);
    expect(found).toMatchObject({ ours: 4, theirs: 4 });
    expect(found.differences).toMatchObject([
      { kind: "prices", subscription_id: id, can_mend: false, decision: "tell_provider" },
      { kind: "unknown_schedule", subscription_id: other, can_mend: false, decision: "release_schedule" },
    ]);
    expect((await compareTenant(story.tenant.scope)).wrong.map((line) => line.trim())).toEqual([
      expect.stringContaining(`${id}: prices`),
      `${story.tenant.id} ${other}: unknown_schedule, here none, there waits`,
    ]);
    expect(outcomes(await mend(story))).toEqual(["prices open", "unknown_schedule open"]);
    const decided = await decide(story, "unknown_schedule", scheduled, "release_schedule");
    expect(decided).toMatchObject({ outcome: "mended" });
    expect((await stripe.subscriptions.retrieve(scheduled)).schedule).toBeNull();
    const undone = await story.post(`/v1/billing/cardprovider/drift/mends/${decided.mend_id}/undo`);
    expect([undone.status, undone.body.code]).toEqual([409, "K7017"]);
    expect((await drift(story)).differences).toMatchObject([{ kind: "prices" }]);
  });

  it("finds a schedule that is not the change that waits here; ours takes its place when a person drops it", {
    tags: ["long"],
  }, async () => {
    const story = await aStory(world, "2030-04-01T00:00:00Z", {
      plans: [
        { slug: "big", prices: [{ amount: 2000 }] },
        { slug: "small", prices: [{ amount: 1000 }] },
      ],
    });
    const { hostname: host, port } = new URL(world.sandboxUrl);
    const stripe = new Stripe(story.tenant.providerKey, { host, port, protocol: "http" });
    const id = await story.start("PROVIDER_A", "big");
    const wanted = { plan_price_id: story.price("small"), effective: "period_end" };
    await story.tell(id, "change-plan", wanted);
    expect((await drift(story)).differences).toEqual([]);
    const { provider_subscription_id: remote } = await story.subscription(id);
    const { schedule } = await stripe.subscriptions.retrieve(remote);
    const { phases } = await stripe.subscriptionSchedules.retrieve(String(schedule));
    const price = await stripe.prices.create({
      currency: "usd",
      unit_amount: 1234,
      product_data: { name: "Theirs" },
      recurring: { interval: "month" },
    });
    await stripe.subscriptionSchedules.update(String(schedule), {
      phases: phases.map(({ start_date, end_date, items }, nth) => ({
        start_date,
        end_date,
        proration_behavior: "none" as const,
        items: [{ price: nth === 0 ? String(items[0]?.price) : price.id, quantity: 1 }],
      })),
    });
    const found = (await drift(story)).differences;
    expect(found).toMatchObject([
      { kind: "unknown_schedule", subscription_id: id, can_mend: false, decision: "release_schedule" },
    ]);
    expect(found[0]).toMatchObject({
      theirs: `${price.id} × 1`,
      ours: expect.stringMatching(/^price_\S+ × 1$/),
    });
    expect((await compareTenant(story.tenant.scope)).wrong.join()).toContain(`${id}: unknown_schedule`);
    expect(outcomes(await mend(story))).toEqual(["unknown_schedule open"]);
    const decided = await decide(story, "unknown_schedule", remote, "release_schedule");
    expect(decided).toMatchObject({ outcome: "mended" });
    expect((await drift(story)).differences).toEqual([]);
    const after = await stripe.subscriptions.retrieve(remote, { expand: ["schedule"] });
    if (after.schedule === null || typeof after.schedule === "string") throw new Error("Not expanded.");
    expect(after.schedule.phases[1]?.items[0]?.price).toBe(phases[1]?.items[0]?.price);
  });

  it("is for admins only", { tags: ["long"] }, async () => {
    const { story } = await aTenantWithTwo();
    expect((await story.tenant.server.get("/v1/billing/cardprovider/drift")).status).toBe(403);
    expect((await story.tenant.server.post("/v1/billing/cardprovider/drift/mend")).status).toBe(403);
  });
});
