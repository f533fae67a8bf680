import { afterEach, beforeEach, expect, it } from "vitest";
import { aCatalog } from "../testing/a-catalog.ts";
import { aMember } from "../testing/a-member.ts";
import { aTenant, type TestTenant } from "../testing/a-tenant.ts";
import { FOR_METRICS, openWorld, unique, type World } from "../testing/world.ts";
import { installPagesBridge } from "./pages-bridge.ts";
import type { PagesBridge } from "./pages-contract.ts";

const CONNECTIONS = 3;
/** Ten seconds for a connection, and what the machine needs besides. */
const SOON_MS = 20_000;

let world: World;
let tenant: TestTenant;

beforeEach(async () => {
  world = await openWorld({ environment: { USHER_POOL_SIZE: String(CONNECTIONS) } });
  tenant = await aTenant(world);
  await aCatalog(tenant.scope, {
    features: { calls: { type: "METERED" } },
    plans: [{ slug: "free", entitlements: { calls: { limit: 1e6 } }, prices: [{ amount: 0 }] }],
    freePlan: "free",
  });
});

afterEach(() => world.close());

it("while every connection is in use requests are refused within seconds, and served again afterwards", {
  timeout: 60_000,
}, async () => {
  const { pool } = world.services;
  const customer = unique("customer");
  const requests = () => [
    tenant.server.get(`/v1/billing/entitlements/calls?customer=${customer}`),
    tenant.server.post("/v1/billing/usage", { customer, feature_key: "calls", quantity: 1 }),
    tenant.server.post("/v1/waitlist", { email: `${unique("p")}@example.com` }),
    tenant.admin.post("/v1/applications", { name: "A", kind: "BROWSER" }, { "idempotency-key": unique("k") }),
    tenant.server.get("/v1/waitlist"),
  ];
  const member = await aMember(world, tenant.id, "OWNER");
  installPagesBridge(world.services, { nextAuthSecret: "a secret of the test" });
  // The bridge puts exactly this type under its symbol.
  const pages = Reflect.get(globalThis, Symbol.for("usher.pages")) as PagesBridge;
  const taken = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()));
  const startedAt = performance.now();
  const refused = await Promise.all(requests());
  expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  for (const { status, body, headers } of refused) {
    expect([status, body.code], JSON.stringify(body)).toEqual([503, "K9030"]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  // The dashboard gets the same error: looking the member up already fails.
  const list = new Request("http://pages.internal/api/trpc/waitlist.list?input=%7B%7D");
  const listed = await pages.trpc(list, member);
  const { error } = (await listed.json()) as { error: { data: { error: { code: string } } } };
  expect([listed.status, error.data.error.code]).toEqual([503, "K9030"]);
  // The database answers: a balancer must not take this process out because it is busy.
  expect((await fetch(`${world.baseUrl}/readyz`)).status).toBe(200);
  expect((await fetch(`${world.baseUrl}/metrics`, FOR_METRICS)).status).toBe(200);
  for (const client of taken) client.release();
  for (const { status, body } of await Promise.all(requests()))
    expect(status, JSON.stringify(body)).toBeLessThan(300);
});

it("a held lock blocks the requests that need it, and no others", {
  timeout: 60_000,
}, async () => {
  const { pool } = world.services;
  const locker = await pool.connect();
  const customer = unique("customer");
  const usage = { customer, feature_key: "calls", quantity: 1 };
  expect((await tenant.server.post("/v1/billing/usage", usage)).status).toBe(201);
  await locker.query("begin");
  await locker.query("select 1 from usage_records where tenant_id = $1 for update", [tenant.id]);
  const waiting = tenant.server.post("/v1/billing/usage", usage);
  for (let time = 0; time < 5; time++) expect((await tenant.server.get("/v1/waitlist")).status).toBe(200);
  await locker.query("commit");
  locker.release();
  expect((await waiting).status).toBe(201);
});
