import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addSeconds } from "../../../platform/clock.ts";
import { createVault } from "../../../platform/crypto.ts";
import { newId } from "../../../platform/ids.ts";
import type { TestTenant } from "../../../testing/a-tenant.ts";
import { openHookWorld } from "../../../testing/a-webhook.ts";
import { deliverNext } from "../../../testing/deliver-next.ts";
import { answers, type Behaviour, takes } from "../../../testing/receiver.ts";
import { done } from "../../../testing/stage.ts";
import { unique } from "../../../testing/world.ts";
import { listFailingEndpoints } from "../list-endpoints.ts";
import { BACKOFF } from "../rules.ts";

const hooks = await openHookWorld();
const { administrator, anEndpoint, clock, deliver, deliveries, join, pass, receiver, world } = hooks;
let own: TestTenant;

beforeEach(async () => {
  own = await hooks.begin();
});

afterAll(hooks.close);

const DAY = 86_400;

const breaksOff: Behaviour = (_, response) => {
  response.writeHead(200, { "content-length": "10" });
  response.flushHeaders();
  response.destroy();
};

/** The endpoints that the home page names. */
async function failing() {
  const { data } = await listFailingEndpoints(own.scope);
  return data.map(({ id, state }) => ({ id, state }));
}

describe("a receiver that fails", () => {
  it("is failing until a success, or until nothing has failed for a day", async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    const state = async () => (await own.admin.get(at)).body.state;
    expect(await state()).toBe("ENABLED");
    receiver.behave(answers(500));
    await join();
    await deliver(id);
    expect(await state()).toBe("FAILING");
    expect(await failing()).toEqual([{ id, state: "FAILING" }]);
    pass(DAY);
    own = { ...own, admin: await administrator() };
    expect(await state()).toBe("ENABLED");
    expect(await failing()).toEqual([]);
    await deliver(id);
    expect(await state()).toBe("FAILING");
    receiver.behave(takes);
    pass(DAY / 2);
    await deliver(id);
    own = { ...own, admin: await administrator() };
    expect(await state()).toBe("ENABLED");
  });

  it("is asked again after growing waits for some three days, then the delivery has FAILED; its own wish is heard", {
    tags: ["long"],
  }, async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    receiver.behave(answers(503));
    await join();
    const startedAt = clock.now().getTime();
    const moments: number[] = [];
    for (;;) {
      expect(await deliver(id)).toEqual([false]);
      moments.push((clock.now().getTime() - startedAt) / 1000);
      const [delivery] = await deliveries(at);
      if (delivery.status === "FAILED") break;
      pass((Date.parse(delivery.next_attempt_at) - clock.now().getTime()) / 1000);
    }
    expect(moments).toHaveLength(BACKOFF.attempts);
    expect((moments.at(-1) ?? 0) / DAY).toBeGreaterThan(2.2);
    expect((moments.at(-1) ?? 0) / DAY).toBeLessThan(4);
    receiver.behave(answers(429, { "retry-after": "7200" }));
    const before = clock.now();
    await join();
    await deliver(id);
    const [waiting] = await deliveries(at);
    expect(Date.parse(waiting.next_attempt_at)).toBeGreaterThanOrEqual(addSeconds(before, 7_200).getTime());
  });

  it.each([
    [
      "a redirect",
      answers(302, { location: "https://example.com/" }),
      "It answered 302; redirects are not followed.",
    ],
    ["an answer that breaks off", breaksOff, expect.any(String)],
  ])("so does %s", async (_, behaviour, error) => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    receiver.behave(behaviour);
    await join();
    expect(await deliver(id)).toEqual([false]);
    expect((await deliveries(at))[0]).toMatchObject({ status: "PENDING", last_error: error });
  });

  it("is disabled after five days, its owners get a mail, and waiting deliveries are kept until it is enabled", {
    tags: ["long"],
  }, async () => {
    const admin = `${unique("admin")}@example.com`;
    const userId = newId("user");
    const { db } = world.services;
    const stamps = { createdAt: clock.now(), updatedAt: clock.now() };
    await db.user.create({ data: { tenantId: own.id, id: userId, email: admin, ...stamps } });
    await db.membership.create({
      data: { tenantId: own.id, userId, targetTenantId: own.id, role: "ADMIN", createdAt: clock.now() },
    });
    const watcher = await anEndpoint({ types: ["webhook_endpoint.disabled"] });
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    receiver.behave(answers(500));
    await join();
    await deliver(id);
    expect((await own.admin.get(at)).body.failing_since).toEqual(expect.any(String));
    for (let day = 0; day < 5; day++) {
      pass(0.9 * DAY);
      await join();
      await deliver(id);
    }
    expect((await (await administrator()).get(at)).body.disabled_at).toBeNull();
    pass(0.6 * DAY);
    expect((await deliver(id)).length).toBeGreaterThan(0);
    own = { ...own, admin: await administrator() };
    expect((await own.admin.get(at)).body).toMatchObject({
      disabled_reason: "FAILING",
      disabled_at: expect.any(String),
    });
    await join();
    expect(await deliver(id)).toEqual([]);
    receiver.behave(takes);
    receiver.arrivals.length = 0;
    expect(await deliver(watcher.id)).toEqual([true]);
    expect(JSON.parse(receiver.arrivals[0]?.body ?? "{}")).toMatchObject({
      object_id: id,
      data: { disabled_reason: "FAILING" },
    });
    const mails = await db.mailMessage.findMany({ where: { tenantId: own.id, to: admin } });
    expect(mails.map(({ template }) => template)).toEqual(["webhook_disabled"]);
    expect((await own.admin.post(`${at}/test`)).body.code).toBe("K9023");
    expect((await own.admin.post(`${at}/replay`, { only_failed: true })).body.code).toBe("K9023");

    await own.admin.send("PATCH", at, { disabled: false });
    pass(DAY);
    expect(await deliver(id)).toEqual(Array(6).fill(true));
    const shown = await (await administrator()).get(at);
    expect(shown.body).toMatchObject({ failing_since: null, disabled_at: null });
  });

  it("but comes back in time is not", async () => {
    const { id } = await anEndpoint({ types: ["waitlist.joined"] });
    receiver.behave(answers(500));
    await join();
    await deliver(id);
    pass(4 * DAY);
    receiver.behave(takes);
    await deliver(id);
    receiver.behave(answers(500));
    pass(4 * DAY);
    await join();
    await deliver(id);
    const row = await world.services.db.webhookEndpoint.findUniqueOrThrow({
      where: { tenantId_id: { tenantId: own.id, id } },
    });
    expect([row.disabledAt, row.failingSince]).toEqual([null, expect.any(Date)]);
  });

  it("says 410 and is disabled at once", async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    receiver.behave(answers(410));
    await join();
    await deliver(id);
    expect((await own.admin.get(at)).body).toMatchObject({ state: "DISABLED", disabled_reason: "GONE" });
    expect(await failing()).toEqual([{ id, state: "DISABLED" }]);
    await own.admin.send("PATCH", at, { disabled: false });
    expect(await failing()).toEqual([]);
    await own.admin.send("PATCH", at, { disabled: true });
    // Somebody wanted that.
    expect(await failing()).toEqual([]);
  });

  it("is not disabled by one failure after a quiet week, however the run before it ended", {
    tags: ["long"],
  }, async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    receiver.behave(answers(503));
    await join();
    for (let status = "PENDING"; status === "PENDING"; ) {
      await deliver(id);
      const [delivery] = await deliveries(at);
      status = delivery.status;
      if (status === "PENDING")
        pass((Date.parse(delivery.next_attempt_at) - clock.now().getTime()) / 1000 + 1);
    }
    pass(7 * DAY);
    await join();
    const blip = clock.now();
    expect(await deliver(id)).toEqual([false]);
    const { body } = await (await administrator()).get(at);
    expect(body.disabled_at).toBeNull();
    expect(Date.parse(body.failing_since)).toBeGreaterThanOrEqual(blip.getTime());
  });

  it("is well again by a success, also one that was on its way before the failure", async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    let release: (() => void) | undefined;
    receiver.behave((...webhook) => {
      if (release) return answers(500)(...webhook);
      release = () => takes(...webhook);
    });
    await join();
    await join();
    const first = deliverNext(world.services, { tenantId: own.id, endpointId: id });
    await vi.waitFor(() => expect(release).toBeDefined(), { timeout: 20_000 });
    expect(await deliverNext(world.services, { tenantId: own.id, endpointId: id })).toBe(false);
    expect((await own.admin.get(at)).body.failing_since).toEqual(expect.any(String));
    release?.();
    expect(await first).toBe(true);
    expect((await own.admin.get(at)).body.failing_since).toBeNull();
  });

  it("starts afresh at a new address; what becomes of a try at the old one says nothing of it", async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    receiver.behave(answers(500));
    await join();
    await deliver(id);
    pass(6 * DAY);
    let release: (() => void) | undefined;
    receiver.behave((...webhook) => {
      release = () => answers(410)(...webhook);
    });
    const old = deliverNext(world.services, { tenantId: own.id, endpointId: id });
    await vi.waitFor(() => expect(release).toBeDefined(), { timeout: 20_000 });
    const admin = await administrator();
    const moved = await admin.send("PATCH", at, { url: `${receiver.url}?new` });
    expect(moved.body.failing_since).toBeNull();
    release?.();
    expect(await old).toBe(false);
    expect((await admin.get(at)).body).toMatchObject({ failing_since: null, disabled_at: null });
    receiver.behave(answers(500));
    await join();
    await deliver(id);
    expect((await admin.get(at)).body).toMatchObject({
      failing_since: expect.any(String),
      disabled_at: null,
    });
  });
});

