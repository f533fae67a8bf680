// @module-tag ci
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { addSeconds } from "../../platform/clock.ts";
import type { TestTenant } from "../../testing/a-tenant.ts";
import { aTenant } from "../../testing/a-tenant.ts";
import { ENDPOINTS, openHookWorld } from "../../testing/a-webhook.ts";
import { deliverNext } from "../../testing/deliver-next.ts";
import { answers, takes } from "../../testing/receiver.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { requireUsable } from "./addresses.ts";

const hooks = await openHookWorld();
const { anEndpoint, clock, deliver, deliveries, join, pass, receiver, world } = hooks;
let own: TestTenant;

beforeEach(async () => {
  own = await hooks.begin();
});

afterAll(hooks.close);

describe("an endpoint", () => {
  it("is made, shown without its secret, changed, disabled, enabled and deleted", async () => {
    const { id, secret, at } = await anEndpoint({ types: ["waitlist.*"], description: "ours" });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await own.admin.get(at);
    expect(shown.body).toMatchObject({ id, types: ["waitlist.*"], description: "ours", disabled_at: null });
    const { data } = (await own.admin.get(ENDPOINTS)).body;
    expect(data).toHaveLength(1);
    expect(shown.body).toMatchObject(data[0]);
    expect(data[0]).toMatchObject({ waiting: 0, last_failed_at: null });
    const changed = await own.admin.send("PATCH", at, { types: ["user.created"], description: null });
    expect(changed.body).toMatchObject({ types: ["user.created"], description: null, url: receiver.url });
    const disabled = await own.admin.send("PATCH", at, { disabled: true });
    expect(disabled.body).toMatchObject({ disabled_at: expect.any(String), disabled_reason: "BY_HAND" });
    expect((await own.admin.send("PATCH", at, { disabled: false })).body).toMatchObject({
      disabled_at: null,
      disabled_reason: null,
    });
    expect((await own.admin.send("DELETE", at)).body).toEqual({ id, deleted: true });
    expect((await own.admin.get(at)).body.code).toBe("K9020");
    const audit = (await own.admin.get(`/v1/audit?object_id=${id}`)).body.data;
    expect(audit.map(({ action }: { action: string }) => action)).toEqual(
      ["deleted", "enabled", "disabled", "updated", "created"].map((verb) => `webhook_endpoint.${verb}`),
    );
    expect(JSON.stringify(audit)).not.toContain("whsec_");
    const kept = await world.services.db.webhookSecret.count({ where: { tenantId: own.id } });
    expect(kept).toBe(0);
  });

  it("keeps its secret sealed", async () => {
    const { secret } = await anEndpoint();
    const [row] = await world.services.db.webhookSecret.findMany({ where: { tenantId: own.id } });
    expect(row?.sealed).toMatch(/^v2\./);
    expect(JSON.stringify(row)).not.toContain(secret.slice(6, 20));
  });

  it("says at once what holds: of an address on the own machine, too, which setting allows it, where one does", async () => {
    const { scope } = own;
    const closed = { ...scope, config: { ...scope.config, sendsWebhooksToPrivate: false } };
    const refusal = (url: string, of = closed) => {
      try {
        requireUsable(of, url);
        return "taken";
      } catch (error) {
        return String(error);
      }
    };
    for (const url of [
      "http://127.0.0.1:4000/hook",
      "https://10.0.0.1/",
      "http://localhost/",
      "localhost:4000",
    ])
      expect(refusal(url, { ...closed, tenantMode: "TEST" })).toMatch(
        /https:\/\/.* on the internet.*USHER_WEBHOOKS_TO_PRIVATE=true/,
      );
    expect(refusal("http://localhost/", closed)).toMatch(/leads to an address that is not public/);
    expect(refusal("http://127.0.0.1/", { ...scope, tenantMode: "TEST" })).toBe("taken");
    // In production no setting lets the events of real customers go there. Test mode needs one, which is said at once, too.
    const live = refusal("http://127.0.0.1/", { ...closed, tenantMode: "LIVE" });
    expect(live).toMatch(/https:\/\/.* belongs in Test mode, and for that .*USHER_WEBHOOKS_TO_PRIVATE=true/);
    const open = { ...scope, config: { ...scope.config, mode: "production" as const } };
    const started = refusal("http://127.0.0.1/", { ...open, tenantMode: "LIVE" });
    expect(started).toMatch(/belongs in Test mode/);
    expect(started).not.toMatch(/USHER_/);
  });

  it("is refused where nothing would ever be sent, and past fifty", { tags: ["long"] }, async () => {
    for (const url of ["ftp://a.example/", "https://a:b@c.example/"])
      expect((await own.admin.post(ENDPOINTS, { url })).body).toMatchObject({
        code: "K9022",
        message: expect.stringContaining("Give an address that begins with https://"),
      });
    expect((await own.admin.post(ENDPOINTS, { url: "nowhere" })).body.code).toBe("K1002");
    expect(
      (await own.admin.post(ENDPOINTS, { url: receiver.url, types: ["nothing.happened"] })).body.code,
    ).toBe("K1002");
    const made = await Promise.all(
      Array.from({ length: 52 }, () => own.admin.post(ENDPOINTS, { url: receiver.url })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(made.find(({ status }) => status !== 201)?.body.code).toBe("K9024");
  });
});

describe("what became of an endpoint's deliveries", () => {
  it("is told with it: what arrived, what failed, what waits, and since when its secret signs", async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    const read = async () => (await own.admin.get(at)).body;
    const fresh = await read();
    expect(fresh).toMatchObject({
      waiting: 0,
      failed: 0,
      next_attempt_at: null,
      last_success_at: null,
      last_failure: null,
      secret_created_at: expect.any(String),
      former_secret_until: null,
    });

    await join();
    await deliver(id);
    const [{ delivered_at: arrived }] = await deliveries(at);
    expect(arrived).toEqual(expect.any(String));
    expect(await read()).toMatchObject({ waiting: 0, last_success_at: arrived, last_failure: null });

    receiver.behave(answers(500));
    pass(60);
    await join();
    await deliver(id);
    const [{ next_attempt_at: next }] = await deliveries(at);
    expect(await read()).toMatchObject({
      waiting: 1,
      failed: 0,
      next_attempt_at: next,
      last_success_at: arrived,
      last_failure: { reason: "It answered 500.", response_status: 500 },
    });

    // Given up, and nothing else fails since.
    await world.services.db.webhookDelivery.updateMany({
      where: { tenantId: own.id, endpointId: id, status: "PENDING" },
      data: { status: "FAILED" },
    });
    receiver.behave(takes);
    pass(60);
    await join();
    await deliver(id);
    const [{ delivered_at: later }] = await deliveries(at);
    expect(await read()).toMatchObject({
      waiting: 0,
      failed: 1,
      failing_since: null,
      next_attempt_at: null,
      last_success_at: later,
      last_failure: { response_status: 500 },
    });

    pass(60);
    await own.admin.post(`${at}/rotate-secret`, { overlap_seconds: 3_600 });
    const { secret_created_at: made, former_secret_until: until } = await read();
    expect(Date.parse(made)).toBeGreaterThan(Date.parse(fresh.created_at));
    expect(until).toBe(addSeconds(new Date(made), 3_600).toISOString());
    await own.admin.send("PATCH", at, { disabled: true });
    await own.admin.post(`${at}/rotate-secret`, { overlap_seconds: 0 });
    expect((await read()).former_secret_until).toBeNull();
  });
});

describe("private addresses", () => {
  it("are refused where configuration does not allow them, and for LIVE tenants in production even then", {
    tags: ["long"],
  }, async () => {
    const DATABASE_URL = world.services.config.databaseUrl ?? "";
    const strict = await openWorld({ environment: { DATABASE_URL } });
    const production = await openWorld({
      environment: { DATABASE_URL, USHER_WEBHOOKS_TO_PRIVATE: "true", NODE_ENV: "production" },
    });
    try {
      const create = async (where: World, mode: "LIVE" | "TEST") =>
        (await (await aTenant(where, { mode })).admin.post(ENDPOINTS, { url: receiver.url })).status;
      expect(await create(strict, "LIVE")).toBe(422);
      expect(await create(strict, "TEST")).toBe(422);
      expect(await create(production, "LIVE")).toBe(422);
      expect(await create(production, "TEST")).toBe(201);
      const tenant = await aTenant(strict);
      // A name that leads inside is found out with each try.
      const url = "https://inside.example/";
      const { id, at } = await anEndpoint({ url, types: ["waitlist.joined"] }, tenant);
      await join(tenant);
      const result = await deliverNext(strict.services, { tenantId: tenant.id, endpointId: id }, async () => [
        { address: "10.0.0.1", family: 4 },
      ]);
      expect(result).toBe(false);
      const [delivery] = (await tenant.admin.get(`${at}/deliveries`)).body.data;
      expect(delivery.last_error).toBe("Not sent: it leads to an address that is not public.");
      expect(receiver.arrivals).toEqual([]);
    } finally {
      await Promise.all([strict.close(), production.close()]);
    }
  });
});

describe("replaying", () => {
  it("sends one event again under the same id, also one that the endpoint does not take", async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    await join();
    await deliver(id);
    const [event] = (await own.admin.get("/v1/events?type=waitlist.joined")).body.data;
    expect((await own.admin.post(`${at}/replay`, { event_id: event.id })).body).toEqual({ queued: 1 });
    await deliver(id);
    expect(receiver.arrivals.map(({ headers }) => headers["webhook-id"])).toEqual([event.id, event.id]);
    const [created] = (await own.admin.get("/v1/events?type=application.created")).body.data;
    expect((await own.admin.post(`${at}/replay`, { event_id: created.id })).body).toEqual({ queued: 1 });
    expect(await deliver(id)).toEqual([true]);
  });

  it("sends a time's events again, those of the endpoint's types, also from before it was there", async () => {
    await join();
    pass(100);
    await join();
    await join();
    const from = addSeconds(clock.now(), -50).toISOString();
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    await own.admin.send("PATCH", "/v1/settings", { name: "Not taken" });
    expect((await own.admin.post(`${at}/replay`, { from })).body).toEqual({ queued: 2 });
    expect(await deliver(id)).toEqual([true, true]);
    expect((await own.admin.post(`${at}/replay`, { to: from })).body).toEqual({ queued: 1 });
    // What waits already is left alone.
    expect((await own.admin.post(`${at}/replay`, { to: from })).body).toEqual({ queued: 0 });
  });

  it("sends again all that failed, and nothing else", async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    for (let index = 0; index < 3; index++) await join();
    await deliver(id);
    const [one, two] = await deliveries(at);
    await world.services.db.webhookDelivery.updateMany({
      where: { tenantId: own.id, eventId: { in: [one.event_id, two.event_id] } },
      data: { status: "FAILED", deliveredAt: null, attempts: 15 },
    });
    receiver.arrivals.length = 0;
    expect((await own.admin.post(`${at}/replay`, { only_failed: true })).body).toEqual({ queued: 2 });
    await deliver(id);
    const ids = receiver.arrivals.map(({ headers }) => headers["webhook-id"]);
    expect(ids.sort()).toEqual([one.event_id, two.event_id].sort());
  });

  it("tries at once what waits for its next try, with all its tries, and leaves what is being sent", async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    receiver.behave(answers(500));
    await join();
    // Until the next try is further away than a worker may take for one.
    for (let tries = 0; tries < 4; tries++) {
      expect(await deliver(id)).toEqual([false]);
      const [{ next_attempt_at: next }] = await deliveries(at);
      if (tries < 3) pass((Date.parse(next) - clock.now().getTime()) / 1000 + 1);
    }
    await join();
    const before = await deliveries(at);
    expect(before.map(({ attempts }: { attempts: number }) => attempts)).toEqual([0, 4]);
    expect((await own.admin.post(`${at}/replay`, { only_failed: true, waiting: true })).body).toEqual({
      queued: 1,
    });
    const [, waiting] = await deliveries(at);
    expect(waiting).toMatchObject({ status: "PENDING", attempts: 0 });
    expect(Date.parse(waiting.next_attempt_at)).toBeLessThanOrEqual(clock.now().getTime());
    receiver.behave(takes);
    expect(await deliver(id)).toEqual([true, true]);
    expect((await own.admin.post(`${at}/replay`, { waiting: true })).body).toEqual({ queued: 0 });
    expect((await own.admin.post(`${at}/replay`, { waiting: true, event_id: "evt_x" })).body.code).toBe(
      "K9026",
    );
  });

  it("wants to know what", async () => {
    const { at } = await anEndpoint();
    const replay = async (body: object) => (await own.admin.post(`${at}/replay`, body)).body.code;
    expect(await replay({})).toBe("K9026");
    expect(await replay({ only_failed: false })).toBe("K9026");
    expect(await replay({ event_id: "evt_x", from: "2026-01-01T00:00:00Z" })).toBe("K9026");
    expect(await replay({ event_id: "evt_x" })).toBe("K9021");
  });
});
