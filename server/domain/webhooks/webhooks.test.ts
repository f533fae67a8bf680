import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addSeconds, type Clock } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import type { Client } from "../../testing/client.ts";
import {
  type Arrival,
  answers,
  aReceiver,
  type Behaviour,
  type Receiver,
  takes,
} from "../../testing/receiver.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { deliverNext } from "./deliver.ts";
import { BACKOFF } from "./rules.ts";

const DAY = 86_400;
let world: World;
let receiver: Receiver;
let own: TestTenant;
/** How far the world's clock is ahead, in seconds. */
let ahead = 0;
const clock: Clock = { now: () => addSeconds(new Date(), ahead) };

beforeAll(async () => {
  world = await openWorld({ clock, environment: { USHER_WEBHOOKS_TO_PRIVATE: "true" } });
  receiver = await aReceiver();
});

afterAll(async () => {
  await receiver.stop();
  await world.close();
});

beforeEach(async () => {
  ahead = 0;
  own = await aTenant(world);
  receiver.behave(takes);
  receiver.arrivals.length = 0;
});

const breaksOff: Behaviour = (_, response) => {
  response.writeHead(200, { "content-length": "10" });
  response.flushHeaders();
  response.destroy();
};

const ENDPOINTS = "/v1/webhook-endpoints";

async function anEndpoint(input: object = {}, tenant: TestTenant = own) {
  const { status, body } = await tenant.admin.post(ENDPOINTS, { url: receiver.url, ...input });
  expect(status, JSON.stringify(body)).toBe(201);
  const at = `${ENDPOINTS}/${body.id}`;
  return { id: body.id as string, secret: body.secret as string, at };
}

/** Does what a worker does until nothing is due for the endpoint; answers what came of each try. */
async function deliver(endpointId: string, tenant: TestTenant = own): Promise<boolean[]> {
  const results: boolean[] = [];
  for (;;) {
    const result = await deliverNext(world.services, { tenantId: tenant.id, endpointId });
    if (result === null) return results;
    results.push(result);
  }
}

/** Somebody joins the waitlist. Without a token: those end while the clock runs ahead. */
async function join(tenant: TestTenant = own): Promise<void> {
  const server = tenant.server.with({ authorization: undefined });
  const { status } = await server.post("/v1/waitlist", { email: `${unique("p")}@example.com` });
  expect(status).toBe(201);
}

/** What arrived last. */
function newest(): Arrival {
  const arrival = receiver.arrivals.at(-1);
  if (!arrival) throw new Error("Nothing arrived.");
  return arrival;
}

const typesOf = (arrivals: Arrival[]) => arrivals.map(({ body }) => JSON.parse(body).type);

/** The administrator with a token that is good now. */
async function administrator(): Promise<Client> {
  const { id, clientSecret } = own.adminApplication;
  const grant = { grant_type: "client_credentials", client_id: id, client_secret: clientSecret };
  const { body } = await own.admin.with({ authorization: undefined }).post("/v1/auth/token", grant);
  return own.admin.with({ authorization: `Bearer ${body.access_token}` });
}

// biome-ignore lint/suspicious/noExplicitAny: the conformance test holds the shape.
async function deliveries(at: string, query = ""): Promise<any[]> {
  return (await (await administrator()).get(`${at}/deliveries${query}`)).body.data;
}