describe("an endpoint whose secret cannot be opened", () => {
  it("gets nothing; each delivery says why, ends as FAILED, and is sent by hand once the secret is mended", {
    tags: ["long"],
  }, async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    const { db } = world.services;
    const where = { tenantId: own.id, endpointId: id };
    const { id: secretId } = await db.webhookSecret.findFirstOrThrow({ where });
    const foreign = createVault("the secret of another installation altogether");
    const data = { sealed: foreign.encrypt("whsec_x", `webhook_secret:${secretId}`) };
    await db.webhookSecret.updateMany({ where, data });
    await join();
    let tries = 0;
    for (let status = "PENDING"; status === "PENDING"; tries++) {
      expect(await deliver(id)).toEqual([false]);
      const [delivery] = await deliveries(at);
      expect(delivery.last_error).toMatch(/^Not sent: no signing secret/);
      status = delivery.status;
      if (status === "PENDING")
        pass((Date.parse(delivery.next_attempt_at) - clock.now().getTime()) / 1000 + 1);
    }
    expect(tries).toBe(BACKOFF.attempts);
    expect(receiver.arrivals).toEqual([]);
    const admin = await administrator();
    // It is not the receiver that fails.
    expect((await admin.get(at)).body).toMatchObject({ failing_since: null, disabled_at: null });
    // A new secret signs, also while the old one is in force beside it.
    await done(admin.post(`${at}/rotate-secret`, {}));
    expect((await admin.post(`${at}/replay`, { only_failed: true })).body).toEqual({ queued: 1 });
    expect(await deliver(id)).toEqual([true]);
    expect(receiver.arrivals).toHaveLength(1);
  });
});
