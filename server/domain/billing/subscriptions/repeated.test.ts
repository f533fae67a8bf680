import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createJobHandlers } from "../../../jobs/handlers.ts";
import { aSubscription } from "../../../testing/a-subscription.ts";
import { type Client, createClient, type Reply } from "../../../testing/client.ts";
import { ownDatabase } from "../../../testing/own-database.ts";
import { openSecondProcess } from "../../../testing/second-process.ts";
import { aStage, done, type Stage } from "../../../testing/stage.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { syncSubscription } from "./sync/sync-subscription.ts";

// Requests whose process ended after the work and before the response was stored, sent again under their key.

const LEASES = { USHER_LEASE_SECONDS: "1" };

let world: World;
let stage: Stage;

beforeAll(async () => {
  world = await openWorld({ environment: { ...LEASES, DATABASE_URL: await ownDatabase() } });
  stage = await aStage(world);
});

afterAll(() => world.close());

/** Sends it, resets its key as if the process had ended before it stored the response, and sends it again. */
async function cutOff(client: Client, path: string, body: object): Promise<{ first: Reply; again: Reply }> {
  const key = unique("key");
  const send = () => client.post(path, body, { "idempotency-key": key });
  const first = await send();
  const { count } = await world.services.db.idempotencyKey.updateMany({
    where: { tenantId: stage.id, key },
    data: { status: "RUNNING", responseCode: null, responseBody: null, leaseUntil: new Date(0) },
  });
  expect(count).toBe(1);
  return { first, again: await send() };
}

it.each([
  ["cancel", { at: "now" }, "CANCELED"],
  ["cancel", { at: "period_end" }, "ACTIVE"],
  ["pause", {}, "PAUSED"],
  ["move-provider", { provider: "PROVIDER_B" }, "ACTIVE"],
])(
  "%s %j, cut off after it was done, answers again what it did",
  { tags: ["long"] },
  async (action, body, status) => {
    const { id } = await aSubscription(stage);
    const { first, again } = await cutOff(stage.server, `/v1/billing/subscriptions/${id}/${action}`, body);
    expect([first.status, first.body.status]).toEqual([200, status]);
    expect([again.status, again.body]).toEqual([200, first.body]);
  },
);

it("resume, interrupted after it was done, returns the same response; a new request is refused", {
  tags: ["long"],
}, async () => {
  const { id } = await aSubscription(stage);
  const path = `/v1/billing/subscriptions/${id}`;
  await done(stage.server.post(`${path}/pause`));
  const { first, again } = await cutOff(stage.server, `${path}/resume`, {});
  expect([again.status, again.body.status, first.body.status]).toEqual([200, "ACTIVE", "ACTIVE"]);
  expect((await stage.server.post(`${path}/resume`)).body.code).toBe("K6078");
});

describe.each(["card", "invoice"] as const)("a subscription by %s that is paused and canceled", (paidBy) => {
  it("stays canceled when its resume, cut off after it was done, is sent again; the next one undoes that", {
    tags: ["long"],
  }, async () => {
    const path = await pausedAndCanceled(paidBy);
    const { first, again } = await cutOff(stage.server, `${path}/resume`, {});
    expect([first.status, first.body.status, first.body.canceled_at]).toEqual([
      200,
      "ACTIVE",
      expect.any(String),
    ]);
    expect([again.status, again.body]).toEqual([200, first.body]);
    const { again: undone } = await cutOff(stage.server, `${path}/resume`, {});
    expect([undone.status, undone.body.status, undone.body.canceled_at]).toEqual([200, "ACTIVE", null]);
  });
});

