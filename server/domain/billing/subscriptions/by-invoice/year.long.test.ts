import { describe, expect } from "vitest";
import { aStory, type Story } from "../../../../testing/a-story.ts";
import { it } from "../../../../testing/it.ts";
import type { World } from "../../../../testing/world.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";

// A year of one customer's life on cards, on a test clock.

const aBusiness = (world: World, now: string) =>
  aStory(world, now, {
    features: { projects: { type: "ALLOCATED" } },
    plans: [
      {
        slug: "basic",
        entitlements: { projects: { limit: 3 } },
        prices: [{ amount: 1000, trialDays: 14, trialNeedsCard: true }],
      },
      { slug: "pro", entitlements: { projects: { limit: 30 } }, prices: [{ amount: 3000 }] },
    ],
  });

/** Changes of status: each has one event and one audit row, and our row says what the provider says. */
async function history(world: World, story: Story, id: string) {
  const { db } = world.services;
  const { tenantId } = story.tenant.scope;
  const events = await db.event.findMany({ where: { tenantId, objectId: id }, orderBy: { sequence: "asc" } });
  const audit = await db.auditEntry.findMany({ where: { tenantId, objectId: id }, orderBy: { id: "asc" } });
  expect(audit.map(({ action }) => action).sort()).toEqual(events.map(({ type }) => type).sort());
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  const statuses = events
    // Of the next invoice, what an event tells is no subscription.
    .filter(({ type }) => type.startsWith("subscription."))
    .map(({ data }) => (data as { status: string }).status);
  return statuses.filter((status, index) => status !== statuses[index - 1]);
}

async function agree(world: World, story: Story, id: string) {
  const row = await world.services.db.subscription.findFirstOrThrow({ where: { id } });
  const provider = await cardProviderOf(story.tenant.scope);
  const remote = await provider.readSubscription(row.providerSubscriptionId ?? "");
  expect({
    status: row.status,
    end: row.currentPeriodEnd,
    ending: row.cancelAtPeriodEnd,
    ended: row.endedAt,
  }).toEqual({
    status: remote?.status,
    end: remote?.currentPeriodEnd,
    ending: remote?.cancelAtPeriodEnd,
    ended: remote?.endedAt,
  });
  return row.status;
}

const card = (story: Story, token: string) =>
  story.post("/v1/billing/payment-methods", {
    customer: story.customer,
    cardprovider_payment_method_id: token,
  });

describe("a year on cards", () => {
  it("trial, upgrade, a failed renewal, a new card, downgrade, pause, the end", {
    timeout: 120_000,
  }, async ({ world }) => {
    const story = await aBusiness(world, "2027-01-01T00:00:00Z");
    const id = await story.start("PROVIDER_A", "basic");
    expect(await agree(world, story, id)).toBe("TRIALING");

    await story.to("2027-01-16T00:00:00Z");
    expect(await agree(world, story, id)).toBe("ACTIVE");

    const plan_price_id = story.price("pro");
    const quote = await story.tell(id, "change-plan/preview", { plan_price_id }, 201);
    expect((await story.tell(id, "change-plan", { plan_price_id, quote_id: quote.id })).plan.slug).toBe(
      "pro",
    );
    expect(await agree(world, story, id)).toBe("ACTIVE");

    expect((await card(story, "pm_card_chargeCustomerFail")).status).toBe(200);
    await story.to("2027-02-15T03:00:00Z");
    expect(await agree(world, story, id)).toBe("PAST_DUE");
    const open = (await story.get(`/v1/billing/invoices?subscription_id=${id}&status=OPEN`)).body.data;
    expect(open).toMatchObject([{ total: 3000, attempt_count: 1 }]);
    expect(open[0].next_attempt_at).not.toBeNull();

    const refused = await card(story, "pm_card_chargeCustomerFail");
    expect([refused.status, refused.body.code]).toEqual([402, "K7001"]);
    expect(await agree(world, story, id)).toBe("PAST_DUE");
    expect((await card(story, "pm_card_visa")).body.data[0]).toMatchObject({
      brand: "visa",
      is_default: true,
    });
    expect(await agree(world, story, id)).toBe("ACTIVE");
    expect((await story.get(`/v1/billing/invoices/${open[0].id}`)).body.status).toBe("PAID");

    const basic = { plan_price_id: story.price("basic"), effective: "period_end" };
    expect((await story.tell(id, "change-plan", basic)).pending_plan_price_id).toBe(story.price("basic"));
    await story.to("2027-03-16T00:00:00Z");
    expect(await story.subscription(id)).toMatchObject({
      plan: { slug: "basic" },
      pending_plan_price_id: null,
    });
    expect(await agree(world, story, id)).toBe("ACTIVE");

    expect((await story.tell(id, "pause")).status).toBe("PAUSED");
    await story.to("2027-05-20T00:00:00Z");
    expect(await agree(world, story, id)).toBe("PAUSED");
    expect((await story.tell(id, "resume")).status).toBe("ACTIVE");

    await story.to("2027-12-01T00:00:00Z");
    expect((await story.tell(id, "cancel", { reason: "moving on" })).canceled_at).toBe(
      "2027-12-01T00:00:00.000Z",
    );
    await story.to("2027-12-31T00:00:00Z");
    expect(await agree(world, story, id)).toBe("CANCELED");
    expect((await story.subscription(id)).ended_at).toBe("2027-12-15T00:00:00.000Z");

    expect(await history(world, story, id)).toEqual([
      "TRIALING",
      "ACTIVE",
      "PAST_DUE",
      "ACTIVE",
      "PAUSED",
      "ACTIVE",
      "CANCELED",
    ]);
    const paid = (await story.invoices(id))
      .filter(({ status }) => status === "PAID")
      .map(({ total }) => total);
    // The trial's, January's, the upgrade's, February's (late), March's, and from May's renewal after the pause to November's.
    expect(paid).toEqual([0, 1000, quote.total, 3000, 1000, ...Array(6).fill(1000)]);
  });

  it("retries used up end as the tenant wants it, with the sandbox as it comes", {
    timeout: 60_000,
  }, async ({ world }) => {
    for (const policy of ["UNPAID", "CANCELED"]) {
      const story = await aBusiness(world, "2027-01-01T00:00:00Z");
      await story.tenant.admin.send("PATCH", "/v1/settings", { dunning_end_policy: policy });
      const id = await story.start("PROVIDER_A", "pro");
      await card(story, "pm_card_chargeCustomerFail");
      await story.to("2027-02-02T00:00:00Z");
      expect(await agree(world, story, id)).toBe("PAST_DUE");
      await story.to("2027-03-25T00:00:00Z");
      expect(await agree(world, story, id)).toBe(policy);
    }
  });
});

