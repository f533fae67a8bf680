import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { addSeconds } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import type { TestTenant } from "../../testing/a-tenant.ts";
import { openHookWorld } from "../../testing/a-webhook.ts";
import { answers, type Behaviour, takes } from "../../testing/receiver.ts";
import { unique } from "../../testing/world.ts";
import { BACKOFF } from "./rules.ts";

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

describe("a receiver that fails", () => {
  it("is asked again after growing waits for some three days, then the delivery has FAILED; its own wish is heard", async () => {
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

  it("is disabled after five days, its owners are told, and what waits is kept until it is enabled", async () => {
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
    pass(4 * DAY);
    await join();
    await deliver(id);
    pass(DAY + 60);
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
    expect(await deliver(id)).toEqual([true, true]);
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
    expect((await own.admin.get(at)).body.disabled_reason).toBe("GONE");
  });
});
