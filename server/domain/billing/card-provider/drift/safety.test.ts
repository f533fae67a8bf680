import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ManualClock } from "../../../../platform/clock.ts";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { openWorld, type World } from "../../../../testing/world.ts";
import { storeProviderAccount } from "../../../tenants/provider/store-provider-account.ts";
import { mendDrift } from "./drift.ts";

let world: World;
const clock = new ManualClock(new Date());

beforeAll(async () => {
  world = await openWorld({ clock });
});

afterAll(() => world.close());

const DRIFT = "/v1/billing/cardprovider/drift";

interface Started {
  id: string;
  provider_subscription_id: string;
  provider_customer_id: string;
}

/** Live subscriptions of a tenant, and the provider's SDK on its account. Callbacks are not delivered here. */
async function aTenantWith(count: number) {
  const story = await aStory(world, new Date(Date.now() + 60_000).toISOString(), {
    features: { seats: { type: "ALLOCATED" } },
    plans: [{ slug: "basic", entitlements: { seats: { limit: 7 } }, prices: [{ amount: 1000 }] }],
  });
  const started: Started[] = [];
  for (let number = 1; number <= count; number++) {
    const { status, body } = await story.post("/v1/billing/subscriptions", {
      customer: `c${number}`,
      email: `c${number}@example.com`,
      plan_price_id: story.price("basic"),
      cardprovider_test_card_token: "tok_visa",
    });
    expect(status, JSON.stringify(body)).toBe(201);
    started.push(body);
  }
  clock.advance(180);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(story.tenant.providerKey, { host, port: Number(port), protocol: "http" });
  return { story, started, stripe, statuses: () => statusesOf(story, started) };
}

async function statusesOf(story: Story, started: Started[]): Promise<string[]> {
  return Promise.all(started.map(async ({ id }) => (await story.subscription(id)).status));
}

/** Gives the tenant a key of another account with the provider. */
async function connectAnother(story: Story): Promise<void> {
  const { secretKey } = await world.services.sandboxKeys.issue();
  return storeProviderAccount(
    story.tenant.scope,
    { endpoint: "sandbox", secretKey, publishableKey: null },
    null,
  );
}

/** Makes the provider forget a subscription, as far as we can see. */
async function lose(story: Story, { id, provider_subscription_id }: Started, name = "gone"): Promise<string> {
  const lost = `sub_${name}_${provider_subscription_id}`;
  await world.services.db.subscription.updateMany({
    where: { tenantId: story.tenant.id, id },
    data: { providerSubscriptionId: lost },
  });
  return lost;
}

async function ok(reply: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await reply;
  expect(status, JSON.stringify(body)).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: answers are held against the OpenAPI document by the client.
  return body as any;
}

describe("a key of another account", () => {
  it("ends nothing and mends nothing, and names the key's account", { tags: ["long"] }, async () => {
    const { story, statuses } = await aTenantWith(4);
    await connectAnother(story);
    const shown = await ok(story.get(DRIFT));
    expect(shown).toMatchObject({ state: "ANOTHER_ACCOUNT", differences: [] });
    expect(shown.account_id).toMatch(/^acct_/);
    expect(shown.key_account_id).toMatch(/^acct_/);
    expect(shown.key_account_id).not.toBe(shown.account_id);
    expect(await mendDrift(story.tenant.scope)).toMatchObject({ state: "ANOTHER_ACCOUNT", differences: [] });
    expect(await statuses()).toEqual(["ACTIVE", "ACTIVE", "ACTIVE", "ACTIVE"]);
    const { run } = await ok(story.get(`${DRIFT}/run`));
    expect(run).toMatchObject({ state: "ANOTHER_ACCOUNT", key_account_id: shown.key_account_id, mended: 0 });
  });

  it("is known also where the account was not stored when it was connected", { tags: ["long"] }, async () => {
    const { story, statuses } = await aTenantWith(1);
    const where = { tenantId: story.tenant.id };
    await world.services.db.providerAccount.updateMany({ where, data: { accountId: null } });
    await ok(story.get(DRIFT));
    const { accountId } = await storedAccount(story);
    expect(accountId).toMatch(/^acct_/);
    await world.services.db.providerAccount.updateMany({ where, data: { accountId: null } });
    await connectAnother(story);
    expect(await ok(story.get(DRIFT))).toMatchObject({ state: "ANOTHER_ACCOUNT" });
    expect(await statuses()).toEqual(["ACTIVE"]);
  });

  it("prevents decisions about the differences that it shows", { tags: ["long"] }, async () => {
    const { story, started, statuses } = await aTenantWith(1);
    const [one] = started as [Started];
    await connectAnother(story);
    const fields = {
      provider_subscription_id: one.provider_subscription_id,
      kind: "missing",
      action: "end_here",
    };
    const { status, body } = await story.post(`${DRIFT}/decide`, fields);
    expect([status, body.code]).toEqual([409, "K7016"]);
    expect(await statuses()).toEqual(["ACTIVE"]);
  });
});