it("a resume whose process is killed once the card provider has done it leaves the cancellation when it is sent again", {
  tags: ["long"],
}, async () => {
  const path = await pausedAndCanceled("card");
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(stage.providerKey, { host, port, protocol: "http" });
  await stripe.rawRequest("POST", "/sandbox/faults", {
    kind: "timeout_after",
    method: "POST",
    path: "/v1/subscriptions/*",
  });
  const doomed = await openSecondProcess(world, { environment: LEASES });
  const key = { "idempotency-key": unique("key") };
  const resuming = createClient(doomed.baseUrl, stage.server.headers)
    .post(`${path}/resume`, {}, key)
    .catch(() => null);
  await vi.waitFor(
    async () => {
      const waits = "select 1 from stripe_sandbox.faults where remaining > 0";
      expect((await world.services.pool.query(waits)).rowCount).toBe(0);
    },
    { timeout: 45_000, interval: 20 },
  );
  await doomed.kill();
  expect(await resuming).toBeNull();
  // The card provider's callback has told of it meanwhile.
  await syncSubscription(stage.scope, path.split("/").at(-1) ?? "");
  expect((await stage.server.get(path)).body.status).toBe("ACTIVE");
  const again = await stage.server.post(`${path}/resume`, {}, key);
  expect([again.status, again.body.status, again.body.canceled_at]).toEqual([
    200,
    "ACTIVE",
    expect.any(String),
  ]);
});

it("a partial payment of an invoice is recorded once", { tags: ["long"] }, async () => {
  const sold = await aSubscription(stage, { paidBy: "invoice" });
  const { data } = await done(stage.server.get(`/v1/billing/invoices?subscription_id=${sold.id}`));
  const path = `/v1/billing/invoices/${data[0].id}/payments`;
  const { first, again } = await cutOff(stage.admin, path, { amount: 100 });
  expect(first.body.amount_paid).toBe(100);
  expect([again.status, again.body.code]).toEqual([409, "K9031"]);
  expect(again.body.details.changes[0].type).toBe("invoice.partially_paid");
  expect((await stage.server.get(`/v1/billing/invoices/${data[0].id}`)).body.amount_paid).toBe(100);
});

it("a move whose process is killed is finished by the recovery job, however often a change of plan is tried meanwhile", {
  tags: ["long"],
}, async () => {
  const { id } = await aSubscription(stage, { paidBy: "invoice" });
  const path = `/v1/billing/subscriptions/${id}`;
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(stage.providerKey, { host, port, protocol: "http" });
  const fault = { kind: "timeout_after", method: "POST", path: "/v1/subscriptions" };
  await stripe.rawRequest("POST", "/sandbox/faults", fault);
  const doomed = await openSecondProcess(world, { environment: LEASES });
  const moving = createClient(doomed.baseUrl, stage.server.headers)
    .post(`${path}/move-provider`, { provider: "PROVIDER_A", cardprovider_test_card_token: "tok_visa" })
    .catch(() => null);
  await vi.waitFor(
    async () => {
      const waits = "select 1 from stripe_sandbox.faults where remaining > 0";
      expect((await world.services.pool.query(waits)).rowCount).toBe(0);
    },
    { timeout: 45_000, interval: 20 },
  );
  await doomed.kill();
  expect(await moving).toBeNull();
  const change = () =>
    stage.server.post(`${path}/change-plan`, { plan_price_id: stage.catalog.plans.team?.prices[0] });
  await vi.waitFor(
    async () => {
      const reply = await change();
      expect([reply.status, reply.body.code, reply.headers.get("retry-after")]).toEqual([409, "K6007", "1"]);
      await createJobHandlers(world.services).recover({});
      expect((await stage.server.get(path)).body.provider).toBe("PROVIDER_A");
    },
    { timeout: 45_000, interval: 100 },
  );
  expect(await change()).toMatchObject({
    status: 200,
    body: { provider: "PROVIDER_A", plan: { slug: "team" } },
  });
  const { data } = await stripe.subscriptions.list({ status: "all" });
  expect(data.filter(({ metadata }) => metadata.usher_subscription === id)).toHaveLength(1);
});

/** The path of a subscription that was canceled for its period's end, and then paused. */
async function pausedAndCanceled(paidBy: "card" | "invoice"): Promise<string> {
  const { id } = await aSubscription(stage, { paidBy });
  const path = `/v1/billing/subscriptions/${id}`;
  await done(stage.server.post(`${path}/cancel`, { at: "period_end" }));
  await done(stage.server.post(`${path}/pause`));
  return path;
}
