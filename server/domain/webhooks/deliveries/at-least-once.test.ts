import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { ownDatabase } from "../../../testing/own-database.ts";
import {
  answers,
  aReceiver,
  type Behaviour,
  hangs,
  type Receiver,
  takes,
} from "../../../testing/receiver.ts";
import { openSecondProcess } from "../../../testing/second-process.ts";
import { openWorld, type World } from "../../../testing/world.ts";

let world: World;
let receiver: Receiver;
let trap: Receiver;

beforeAll(async () => {
  // A database of its own: the workers of other tests may send nothing to this machine, and would say so.
  const environment = { DATABASE_URL: await ownDatabase(), USHER_WEBHOOKS_TO_PRIVATE: "true" };
  world = await openWorld({ environment });
  [receiver, trap] = await Promise.all([aReceiver(), aReceiver()]);
});

afterAll(async () => {
  await Promise.all([receiver.stop(), trap.stop()]);
  await world.close();
});

// The long form: USHER_DELIVERIES=1000, in which workers are killed five times.
const EVENTS = Number(process.env.USHER_DELIVERIES ?? 160);
const KILLS = Math.max(2, Math.round(EVENTS / 200));

/** So many people join at once; answers the ids of the events that tell of it. */
async function manyJoin(tenant: TestTenant, people: number): Promise<string[]> {
  const lines = Array.from({ length: people }, (_, index) => `p${index}@example.com`);
  const csv = ["email", ...lines].join("\n");
  const imported = await tenant.server.send("POST", "/v1/waitlist/import", csv, {
    "content-type": "text/csv",
  });
  expect(imported.body).toMatchObject({ joined: people });
  const rows = await world.services.db.event.findMany({
    where: { tenantId: tenant.id, type: "waitlist.joined" },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

async function anEndpoint(tenant: TestTenant, url: string) {
  const { body } = await tenant.admin.post("/v1/webhook-endpoints", { url, types: ["waitlist.joined"] });
  return body as { id: string; secret: string };
}

/** The failures of a receiver, one after another. */
const misbehave: Behaviour[] = [
  answers(500),
  // Leads away; to the trap, when it is known where that is.
  answers(302),
  hangs,
  // Says that it has it, and breaks off.
  (_, response) => {
    response.writeHead(200, { "content-length": "1000" });
    response.write("o", () => response.destroy());
  },
  (_, response) => response.destroy(),
  answers(404, {}, "nobody is here"),
];

it("a receiver that fails, hangs, lies and comes back gets each of very many events, whatever becomes of the workers", async () => {
  const tenant = await aTenant(world);
  const { id: endpointId, secret } = await anEndpoint(tenant, receiver.url);
  const webhook = new Webhook(secret);
  const taken = new Map<string, number>();
  const tries = new Map<string, number>();
  const forged: string[] = [];
  let arrived = 0;
  let mistreated = 0;
  let milestone: (() => void) | undefined;
  let next = 0;
  receiver.behave((arrival, response, request) => {
    const id = arrival.headers["webhook-id"] ?? "";
    try {
      webhook.verify(arrival.body, arrival.headers);
    } catch (error) {
      forged.push(`${id}: ${String(error)}`);
    }
    const attempt = (tries.get(id) ?? 0) + 1;
    tries.set(id, attempt);
    if (++arrived >= next) milestone?.();
    // Every eighth event is mistreated once or twice, each time in another way.
    const kind = Number.parseInt(Buffer.from(id).toString("hex").slice(-4), 16);
    const isBad = attempt <= 2 && (kind + arrived) % 8 === 0;
    const behaviour = isBad ? misbehave[mistreated++ % misbehave.length] : undefined;
    if (behaviour === misbehave[1]) return answers(302, { location: trap.url })(arrival, response, request);
    if (behaviour) return behaviour(arrival, response, request);
    taken.set(id, (taken.get(id) ?? 0) + 1);
    takes(arrival, response, request);
  });

  const expected = await manyJoin(tenant, EVENTS);
  expect(expected).toHaveLength(EVENTS);
  const reach = (count: number) =>
    new Promise<void>((done) => {
      next = count;
      milestone = done;
      if (arrived >= count) done();
    });

  let worker = await openSecondProcess(world, { role: "worker" });
  const steady = await openSecondProcess(world, { role: "worker" });
  for (let kill = 1; kill <= KILLS; kill++) {
    await reach((kill * EVENTS) / (KILLS + 3));
    // In the middle: its deliveries are under way, its leases held.
    await worker.kill();
    worker = await openSecondProcess(world, { role: "worker" });
    if (kill === 2) {
      await receiver.stop();
      await receiver.start();
    }
  }
  await expect.poll(() => taken.size, { timeout: 240_000, interval: 250 }).toBe(EVENTS);
  await expect
    .poll(
      () =>
        world.services.db.webhookDelivery.count({
          where: { tenantId: tenant.id, endpointId, status: "DELIVERED" },
        }),
      { timeout: 60_000, interval: 250 },
    )
    .toBe(EVENTS);
  await Promise.all([worker.close(), steady.close()]);

  expect([...taken.keys()].sort()).toEqual(expected.sort());
  expect(forged).toEqual([]);
  expect(trap.arrivals).toEqual([]);
  expect(mistreated).toBeGreaterThan(misbehave.length);
  // Failures and killed workers must not flood the receiver.
  expect(arrived).toBeLessThan(EVENTS * 2);
}, 420_000);

it("an endpoint that hangs keeps no other waiting", async () => {
  const worker = await openSecondProcess(world, { role: "worker" });
  const slow = await Promise.all(Array.from({ length: 3 }, () => aReceiver()));
  for (const one of slow) one.behave(hangs);
  const quick = await aReceiver();
  const tenant = await aTenant(world);
  for (const { url } of slow) await anEndpoint(tenant, url);
  await anEndpoint(tenant, quick.url);
  const expected = await manyJoin(tenant, 300);
  await expect.poll(() => quick.arrivals.length, { timeout: 90_000, interval: 50 }).toBe(expected.length);
  // The slow ones were asked as well, now and then; had they shared a queue they would have come as far.
  for (const { arrivals } of slow) expect(arrivals.length).toBeLessThan(expected.length / 10);
  await expect.poll(() => slow.every(({ arrivals }) => arrivals.length > 0), { timeout: 30_000 }).toBe(true);
  await worker.kill();
  await Promise.all([...slow, quick].map((one) => one.stop()));
}, 150_000);
