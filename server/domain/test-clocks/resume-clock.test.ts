import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { createApi } from "../../http/api.ts";
import { createListener } from "../../http/listen.ts";
import { createCardProviders } from "../../providers/open.ts";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant } from "../../testing/a-tenant.ts";
import { createClient } from "../../testing/client.ts";
import { aLateProvider, type LateProvider } from "../../testing/late-provider.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { moveAbandonedClocks } from "./due-work.ts";

// The card provider refuses calls after its clock has moved: the worker finishes the stop before the clock goes on.

let world: World;
let late: LateProvider;
/** The API of the same installation, which reaches the card provider by the address that can refuse calls. */
let server: Server;
let baseUrl: string;

beforeAll(async () => {
  world = await openWorld({ hasOwnDatabase: true });
  late = await aLateProvider(world.sandboxUrl);
  server = createListener();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server's address is an AddressInfo.
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on(
    "request",
    createApi({ ...world.services, openCardProvider: createCardProviders({ sandbox: late.url }) }),
  );
});

afterAll(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  await late?.close();
  await world?.close();
});

/** Customers on one clock, since 1 January 2027, who have each used 500 of the 100 events that 10.00 a month includes. */
async function aClock(customers: number) {
  const tenant = await aTenant(world, { mode: "TEST" });
  const prices = [{ currency: "USD", pricing: "FLAT" as const, unitAmount: 2 }];
  const { plans } = await aCatalog(tenant.scope, {
    features: { events: { type: "METERED" } },
    plans: [
      {
        slug: "pro",
        entitlements: { events: { limit: 100, overage: "BILL", prices } },
        prices: [{ amount: 1000 }],
      },
    ],
  });
  const clock = (await tenant.admin.post("/v1/test-clocks", { now: "2027-01-01T00:00:00Z" })).body.id;
  const subscriptions: { id: string; remoteId: string }[] = [];
  for (let nth = 0; nth < customers; nth++) {
    const { id, customer, body } = await aSubscription(tenant, { price: plans.pro?.prices[0], clock });
    await tenant.server.post("/v1/billing/usage", { customer, feature_key: "events", quantity: 500 });
    subscriptions.push({ id, remoteId: body.provider_subscription_id });
  }
  return {
    subscriptions,
    /** Over the address that can refuse calls. */
    advance: (to: string) =>
      createClient(baseUrl, tenant.admin.headers).post(`/v1/test-clocks/${clock}/advance`, { to }),
    read: async () => (await tenant.admin.get(`/v1/test-clocks/${clock}`)).body,
    /** As the worker a minute later, which reaches the provider. */
    async resume() {
      await world.services.db.testClock.updateMany({
        where: { id: clock },
        data: { updatedAt: new Date(0) },
      });
      await moveAbandonedClocks(world.services);
    },
    async totals(remoteId: string) {
      const url = `${world.sandboxUrl}/v1/invoices?subscription=${remoteId}&limit=20`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${tenant.providerKey}` } });
      const { data } = (await response.json()) as { data: { total: number }[] };
      return data.reverse().map(({ total }) => total);
    },
  };
}

it("answers 503 when the provider refuses the reads of two customers, and closes both periods before the clock goes on", {
  tags: ["long"],
}, async () => {
  const { subscriptions, advance, read, resume, totals } = await aClock(2);
  const restore = late.refuse("GET", /^\/v1\/subscriptions\/sub_/);
  onTestFinished(restore);
  const refused = await advance("2027-03-02T00:00:00Z");
  expect([refused.status, refused.body.code]).toEqual([503, "K7005"]);
  expect(await read()).toMatchObject({ status: "ADVANCING", now: "2027-02-01T00:00:00.000Z" });
  restore();
  await resume();
  expect(await read()).toMatchObject({ status: "READY", now: "2027-03-02T00:00:00.000Z" });
  for (const { remoteId } of subscriptions) expect(await totals(remoteId)).toEqual([1000, 1800, 1000]);
});

it("waits with the clock while the overage of a period cannot be put on the renewal's draft", {
  tags: ["long"],
}, async () => {
  const { subscriptions, advance, read, resume, totals } = await aClock(1);
  const restore = late.refuse("POST", /^\/v1\/invoiceitems/);
  onTestFinished(restore);
  const refused = await advance("2027-03-02T00:00:00Z");
  expect([refused.status, refused.body.code]).toEqual([503, "K7005"]);
  expect(await read()).toMatchObject({ status: "ADVANCING", now: "2027-02-01T00:00:00.000Z" });
  restore();
  await resume();
  expect(await totals(subscriptions[0]?.remoteId ?? "")).toEqual([1000, 1800, 1000]);
});
