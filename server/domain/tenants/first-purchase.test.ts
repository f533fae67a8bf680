import { afterAll, beforeAll, expect, it } from "vitest";
import type { Scope } from "../../platform/scope.ts";
import { aBackEnd, aBareInstallation } from "../../testing/a-bare-installation.ts";
import { aCatalog } from "../../testing/a-catalog.ts";
import type { World } from "../../testing/world.ts";

// A bare installation: nothing but what setting up the owner makes.
let world: World;
let sandbox: Scope;

beforeAll(async () => {
  ({ world, sandbox } = await aBareInstallation());
});

afterAll(() => world.close());

it("a checkout in a new installation's sandbox becomes a subscription with its invoice, without a restart", {
  tags: ["long"],
}, async () => {
  const catalog = await aCatalog(sandbox, { plans: [{ slug: "solo", prices: [{ amount: 4900 }] }] });
  const client = await aBackEnd(world, sandbox);
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
  await expect.poll(subscriptions, { timeout: 45_000 }).toEqual(["ACTIVE"]);
  const invoices = async () =>
    (await client.get("/v1/billing/invoices?customer=grace")).body.data.map(
      ({ status, total }: { status: string; total: number }) => [status, total],
    );
  await expect.poll(invoices, { timeout: 45_000 }).toEqual([["PAID", 4900]]);
});