function storedAccount(story: Story) {
  return world.services.db.providerAccount.findFirstOrThrow({ where: { tenantId: story.tenant.id } });
}

describe("many at once", () => {
  it("stop the run, also for the differences that it would have mended, until a person allows it", {
    tags: ["long"],
  }, async () => {
    const { story, started, stripe, statuses } = await aTenantWith(5);
    const lost = started.slice(0, 3);
    for (const one of lost) await lose(story, one);
    const [fourth, fifth] = started.slice(3) as [Started, Started];
    await stripe.subscriptions.cancel(fourth.provider_subscription_id);
    await stripe.subscriptions.update(fifth.provider_subscription_id, { cancel_at_period_end: true });
    const stopped = await ok(story.post(`${DRIFT}/mend`));
    expect(stopped.state).toBe("TOO_MANY");
    expect(stopped.differences.some(({ outcome }: { outcome: string }) => outcome !== "open")).toBe(false);
    expect(await statuses()).toEqual(["ACTIVE", "ACTIVE", "ACTIVE", "ACTIVE", "ACTIVE"]);
    expect((await ok(story.get(`${DRIFT}/run`))).run).toMatchObject({ state: "TOO_MANY", mended: 0 });
    await ok(story.post(`${DRIFT}/mend`, { despite_many: true }));
    expect(await statuses()).toEqual(["ACTIVE", "ACTIVE", "ACTIVE", "CANCELED", "ACTIVE"]);
    expect((await story.subscription(fifth.id)).canceled_at).not.toBeNull();
  });
});

