import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { TestTenant } from "../../../testing/a-tenant.ts";
import { openHookWorld } from "../../../testing/a-webhook.ts";
import { answers } from "../../../testing/receiver.ts";
import { BACKOFF, DELIVERY_POSTPONEMENTS } from "../rules.ts";
import { claimDeliveries, listDueEndpoints } from "./claim-deliveries.ts";
import { sendDelivery } from "./deliver.ts";
import { recordAttempts } from "./record-attempts.ts";

const hooks = await openHookWorld();
const { anEndpoint, deliver, deliveries, join, pass, receiver, world } = hooks;
const { services } = world;
let own: TestTenant;

beforeEach(async () => {
  own = await hooks.begin();
});

afterAll(hooks.close);

const types = ["waitlist.joined"];
const claim = (id: string, limit = 10) =>
  claimDeliveries(services, [{ tenantId: own.id, endpointId: id, limit }]);

describe("a page of deliveries", () => {
  it("has at most so many of each endpoint, each for one worker alone", async () => {
    const [one, two] = [await anEndpoint({ types }), await anEndpoint({ types })];
    for (let n = 0; n < 3; n++) await join();
    const wanted = [one, two].map(({ id }) => ({ tenantId: own.id, endpointId: id, limit: 2 }));
    const pages = await Promise.all([1, 2].map(() => claimDeliveries(services, wanted)));
    const keys = pages.flat().map(({ endpoint_id, event_id }) => `${endpoint_id} ${event_id}`);
    expect(new Set(keys).size).toBe(keys.length);
    for (const page of pages)
      for (const { id } of [one, two])
        expect(page.filter(({ endpoint_id }) => endpoint_id === id).length).toBeLessThanOrEqual(2);
    const rest = await claimDeliveries(services, wanted);
    expect(keys.length + rest.length).toBe(6);
  });

  it("knows endpoints by what they did before", async () => {
    const { id } = await anEndpoint({ types });
    const record = async () =>
      (await listDueEndpoints(services)).find(({ endpointId }) => endpointId === id)?.record;
    await join();
    expect(await record()).toBe("UNTRIED");
    await deliver(id);
    await join();
    expect(await record()).toBe("PROVEN");
    receiver.behave(answers(500));
    await deliver(id);
    pass(60);
    expect(await record()).toBe("FAILING");
  });
});

describe("a try whose result is never stored", () => {
  it("is counted, not repeated before its time, and the delivery fails after the last", async () => {
    const { id, at } = await anEndpoint({ types });
    await join();
    for (const [index, seconds] of DELIVERY_POSTPONEMENTS.entries()) {
      expect((await claim(id)).map(({ attempts }) => attempts)).toEqual([index + 1]);
      pass(seconds / 2);
      expect(await claim(id)).toEqual([]);
      pass(seconds / 2);
    }
    expect(await claim(id)).toEqual([]);
    const [delivery] = await deliveries(at);
    expect(delivery).toMatchObject({ status: "FAILED", attempts: BACKOFF.attempts });
    expect(delivery.last_error).toMatch(/^It is not known what came of the last try/);
    expect(receiver.arrivals).toEqual([]);
    const admin = await hooks.administrator();
    expect((await admin.post(`${at}/replay`, { only_failed: true })).body).toEqual({ queued: 1 });
    expect(await deliver(id)).toEqual([true]);
  });

  it("is not hurried while a worker is sending it, however long it is put off", async () => {
    const { id, at } = await anEndpoint({ types });
    await join();
    receiver.behave(answers(500));
    for (let attempt = 1; attempt <= 5; attempt++) {
      await deliver(id);
      pass(1_000);
    }
    const [claimed] = await claim(id);
    const admin = await hooks.administrator();
    const hurry = async () => (await admin.post(`${at}/replay`, { waiting: true })).body.queued;
    expect(await hurry()).toBe(0);
    if (claimed) await recordAttempts(services, [await sendDelivery(services, claimed)]);
    expect(await hurry()).toBe(1);
  });
});

describe("results that are stored together", () => {
  it("are stored without the one that cannot be", async () => {
    const { id, at } = await anEndpoint({ types });
    for (let n = 0; n < 3; n++) await join();
    const attempts = await Promise.all((await claim(id)).map((claimed) => sendDelivery(services, claimed)));
    // PostgreSQL stores no NUL.
    const [first, ...others] = attempts;
    const spoilt = first && { ...first, headers: { "x-spoilt": "\0" } };
    const errors = await recordAttempts(services, [...(spoilt ? [spoilt] : []), ...others]);
    expect(errors).toEqual([expect.any(Error), null, null]);
    expect((await deliveries(at, "?status=DELIVERED")).length).toBe(2);
    expect((await deliveries(at, "?status=PENDING")).length).toBe(1);
  });
});
