import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { addSeconds } from "../../../platform/clock.ts";
import type { TestTenant } from "../../../testing/a-tenant.ts";
import { aTenant } from "../../../testing/a-tenant.ts";
import { openHookWorld } from "../../../testing/a-webhook.ts";
import { type Arrival, answers } from "../../../testing/receiver.ts";

const hooks = await openHookWorld();
const { anEndpoint, clock, deliver, deliveries, join, newest, pass, receiver, world } = hooks;
let own: TestTenant;

beforeEach(async () => {
  own = await hooks.begin();
});

afterAll(hooks.close);

const typesOf = (arrivals: Arrival[]) => arrivals.map(({ body }) => JSON.parse(body).type);

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
    pass(60);
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

describe("events", () => {
  it("are listed by page, type, object and time, newest first", async () => {
    await join();
    pass(100);
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
