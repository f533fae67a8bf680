import { afterAll, beforeAll, expect, it } from "vitest";
import { aCatalog } from "../../testing/a-catalog.ts";
import { createClient } from "../../testing/client.ts";
import { ownDatabase } from "../../testing/own-database.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { setUpOwner } from "../auth/set-up-owner.ts";
import { type Scope, systemScope } from "../scope.ts";
import { createApplication } from "./create-application.ts";

// A bare installation: nothing but what setting up the owner makes.
let world: World;
let sandbox: Scope;

beforeAll(async () => {
  world = await openWorld({ isWorker: true, environment: { DATABASE_URL: await ownDatabase() } });
  const { services } = world;
  await setUpOwner(services, {
    token: services.setupToken,
    company: "Contoso",
    slug: "contoso",
    email: "ada@contoso.example",
    password: "a long sentence that is not common",
  });
  const made = await services.db.tenant.findUniqueOrThrow({ where: { slug: "contoso-test" } });
  sandbox = systemScope(services, made, "test");
});

afterAll(() => world.close());

it("a checkout in a new installation's sandbox becomes a subscription with its invoice, without a restart", async () => {
  const catalog = await aCatalog(sandbox, { plans: [{ slug: "solo", prices: [{ amount: 4900 }] }] });
  const application = await createApplication(sandbox, {
    name: "Back end",
    kind: "SERVER",
    allowed_origins: [],
    scopes: ["billing:admin"],
  });
  const anonymous = createClient(world.baseUrl, { "x-app-id": application.app_id });
  const token = await anonymous.post("/v1/auth/token", {
    grant_type: "client_credentials",
    client_id: application.id,
    client_secret: application.client_secret,
  });
  const client = anonymous.with({ authorization: `Bearer ${token.body.access_token}` });
  const checkout = await client.post("/v1/billing/checkout", {
    customer: "grace",
    email: "grace@customers.example",
    plan_price_id: catalog.plans.solo?.prices[0] ?? "",
  });
  const paid = await fetch(checkout.body.url, {
    method: "POST",
    body: new URLSearchParams({ number: "4242 4242 4242 4242", expiry: "12/40", cvc: "123" }),
    redirect: "manual",
  });
  expect(paid.status).toBe(303);
  const subscriptions = async () =>
    (await client.get("/v1/billing/subscriptions?customer=grace")).body.data.map(
      ({ status }: { status: string }) => status,
    );
  await expect.poll(subscriptions, { timeout: 15_000 }).toEqual(["ACTIVE"]);
  const invoices = async () =>
    (await client.get("/v1/billing/invoices?customer=grace")).body.data.map(
      ({ status, total }: { status: string; total: number }) => [status, total],
    );
  await expect.poll(invoices, { timeout: 15_000 }).toEqual([["PAID", 4900]]);
}, 45_000);