describe("an endpoint", () => {
  it("is made, shown without its secret, changed, disabled, enabled and deleted", async () => {
    const { id, secret, at } = await anEndpoint({ types: ["waitlist.*"], description: "ours" });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = await own.admin.get(at);
    expect(shown.body).toMatchObject({ id, types: ["waitlist.*"], description: "ours", disabled_at: null });
    expect((await own.admin.get(ENDPOINTS)).body.data).toEqual([shown.body]);
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
    expect(row?.sealed).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain(secret.slice(6, 20));
  });

  it("is refused where nothing would ever be sent, and past fifty", async () => {
    for (const url of ["ftp://a.example/", "https://a:b@c.example/"])
      expect((await own.admin.post(ENDPOINTS, { url })).body.code).toBe("K9022");
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

describe("private addresses", () => {
  it("are refused where configuration does not allow them, and for LIVE tenants in production even then", async () => {
    const strict = await openWorld();
    const production = await openWorld({
      environment: { USHER_WEBHOOKS_TO_PRIVATE: "true", NODE_ENV: "production" },
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
      const url = receiver.url.replace("http://127.0.0.1", "https://localhost");
      const { id, at } = await anEndpoint({ url, types: ["waitlist.joined"] }, tenant);
      await join(tenant);
      const result = await deliverNext(strict.services, { tenantId: tenant.id, endpointId: id });
      expect(result).toBe(false);
      const [delivery] = (await tenant.admin.get(`${at}/deliveries`)).body.data;
      expect(delivery.last_error).toBe("Not sent: it leads to an address that is not public.");
      expect(receiver.arrivals).toEqual([]);
    } finally {
      await Promise.all([strict.close(), production.close()]);
    }
  });
});

describe("a delivery", () => {
  it("is what GET /v1/events tells, signed so that the standard's library takes it", async () => {
    const { id, secret } = await anEndpoint({ types: ["waitlist.joined"] });
    await join();
    expect(await deliver(id)).toEqual([true]);
    const arrival = newest();
    const verified = new Webhook(secret).verify(arrival.body, arrival.headers);
    const event = (await own.admin.get("/v1/events?type=waitlist.joined")).body.data[0];
    expect(verified).toEqual(event);
    expect(event).toMatchObject({
      type: "waitlist.joined",
      object_type: "waitlist_entry",
      sequence: 1,
      data: { status: "PENDING" },
    });
    expect(arrival.headers["webhook-id"]).toBe(event.id);
    expect((await own.admin.get(`/v1/events/${event.id}`)).body).toEqual(event);
    expect(() => new Webhook(secret).verify(`${arrival.body} `, arrival.headers)).toThrow();
  });

  it("keeps every key of what it carries", async () => {
    const { id } = await anEndpoint({ types: ["waitlist.joined"] });
    await own.server.post(
      "/v1/waitlist",
      '{"email":"proto@example.com","metadata":{"__proto__":{"a":1},"b":null}}',
    );
    await deliver(id);
    expect(receiver.arrivals[0]?.body).toMatch(/"metadata":\{("b":null,)?"__proto__":\{"a":1\}/);
  });

  it("goes to every endpoint that takes its type, and to no other tenant's", async () => {
    const all = await anEndpoint();
    const some = await anEndpoint({ types: ["waitlist.*"] });
    const none = await anEndpoint({ types: ["user.created", "plan.*"] });
    const other = await aTenant(world);
    const foreign = await anEndpoint({}, other);
    await join();
    await own.admin.send("PATCH", "/v1/settings", { name: "New" });
    const arrived = async (id: string, tenant = own) => {
      receiver.arrivals.length = 0;
      await deliver(id, tenant);
      return typesOf(receiver.arrivals);
    };
    const made = ["webhook_endpoint.created", "webhook_endpoint.created", "webhook_endpoint.created"];
    expect((await arrived(all.id)).sort()).toEqual(["settings.updated", "waitlist.joined", ...made].sort());
    expect(await arrived(some.id)).toEqual(["waitlist.joined"]);
    expect(await arrived(none.id)).toEqual([]);
    expect(await arrived(foreign.id, other)).toEqual(["webhook_endpoint.created"]);
  });

  it("is queued only when its change commits", async () => {
    const { id } = await anEndpoint({ types: ["waitlist.joined"] });
    const address = "once@example.com";
    await Promise.all(Array.from({ length: 5 }, () => own.server.post("/v1/waitlist", { email: address })));
    expect(await deliver(id)).toEqual([true]);
  });

  it("is signed with both secrets while a rotation's overlap lasts, and with the new one after it", async () => {
    const { id, secret: old, at } = await anEndpoint({ types: ["waitlist.joined"] });
    const rotated = await own.admin.post(`${at}/rotate-secret`, { overlap_seconds: 3_600 });
    const { secret } = rotated.body;
    expect(secret).not.toBe(old);
    const arrive = async () => {
      receiver.arrivals.length = 0;
      await join();
      await deliver(id);
      const { body, headers } = newest();
      // The receiver's own clock decides whether a message is too old.
      return [old, secret].map((key) => {
        try {
          return Boolean(new Webhook(key).verify(body, headers));
        } catch {
          return false;
        }
      });
    };
    expect(await arrive()).toEqual([true, true]);
    const again = await own.admin.post(`${at}/rotate-secret`, { overlap_seconds: 0 });
    expect(await arrive()).toEqual([false, false]);
    const { body, headers } = newest();
    expect(new Webhook(again.body.secret).verify(body, headers)).toBeTruthy();
    expect(headers["webhook-signature"]?.split(" ")).toHaveLength(1);
  });

  it("of a test goes to the one endpoint, whatever types it takes", async () => {
    const { id, at } = await anEndpoint({ types: ["user.created"] });
    const { id: other } = await anEndpoint();
    await deliver(other);
    const { event_id } = (await own.admin.post(`${at}/test`)).body;
    receiver.arrivals.length = 0;
    await deliver(id);
    await deliver(other);
    expect(typesOf(receiver.arrivals)).toEqual(["webhook_endpoint.tested"]);
    expect(receiver.arrivals[0]?.headers["webhook-id"]).toBe(event_id);
  });
});

describe("the log", () => {
  it("tells what was sent and answered, bounded, try by try", async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    receiver.behave(answers(500, { "x-why": "broken" }, `no\0${"x".repeat(10_000)}`));
    await join();
    expect(await deliver(id)).toEqual([false]);
    ahead += 60;
    receiver.behave(answers(200, {}, "ok"));
    expect(await deliver(id)).toEqual([true]);
    const [listed] = await deliveries(at);
    expect(listed).toMatchObject({
      status: "DELIVERED",
      attempts: 2,
      response_status: 200,
      last_error: null,
      next_attempt_at: null,
    });
    const { body } = await own.admin.get(`${at}/deliveries/${listed.event_id}`);
    const [second, first] = body.attempt_log;
    expect(first).toMatchObject({ response_status: 500, error: "It answered 500.", url: receiver.url });
    expect(first.response_headers["x-why"]).toBe("broken");
    expect(first.response_body).toHaveLength(4_096);
    expect(second).toMatchObject({ response_status: 200, error: null, response_body: "ok" });
    expect(second.request_headers["webhook-id"]).toBe(listed.event_id);
    expect(JSON.stringify(body.event)).toBe(receiver.arrivals.at(-1)?.body);
  });

  it("is filtered and paged", async () => {
    const { id, at } = await anEndpoint({ types: ["waitlist.joined"] });
    for (let index = 0; index < 5; index++) await join();
    expect(await deliver(id)).toHaveLength(5);
    await join();
    const first = (await own.admin.get(`${at}/deliveries?limit=4`)).body;
    const second = (await own.admin.get(`${at}/deliveries?limit=4&cursor=${first.next_cursor}`)).body;
    const ids = [...first.data, ...second.data].map(({ event_id }) => event_id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect([ids.length, second.next_cursor]).toEqual([6, null]);
    expect(await deliveries(at, "?status=PENDING")).toHaveLength(1);
    expect(await deliveries(at, "?status=FAILED")).toHaveLength(0);
  });
});

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
      ahead += (Date.parse(delivery.next_attempt_at) - clock.now().getTime()) / 1000;
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
    ahead += 4 * DAY;
    await join();
    await deliver(id);
    ahead += DAY + 60;
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
    ahead += DAY;
    expect(await deliver(id)).toEqual([true, true]);
    const shown = await (await administrator()).get(at);
    expect(shown.body).toMatchObject({ failing_since: null, disabled_at: null });
  });

  it("but comes back in time is not", async () => {
    const { id } = await anEndpoint({ types: ["waitlist.joined"] });
    receiver.behave(answers(500));
    await join();
    await deliver(id);
    ahead += 4 * DAY;
    receiver.behave(takes);
    await deliver(id);
    receiver.behave(answers(500));
    ahead += 4 * DAY;
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
    ahead += 100;
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

  it("wants to know what", async () => {
    const { at } = await anEndpoint();
    const replay = async (body: object) => (await own.admin.post(`${at}/replay`, body)).body.code;
    expect(await replay({})).toBe("K9026");
    expect(await replay({ only_failed: false })).toBe("K9026");
    expect(await replay({ event_id: "evt_x", from: "2026-01-01T00:00:00Z" })).toBe("K9026");
    expect(await replay({ event_id: "evt_x" })).toBe("K9021");
  });
});

describe("events", () => {
  it("are listed by page, type, object and time, newest first", async () => {
    await join();
    ahead += 100;
    const { data: both } = (await own.admin.get("/v1/events?limit=2")).body;
    expect(both).toHaveLength(2);
    const moment = addSeconds(clock.now(), -50).toISOString();
    await join();
    const later = (await own.admin.get(`/v1/events?from=${moment}`)).body.data;
    expect(later).toHaveLength(1);
    const earlier = (await own.admin.get(`/v1/events?to=${moment}&type=waitlist.joined`)).body.data;
    expect(earlier).toHaveLength(1);
    const object = (await own.admin.get(`/v1/events?object_id=${later[0].object_id}`)).body.data;
    expect(object).toEqual(later);
    const pages: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { data: { id: string }[]; next_cursor: string | null } = (
        await own.admin.get(`/v1/events?limit=2${cursor && `&cursor=${cursor}`}`)
      ).body;
      pages.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    const all = (await own.admin.get("/v1/events?limit=200")).body.data.map(({ id }: { id: string }) => id);
    expect(pages).toEqual(all);
    expect((await own.admin.get("/v1/events?type=nothing.happened")).body.code).toBe("K1002");
  });
});