describe("what a person decides", () => {
  it("ends here what is missing there, and the undo gives the customer everything back", {
    tags: ["long"],
  }, async () => {
    const { story, started } = await aTenantWith(1);
    const [one] = started as [Started];
    const before = await story.subscription(one.id);
    const provider_subscription_id = await lose(story, one);
    const fields = { kind: "missing", provider_subscription_id, action: "end_here" };
    const decided = await ok(story.post(`${DRIFT}/decide`, fields));
    expect(decided).toMatchObject({ outcome: "mended", failure: null });
    expect((await story.subscription(one.id)).status).toBe("CANCELED");
    const seats = () => story.get("/v1/billing/entitlements/seats?customer=c1");
    expect((await seats()).body.allowed).toBe(false);
    const { data } = await ok(story.get(`${DRIFT}/mends`));
    expect(data).toMatchObject([
      { id: decided.mend_id, before: { ours: { status: "ACTIVE" }, theirs: null }, undone_at: null },
    ]);
    await ok(story.post(`${DRIFT}/mends/${decided.mend_id}/undo`));
    const { updated_at: _, ...after } = await story.subscription(one.id);
    expect({ ...before, provider_subscription_id }).toMatchObject(after);
    expect((await seats()).body).toMatchObject({ allowed: true, limit: 7 });
    const twice = await story.post(`${DRIFT}/mends/${decided.mend_id}/undo`);
    expect([twice.status, twice.body.code]).toEqual([409, "K7017"]);
    const actions = (await ok(story.tenant.admin.get(`/v1/audit?object_id=${decided.mend_id}`))).data;
    expect(actions.map(({ action }: { action: string }) => action).sort()).toEqual([
      "drift.mend_undone",
      "drift.mended",
    ]);
  });

  it("restores what an older version ended by mistake while it was live at the provider", {
    tags: ["long"],
  }, async () => {
    const { story, started } = await aTenantWith(2);
    const [one] = started as [Started];
    const now = clock.now();
    await world.services.db.subscription.updateMany({
      where: { tenantId: story.tenant.id, id: one.id },
      data: { status: "CANCELED", endedAt: now, canceledAt: now, updatedAt: now },
    });
    clock.advance(180);
    const { differences } = await ok(story.post(`${DRIFT}/mend`));
    expect(differences).toMatchObject([
      { kind: "ended_here", subscription_id: one.id, outcome: "open", decision: "restore_here" },
    ]);
    const { provider_subscription_id } = one;
    const fields = { kind: "ended_here", provider_subscription_id, action: "restore_here" };
    const decided = await ok(story.post(`${DRIFT}/decide`, fields));
    expect(decided.outcome).toBe("mended");
    expect(await story.subscription(one.id)).toMatchObject({
      status: "ACTIVE",
      ended_at: null,
      canceled_at: null,
    });
    clock.advance(180);
    expect((await ok(story.get(DRIFT))).differences).toEqual([]);
    await ok(story.post(`${DRIFT}/mends/${decided.mend_id}/undo`));
    expect((await story.subscription(one.id)).status).toBe("CANCELED");
  });

  it("does not restore one that another live subscription has replaced", { tags: ["long"] }, async () => {
    const { story, started } = await aTenantWith(1);
    const [one] = started as [Started];
    const provider_subscription_id = await lose(story, one);
    const fields = { kind: "missing", provider_subscription_id, action: "end_here" };
    const decided = await ok(story.post(`${DRIFT}/decide`, fields));
    const again = {
      customer: "c1",
      plan_price_id: story.price("basic"),
      cardprovider_test_card_token: "tok_visa",
    };
    const next = await story.post("/v1/billing/subscriptions", again);
    expect(next.status).toBe(201);
    const undone = await story.post(`${DRIFT}/mends/${decided.mend_id}/undo`);
    expect([undone.status, undone.body.code]).toEqual([409, "K6002"]);
    expect(undone.body.details.subscription_id).toBe(next.body.id);
  });

  it("is refused when the difference no longer exists, and is for admins only", {
    tags: ["long"],
  }, async () => {
    const { story, started } = await aTenantWith(1);
    const [{ provider_subscription_id }] = started as [Started];
    const fields = { kind: "missing", provider_subscription_id, action: "end_here" };
    const { status, body } = await story.post(`${DRIFT}/decide`, fields);
    expect([status, body.code]).toEqual([409, "K7014"]);
    for (const [path, input] of [
      ["decide", fields],
      ["mends/mend_1/undo", {}],
    ] as const)
      expect((await story.tenant.server.post(`${DRIFT}/${path}`, input)).status).toBe(403);
    expect((await story.post(`${DRIFT}/mends/mend_1/undo`)).body.code).toBe("K7018");
  });
});