describe("moving between providers", () => {
  it("from invoices to cards and back: the period goes on, nothing is billed twice", {
    timeout: 60_000,
  }, async ({ world }) => {
    const story = await aBusiness(world, "2027-04-01T00:00:00Z");
    const id = await story.start("PROVIDER_B", "pro");
    const [first] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    await story.post(`/v1/billing/invoices/${first.id}/payments`);
    await story.to("2027-04-11T00:00:00Z");
    const none = await story.post(`/v1/billing/subscriptions/${id}/move-provider`, {
      provider: "PROVIDER_A",
    });
    expect([none.status, none.body.code]).toEqual([422, "K6004"]);
    const same = await story.post(`/v1/billing/subscriptions/${id}/move-provider`, {
      provider: "PROVIDER_B",
    });
    expect([same.status, same.body.code]).toEqual([409, "K6017"]);
    const period = {
      current_period_start: "2027-04-01T00:00:00.000Z",
      current_period_end: "2027-05-01T00:00:00.000Z",
    };
    const token = { cardprovider_test_card_token: "tok_visa" };
    const moved = await story.tell(id, "move-provider", { provider: "PROVIDER_A", ...token });
    expect(moved).toMatchObject({ id, provider: "PROVIDER_A", status: "ACTIVE", ...period });
    expect(await agree(world, story, id)).toBe("ACTIVE");
    await story.to("2027-05-11T00:00:00Z");
    expect((await story.invoices(id)).map(({ total }) => total).filter((total) => total > 0)).toEqual([
      3000, 3000,
    ]);

    const back = await story.tell(id, "move-provider", { provider: "PROVIDER_B", due_days: 20 });
    expect(back).toMatchObject({
      provider: "PROVIDER_B",
      status: "ACTIVE",
      provider_subscription_id: null,
      current_period_start: "2027-05-01T00:00:00.000Z",
      current_period_end: "2027-06-01T00:00:00.000Z",
    });
    const provider = await cardProviderOf(story.tenant.scope);
    const left = await provider.readSubscription(moved.provider_subscription_id);
    expect(left?.status).toBe("CANCELED");
    await story.to("2027-06-11T00:00:00Z");
    const all = (await story.invoices(id)).filter(({ total }) => total > 0);
    expect(all.map(({ total }) => total)).toEqual([3000, 3000, 3000]);
    expect(await history(world, story, id)).toEqual(["ACTIVE"]);
  });
});

describe("credit", () => {
  it("goes along to the card provider, once, and is used up there", { timeout: 60_000 }, async ({
    world,
  }) => {
    const story = await aBusiness(world, "2027-04-01T00:00:00Z");
    const id = await story.start("PROVIDER_B", "pro", { due_days: 90 });
    await story.to("2027-04-16T00:00:00Z");
    // Half of 30.00 is given back, half of 10.00 taken: 10.00 of credit wait for the next invoice.
    const down = await story.tell(id, "change-plan", { plan_price_id: story.price("basic") });
    expect(down.plan.slug).toBe("basic");
    await story.tell(id, "move-provider", {
      provider: "PROVIDER_A",
      cardprovider_test_card_token: "tok_visa",
    });
    await story.to("2027-05-02T00:00:00Z");
    const [renewal] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    expect(renewal).toMatchObject({ provider: "PROVIDER_A", total: 0, status: "PAID" });
    await story.to("2027-06-02T00:00:00Z");
    const [next] = (await story.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
    expect(next).toMatchObject({ total: 1000, amount_due: 1000 });
  });
});

describe("cards", () => {
  it("are listed, set, removed; another's are not there; the provider's portal opens", async ({ world }) => {
    const story = await aBusiness(world, "2027-01-01T00:00:00Z");
    const path = `/v1/billing/payment-methods?customer=${story.customer}`;
    expect((await story.get(path)).body.data).toEqual([]);
    await card(story, "pm_card_visa");
    const { data } = (await card(story, "pm_card_mastercard")).body;
    expect(
      data.map(({ brand, is_default }: { brand: string; is_default: boolean }) => [brand, is_default]),
    ).toEqual([
      ["mastercard", true],
      ["visa", false],
    ]);
    const remove = (id: string) =>
      story.tenant.admin.send("DELETE", `/v1/billing/payment-methods/${id}?customer=${story.customer}`);
    expect((await remove(data[1].id)).body.data).toHaveLength(1);
    const again = await remove(data[1].id);
    expect([again.status, again.body.code]).toEqual([422, "K7004"]);
    const portal = await story.post("/v1/billing/cardprovider/portal-session", { customer: story.customer });
    expect(portal.status).toBe(201);
    expect((await fetch(portal.body.url)).status).toBe(200);
  });
});
