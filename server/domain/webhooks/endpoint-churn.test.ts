// @module-tag ci
import { afterAll, beforeAll, expect, it } from "vitest";
import { aSubscription } from "../../testing/a-subscription.ts";
import { ownDatabase } from "../../testing/own-database.ts";
import { aReceiver, type Receiver } from "../../testing/receiver.ts";
import { aStage, done, type Stage, start } from "../../testing/stage.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { deleteOldWebhooks } from "./due-work.ts";

const ENDPOINTS = "/v1/webhook-endpoints";

let world: World;
let stage: Stage;
let receiver: Receiver;

beforeAll(async () => {
  // A database of its own: the clean-up covers all tenants.
  const environment = { DATABASE_URL: await ownDatabase(), USHER_WEBHOOKS_TO_PRIVATE: "true" };
  world = await openWorld({ environment });
  stage = await aStage(world);
  receiver = await aReceiver();
});

afterAll(async () => {
  await receiver.stop();
  await world.close();
});

const addEndpoint = async () => (await done(stage.admin.post(ENDPOINTS, { url: receiver.url }))).id as string;

it("starts subscriptions while endpoints come and go: none fails, and each customer who is charged has one", {
  tags: ["long"],
}, async () => {
  const customers = Array.from({ length: 20 }, () => unique("customer"));
  const queue = [...customers];
  const statuses: number[] = [];
  let isOver = false;
  const sell = async () => {
    for (let customer = queue.pop(); customer; customer = queue.pop())
      statuses.push((await start(stage, "pro", customer)).status);
  };
  const comeAndGo = async () => {
    while (!isOver) await done(stage.admin.send("DELETE", `${ENDPOINTS}/${await addEndpoint()}`));
  };
  const changing = Promise.all([1, 2].map(comeAndGo));
  await Promise.all([1, 2, 3, 4].map(sell)).finally(() => {
    isOver = true;
  });
  await changing;
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
  const { tenantId, db } = stage.scope;
  const live = await db.subscription.count({
    where: { tenantId, status: "ACTIVE", customer: { externalId: { in: customers } } },
  });
  expect(live).toBe(20);
});

it("does not wait for an endpoint that is being deleted", { tags: ["long"] }, async () => {
  const id = await addEndpoint();
  await stage.scope.db.$transaction(async (tx) => {
    // The deletion is under way as long as this transaction is open.
    await tx.webhookEndpoint.delete({ where: { tenantId_id: { tenantId: stage.id, id } } });
    expect((await start(stage, "pro")).status).toBe(201);
  });
});

it("cleans up the deliveries and log of an endpoint that was deleted, and no other's", async () => {
  const { tenantId, db } = stage.scope;
  const [gone, kept] = [await addEndpoint(), await addEndpoint()];
  await aSubscription(stage);
  const count = (endpointId: string) => db.webhookDelivery.count({ where: { tenantId, endpointId } });
  const [before, others] = [await count(gone), await count(kept)];
  expect(before).toBeGreaterThan(0);
  await done(stage.admin.send("DELETE", `${ENDPOINTS}/${gone}`));
  expect((await stage.admin.get(`${ENDPOINTS}/${gone}/deliveries`)).body.code).toBe("K9020");
  await deleteOldWebhooks(world.services);
  expect(await count(gone)).toBe(0);
  // The other endpoint got the event of its deletion.
  expect(await count(kept)).toBe(others + 1);
});