describe("the hourly run", () => {
  it("continues after a failure, reports each result, and skips repairs that a person has undone", {
    tags: ["long"],
  }, async () => {
    const { story, started, stripe } = await aTenantWith(3);
    const [one, two, three] = started as [Started, Started, Started];
    for (const { provider_subscription_id } of started)
      await stripe.subscriptions.update(provider_subscription_id, { cancel_at_period_end: true });
    // The row cannot be written: the test has removed the row that it refers to.
    await world.services.pool.query(
      `create or replace function test_refuse_${two.id}() returns trigger language plpgsql as $$
       begin if new.id = '${two.id}' then raise exception 'refused by the test'; end if; return new; end $$`,
    );
    await world.services.pool.query(
      `create trigger test_refuse_${two.id} before update on subscriptions for each row execute function test_refuse_${two.id}()`,
    );
    try {
      const { differences } = await ok(story.post(`${DRIFT}/mend`));
      const results = Object.fromEntries(
        differences.map((each: { subscription_id: string; outcome: string }) => [
          each.subscription_id,
          each.outcome,
        ]),
      );
      expect(results).toEqual({ [one.id]: "mended", [two.id]: "failed", [three.id]: "mended" });
      expect((await ok(story.get(`${DRIFT}/run`))).run).toMatchObject({
        mended: 2,
        failed: 1,
        differences: 1,
      });
      const { data } = await ok(story.get(`${DRIFT}/mends`));
      expect(data).toHaveLength(2);
    } finally {
      await world.services.pool.query(`drop trigger test_refuse_${two.id} on subscriptions`);
      await world.services.pool.query(`drop function test_refuse_${two.id}`);
    }
    const { data } = await ok(story.get(`${DRIFT}/mends`));
    const mine = data.find((each: { subscription_id: string }) => each.subscription_id === one.id);
    await ok(story.post(`${DRIFT}/mends/${mine.id}/undo`));
    clock.advance(180);
    const again = await ok(story.post(`${DRIFT}/mend`));
    expect(
      again.differences.map((each: { subscription_id: string; outcome: string }) => [
        each.subscription_id,
        each.outcome,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [one.id, "held"],
        [two.id, "mended"],
      ]),
    );
    expect((await story.subscription(one.id)).canceled_at).toBeNull();
  });

  it("does not report a difference that still exists as mended", { tags: ["long"] }, async () => {
    const { story, started, stripe } = await aTenantWith(1);
    const [one] = started as [Started];
    // A trial that was added at the provider: our status table does not allow this transition.
    await stripe.subscriptions.update(one.provider_subscription_id, {
      trial_end: Math.floor(Date.now() / 1000) + 20 * 86_400,
      proration_behavior: "none",
    });
    const { differences } = await ok(story.post(`${DRIFT}/mend`));
    const status = differences.find(({ kind }: { kind: string }) => kind === "status");
    expect(status).toMatchObject({ ours: "ACTIVE", theirs: "TRIALING", outcome: "left", is_mended: false });
  });

  it("neither changes prices nor touches a schedule that was not made here", { tags: ["long"] }, async () => {
    const { story, started, stripe } = await aTenantWith(1);
    const [one] = started as [Started];
    const { items } = await stripe.subscriptions.retrieve(one.provider_subscription_id);
    const [item] = items.data;
    const contract = await stripe.prices.create({
      product: String(item?.price.product),
      currency: "usd",
      unit_amount: 700,
      recurring: { interval: "month" },
    });
    await stripe.subscriptions.update(one.provider_subscription_id, {
      items: [{ id: item?.id ?? "", price: contract.id }],
      proration_behavior: "none",
    });
    const schedule = await stripe.subscriptionSchedules.create({
      from_subscription: one.provider_subscription_id,
    });
    const { differences } = await ok(story.post(`${DRIFT}/mend`));
    expect(differences).toMatchObject([{ kind: "prices", outcome: "open", decision: "tell_provider" }]);
    const { provider_subscription_id } = one;
    const fields = { kind: "prices", provider_subscription_id, action: "tell_provider" };
    const decided = await ok(story.post(`${DRIFT}/decide`, fields));
    expect(decided).toMatchObject({ outcome: "failed", failure: { code: "K7015" } });
    const after = await stripe.subscriptions.retrieve(one.provider_subscription_id);
    expect(after.items.data[0]?.price.id).toBe(contract.id);
    expect(after.schedule).toBe(schedule.id);
    expect((await stripe.subscriptionSchedules.retrieve(schedule.id)).status).toBe("active");
  });

  it("creates nothing at the provider by comparing", { tags: ["long"] }, async () => {
    const { story, started, stripe } = await aTenantWith(1);
    expect(started).toHaveLength(1);
    await world.services.db.providerReference.deleteMany({
      where: { tenantId: story.tenant.id, kind: { in: ["PRICE", "PRODUCT"] } },
    });
    const count = async () => (await stripe.prices.list({ limit: 100 })).data.length;
    const before = await count();
    expect((await ok(story.get(DRIFT))).differences).toEqual([]);
    expect(await count()).toBe(before);
    const references = await world.services.db.providerReference.count({
      where: { tenantId: story.tenant.id, kind: "PRICE" },
    });
    expect(references).toBe(0);
  });
});
