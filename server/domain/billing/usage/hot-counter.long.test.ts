import { afterAll, beforeAll, expect, it } from "vitest";
import { aCatalog } from "../../../testing/a-catalog.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { type Client, createClient } from "../../../testing/client.ts";
import { openSecondProcess } from "../../../testing/second-process.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";

let world: World;
let second: { baseUrl: string; close(): Promise<void> };
let tenant: TestTenant;
/** The same caller, at two servers that run in two processes on one database. */
let servers: Client[];

beforeAll(async () => {
  world = await openWorld();
  second = await openSecondProcess(world);
  tenant = await aTenant(world);
  const credentials = { "x-app-id": tenant.adminApplication.appId };
  const grant = {
    grant_type: "client_credentials",
    client_id: tenant.adminApplication.id,
    client_secret: tenant.adminApplication.clientSecret,
  };
  const { access_token } = (await createClient(world.baseUrl, credentials).post("/v1/auth/token", grant))
    .body;
  const headers = { ...credentials, authorization: `Bearer ${access_token}` };
  servers = [createClient(world.baseUrl, headers), createClient(second.baseUrl, headers)];
  await aCatalog(tenant.scope, {
    features: { units: { type: "METERED" } },
    plans: [{ slug: "free", entitlements: { units: { limit: 10_000 } }, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
});

afterAll(async () => {
  await second.close();
  await world.close();
});

const WRITERS = 64;

it("64 writers of two processes on one counter of 10,000: exactly 10,000, and every receipt agrees", async () => {
  const customer = unique("customer");
  const receipts: number[] = [];
  const statuses = new Set<number>();
  const write = async (writer: number) => {
    const server = servers[writer % 2] as Client;
    for (let round = 0; ; round++) {
      // Some ask for more than others, some by an event that is sent twice.
      const quantity = [20, 35, 50, 10][writer % 4] ?? 1;
      const event_id = writer % 4 === 0 ? { event_id: `${customer}-${writer}-${round}` } : {};
      const use = { customer, feature_key: "units", quantity, ...event_id };
      const reply = await server.post("/v1/billing/usage", use);
      if (writer % 8 === 0) expect((await server.post("/v1/billing/usage", use)).status).toBe(reply.status);
      statuses.add(reply.status);
      if (reply.status !== 201) return;
      receipts.push(reply.body.counted);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  // What is left after the large ones were refused goes to the last, who clips.
  const last = await tenant.server.post("/v1/billing/usage", {
    customer,
    feature_key: "units",
    quantity: 100,
    mode: "clip",
  });
  if (last.status === 201) receipts.push(last.body.counted);
  expect([...statuses].sort()).toEqual([201, 409]);
  const check = (await tenant.server.get(`/v1/billing/entitlements/units?customer=${customer}`)).body;
  expect(check).toMatchObject({ used: 10_000, remaining: 0 });
  expect(receipts.reduce((sum, counted) => sum + counted, 0)).toBe(10_000);
  const { db } = world.services;
  const named = await db.customer.findFirstOrThrow({ where: { tenantId: tenant.id, externalId: customer } });
  const ledger = await db.usageLedgerEntry.aggregate({
    where: { tenantId: tenant.id, customerId: named.id },
    _sum: { delta: true },
    _count: true,
  });
  expect([ledger._sum.delta?.toNumber(), ledger._count]).toEqual([10_000, receipts.length]);
}, 60_000);

it("a shared limit over many dimensions is kept in two processes, too", async () => {
  const customer = unique("customer");
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      (servers[index % 2] as Client).post("/v1/billing/usage", {
        customer,
        feature_key: "units",
        quantity: 100,
        dimension: `d${index % 16}`,
      }),
    ),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(100);
});
