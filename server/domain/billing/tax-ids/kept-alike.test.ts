import Stripe from "stripe";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createJobHandlers } from "../../../jobs/handlers.ts";
import { createClient } from "../../../testing/client.ts";
import { anOwner } from "../../../testing/mutations-dashboard.ts";
import { openSecondProcess } from "../../../testing/second-process.ts";
import { aStage, type Stage } from "../../../testing/stage.ts";
import { openWorld, unique, type World } from "../../../testing/world.ts";
import { ensureCallbacks } from "../../tenants/provider/provider-callbacks.ts";

// A customer's tax ids with us and at the card provider, where one side has learned more than the other: a process was killed, or the
// customer typed one on the provider's pages. A worker handles callbacks and finishes what was left.

const LEASES = { USHER_LEASE_SECONDS: "1" };
const TAX_IDS = "/v1/billing/tax-ids";
const GERMAN = { type: "eu_vat" as const, value: "DE123456789" };
const BRITISH = { type: "gb_vat" as const, value: "GB123456789" };
const SETTLED = { timeout: 45_000, interval: 100 };

let world: World;
let stage: Stage;
let stripe: Stripe;

beforeAll(async () => {
  world = await openWorld({ isWorker: true, environment: LEASES });
  stage = await aStage(world);
  await ensureCallbacks(stage.scope);
  const { hostname: host, port } = new URL(world.sandboxUrl);
  stripe = new Stripe(stage.providerKey, { host, port, protocol: "http" });
});

afterAll(() => world.close());

/** A customer who pays by card in a currency. */
async function aBuyer() {
  const customer = unique("customer");
  const person = { customer, email: `${customer}@example.com` };
  const sold = await stage.server.post("/v1/billing/cardprovider/subscriptions/headless", {
    ...person,
    plan_price_id: stage.catalog.plans.pro?.prices[0],
    cardprovider_test_card_token: "tok_visa",
  });
  expect(sold.status, JSON.stringify(sold.body)).toBe(201);
  return {
    customer,
    atStripe: sold.body.provider_customer_id,
    id: sold.body.customer.id,
    async both(): Promise<unknown[]> {
      const row = await world.services.db.customer.findUniqueOrThrow({
        where: { tenantId_id: { tenantId: stage.id, id: sold.body.customer.id } },
      });
      const { data } = await stripe.customers.listTaxIds(sold.body.provider_customer_id);
      const there = data.map(({ type, value }) => ({ type, value })).toReversed();
      return [row.taxIds, there];
    },
  };
}

it("a call whose process is killed between two tax ids is finished by the recovery job", {
  tags: ["long"],
}, async () => {
  const buyer = await aBuyer();
  const fault = { kind: "timeout_after", method: "POST", path: "/v1/customers/*/tax_ids" };
  await stripe.rawRequest("POST", "/sandbox/faults", fault);
  const doomed = await openSecondProcess(world, { environment: LEASES });
  const tax_ids = [GERMAN, BRITISH];
  const setting = createClient(doomed.baseUrl, stage.server.headers)
    .post(TAX_IDS, { customer: buyer.customer, tax_ids })
    .catch(() => null);
  await expect.poll(buyer.both, SETTLED).toEqual([[], [GERMAN]]);
  await doomed.kill();
  expect(await setting).toBeNull();
  await vi.waitFor(async () => {
    await createJobHandlers(world.services).recover({});
    expect(await buyer.both()).toEqual([tax_ids, tax_ids]);
  }, SETTLED);
  // Callbacks of what was sent are handled meanwhile.
  const left = () => world.services.db.taxIdSync.count({ where: { tenantId: stage.id } });
  await expect.poll(left, SETTLED).toBe(0);
});

it("one that the customer typed on the provider's page is listed, and on our next invoice", {
  tags: ["long"],
}, async () => {
  const buyer = await aBuyer();
  const { url } = (
    await stage.admin.post("/v1/billing/cardprovider/portal-session", { customer: buyer.customer })
  ).body;
  const typed = new URLSearchParams({ action: "details", country: "GB", tax_id: BRITISH.value });
  const answer = await fetch(url, { method: "POST", body: typed, redirect: "manual" });
  expect(answer.status, await answer.text()).toBe(303);
  await expect.poll(buyer.both, SETTLED).toEqual([[BRITISH], [BRITISH]]);
  const { body } = await stage.admin.post("/v1/billing/invoices", {
    customer: buyer.customer,
    provider: "PROVIDER_B",
    currency: "USD",
    lines: [{ description: "Set-up", amount: 5_000 }],
  });
  const owner = await anOwner(stage);
  expect((await owner.invoices.getBuyer({ id: body.id })).billed_to).toContain(`Tax ID ${BRITISH.value}`);
});

it("those that come and go at the provider come and go at its customers of other currencies", {
  tags: ["long"],
}, async () => {
  const buyer = await aBuyer();
  const made = await stage.server.post("/v1/billing/cardprovider/setup-intent", {
    customer: buyer.customer,
    currency: "EUR",
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { data } = await stripe.customers.list({ email: `${buyer.customer}@example.com` });
  const euros = data.find(({ id }) => id !== buyer.atStripe)?.id ?? "";
  const typed = await stripe.customers.createTaxId(euros, BRITISH);
  await expect.poll(buyer.both, SETTLED).toEqual([[BRITISH], [BRITISH]]);
  await stage.server.post(TAX_IDS, { customer: buyer.customer, tax_ids: [BRITISH, GERMAN] });
  const there = (await stripe.customers.listTaxIds(euros)).data;
  expect(there.map(({ value }) => value)).toEqual([GERMAN.value, BRITISH.value]);
  await stripe.customers.deleteTaxId(euros, typed.id);
  await expect.poll(buyer.both, SETTLED).toEqual([[GERMAN], [GERMAN]]);
});
