import { expect } from "vitest";
import { newId } from "../../platform/ids.ts";
import { it } from "../../testing/it.ts";
import { anOwner } from "../../testing/mutations-dashboard.ts";
import { aStage } from "../../testing/stage.ts";
import { listConnections } from "./list-connections.ts";

it("every connection says what it is, its last success and its last failure", async ({ world }) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  const read = async () => {
    const { connections } = await owner.connections.list({});
    return Object.fromEntries(connections.map((one) => [one.kind, one]));
  };
  expect(await read()).toMatchObject({
    DATABASE: { about: expect.stringMatching(/^PostgreSQL \d/), last_success_at: expect.any(String) },
    CARD_PROVIDER: { about: expect.stringMatching(/^Embedded sandbox, test mode, key …/) },
    CALLBACKS: { waiting: 0 },
    MAIL: { state: "NOT_SET_UP", last_success_at: null, last_failure: null },
    WEBHOOKS: { state: "NOT_SET_UP", last_failure: null, waiting: 0 },
  });

  const { db, clock } = stage.scope;
  const { body: endpoint } = await stage.admin.post("/v1/webhook-endpoints", {
    url: "https://hooks.example/in",
  });
  const { id: eventId } = await db.event.findFirstOrThrow({ where: { tenantId: stage.id } });
  const sent = { tenantId: stage.id, endpointId: endpoint.id, eventId };
  const now = clock.now();
  await db.webhookDelivery.upsert({
    where: { tenantId_endpointId_eventId: sent },
    create: { ...sent, nextAttemptAt: now, createdAt: now },
    update: {},
  });
  await db.webhookAttempt.create({
    data: {
      ...sent,
      id: newId("webhookAttempt"),
      startedAt: now,
      durationMs: 5,
      requestHeaders: {},
      url: "https://hooks.example/in",
      error: "It answered 500.",
    },
  });
  await db.webhookEndpoint.update({
    where: { tenantId_id: { tenantId: stage.id, id: endpoint.id } },
    data: { failingSince: now, lastFailedAt: now },
  });
  expect((await read()).WEBHOOKS).toMatchObject({
    state: "FAILING",
    about: "hooks.example",
    last_success_at: null,
    last_failure: { at: now.toISOString(), reason: "hooks.example: It answered 500." },
  });
});

it("in Live the sandbox is no connection to Stripe", async ({ world }) => {
  const stage = await aStage(world);
  const { connections } = await listConnections({ ...stage.scope, tenantMode: "LIVE" });
  expect(connections.find(({ kind }) => kind === "CARD_PROVIDER")).toMatchObject({
    state: "ATTENTION",
    about: "Not connected to Stripe: test cards only",
    last_failure: null,
  });
  expect(connections.find(({ kind }) => kind === "CALLBACKS")).toMatchObject({
    state: "NOT_SET_UP",
    about: "Stripe is not connected",
  });
});

it("a test mail goes to the member who asks, once for each request", async ({ world }) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  const { id, to } = await owner.mail.test({});
  expect(await owner.mail.test({})).toEqual({ id, to });
  const { data } = await owner.mail.list({ to });
  expect(data).toMatchObject([{ id, template: "test", subject: "Mails of Test tenant arrive" }]);
});
