import Stripe from "stripe";
import { expect } from "vitest";
import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { aCatalog } from "../../testing/a-catalog.ts";
import { aSubscription } from "../../testing/a-subscription.ts";
import { aTenant } from "../../testing/a-tenant.ts";
import { itWith } from "../../testing/it.ts";
import { anOwner } from "../../testing/mutations-dashboard.ts";
import { aStage } from "../../testing/stage.ts";
import { unique, type World } from "../../testing/world.ts";
import { resumeTaxIds } from "./due-work.ts";
import { getCustomer, updateCustomer } from "./get-customer.ts";

const it = itWith({ hasOwnDatabase: true });

it("a billing address is on invoices from the next one on, and earlier ones keep theirs", async ({
  world,
}) => {
  const stage = await aStage(world);
  const owner = await anOwner(stage);
  const { id, customerId, body } = await aSubscription(stage, { paidBy: "invoice" });
  const { customer } = body;
  const address = "Ada Ltd\n1 High Street, London\nVAT GB123456789";
  const changed = await owner.customers.update({ id: customerId, invoice_address: address });
  expect(changed).toMatchObject({ id: customerId, invoice_address: address });
  const { data: events } = (await stage.admin.get(`/v1/events?object_id=${customerId}&type=customer.updated`))
    .body;
  expect(events[0].data).toMatchObject({ id: customerId, invoice_address: address });

  const [first] = (await stage.admin.get(`/v1/billing/invoices?subscription_id=${id}`)).body.data;
  const created = await stage.admin.post("/v1/billing/invoices", {
    customer: customerId,
    provider: "PROVIDER_B",
    currency: "USD",
    lines: [{ description: "Set-up", amount: 5_000 }],
  });
  const buyer = { id: customerId, email: customer.email };
  expect(await owner.invoices.getBuyer({ id: first.id })).toMatchObject({
    ...buyer,
    billed_to: expect.stringContaining(customer.email),
  });
  expect(await owner.invoices.getBuyer({ id: created.body.id })).toMatchObject({
    ...buyer,
    billed_to: address,
  });
  expect(await owner.customers.update({ id: customerId, invoice_address: null })).toMatchObject({
    invoice_address: null,
  });
});

/** A customer who pays by card in two currencies, of whom no callback comes. */
async function aBuyer(world: World) {
  const tenant = await aTenant(world);
  const { plans } = await aCatalog(tenant.scope, {
    plans: [{ slug: "pro", prices: [{ amount: 1000 }] }],
  });
  const more = await aCatalog(tenant.scope, {
    plans: [{ slug: "pro", prices: [{ amount: 900, currency: "EUR" }] }],
  });
  const { hostname: host, port } = new URL(world.sandboxUrl);
  const stripe = new Stripe(tenant.providerKey, { host, port, protocol: "http" });
  const customer = unique("customer");
  const buy = async (plan_price_id: string | undefined) => {
    const { status, body } = await tenant.admin.post("/v1/billing/subscriptions", {
      customer,
      email: `${customer}@example.com`,
      plan_price_id,
      cardprovider_test_card_token: "tok_visa",
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return { id: String(body.customer.id), atStripe: String(body.provider_customer_id) };
  };
  const first = await buy(plans.pro?.prices[0]);
  const second = await buy(more.plans.pro?.prices[0]);
  expect(first.atStripe).not.toBe(second.atStripe);
  const { id } = first;
  return {
    tenant,
    stripe,
    id,
    customer,
    first: first.atStripe,
    update: (fields: { email?: string; name?: string }) => updateCustomer(tenant.scope, { id, ...fields }),
    atStripe: () =>
      Promise.all(
        [first, second].map(async ({ atStripe }) => {
          const found = await stripe.customers.retrieve(atStripe);
          return found.deleted ? null : [found.email, found.name];
        }),
      ),
    left: () => tenant.scope.db.taxIdSync.count({ where: { tenantId: tenant.id } }),
  };
}

it("an e-mail address and a name go to each of the card provider's customers; what did not change stays there", {
  tags: ["long"],
}, async ({ world }) => {
  const buyer = await aBuyer(world);
  await buyer.stripe.customers.update(buyer.first, { name: "As typed at checkout" });
  await buyer.update({ email: "new@example.com" });
  expect(await buyer.atStripe()).toEqual([
    ["new@example.com", "As typed at checkout"],
    ["new@example.com", null],
  ]);
  await buyer.update({ name: "Ada Ltd" });
  expect(await buyer.atStripe()).toEqual([
    ["new@example.com", "Ada Ltd"],
    ["new@example.com", "Ada Ltd"],
  ]);
  expect(await buyer.left()).toBe(0);
});

it("an address that the card provider did not answer for, or was changed twice at once, is the last one there", {
  tags: ["long"],
}, async ({ world }) => {
  const buyer = await aBuyer(world);
  const { stripe } = buyer;
  const fault = { kind: "error_before", method: "POST", path: "/v1/customers/*", count: 10 };
  await stripe.rawRequest("POST", "/sandbox/faults", fault);
  const saved = await buyer.update({ email: "lost@example.com" });
  expect(saved.email).toBe("lost@example.com");
  expect([await buyer.left(), (await buyer.atStripe())[0]?.[0]]).toEqual([
    1,
    `${buyer.customer}@example.com`,
  ]);
  await stripe.rawRequest("DELETE", "/sandbox/faults");
  await resumeTaxIds(world.services);
  expect((await buyer.atStripe()).map((one) => one?.[0])).toEqual(["lost@example.com", "lost@example.com"]);
  await Promise.all(
    ["a@example.com", "b@example.com", "c@example.com"].map((email) => buyer.update({ email })),
  );
  const { email } = await getCustomer(buyer.tenant.scope, { id: buyer.id });
  await resumeTaxIds(world.services);
  expect((await buyer.atStripe()).map((one) => one?.[0])).toEqual([email, email]);
  expect(await buyer.left()).toBe(0);
});

it("an address that the card provider refuses is saved all the same, and is not sent again", {
  tags: ["long"],
}, async ({ world }) => {
  const buyer = await aBuyer(world);
  const { scope } = buyer.tenant;
  const refusing: Scope = {
    ...scope,
    openCardProvider: (account) => ({
      ...scope.openCardProvider(account),
      updateCustomer: () =>
        Promise.reject(
          new ApiError("card_provider_refused_request", { details: { reason: "Invalid email" } }),
        ),
    }),
  };
  const saved = await updateCustomer(refusing, { id: buyer.id, email: "odd@example.com" });
  expect([saved.email, await buyer.left()]).toEqual(["odd@example.com", 0]);
});
