import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advance, aPayer, aPrice, openSandbox, type Sandbox } from "./testing/open-account.ts";

const START = 1_800_000_000;
const DAY = 86_400;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A subscription of 20.00 a month with automatic tax, on a test clock. */
async function aTaxedSubscription() {
  const { stripe, secretKey } = sandbox.anAccount();
  await stripe.rawRequest("POST", "/sandbox/settings", { tax_behavior: "exclusive" });
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const facts = { test_clock: clock.id, address: { country: "DE" } };
  const { id: customer } = await aPayer(stripe, "pm_card_visa", facts);
  const price = await aPrice(stripe, 2000);
  const { id } = await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    automatic_tax: { enabled: true },
  });
  return {
    stripe,
    customer,
    id,
    pass: (days: number) => advance(stripe, clock.id, START + days * DAY),
    latest: async () => (await stripe.invoices.list({ subscription: id, limit: 1 })).data[0],
    order: (path: string, params: Record<string, string>) =>
      fetch(`${sandbox.url}/sandbox/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams(params),
      }),
  };
}

describe("an invoice that is finalized", () => {
  test("without its customer's address has no taxes, says why, and the next one has none", async () => {
    const { stripe, customer, id, pass, latest } = await aTaxedSubscription();
    expect((await latest())?.automatic_tax).toMatchObject({ enabled: true, disabled_reason: null });
    await stripe.customers.update(customer, { address: "" });
    await pass(32);
    const renewal = await latest();
    expect(renewal).toMatchObject({
      status: "paid",
      automatic_tax: { enabled: false, disabled_reason: "finalization_requires_location_inputs" },
    });
    expect((await stripe.subscriptions.retrieve(id)).automatic_tax).toMatchObject({
      enabled: false,
      disabled_reason: "requires_location_inputs",
    });
    await pass(63);
    expect(await latest()).toMatchObject({ automatic_tax: { enabled: false, disabled_reason: null } });
  });

  test("that fails leaves a draft with the error, which is cleared when it is finalized", async () => {
    const { stripe, pass, latest, order } = await aTaxedSubscription();
    await pass(31.01);
    const { id = "", status } = (await latest()) ?? {};
    expect(status).toBe("draft");
    const words = { code: "tax_id_invalid", message: "The tax cannot be computed." };
    await order(`invoices/${id}/fail_finalization`, words);
    await pass(40);
    expect(await stripe.invoices.retrieve(id)).toMatchObject({
      status: "draft",
      last_finalization_error: { ...words, type: "invalid_request_error" },
    });
    const { data } = await stripe.events.list({ type: "invoice.finalization_failed" });
    expect(data.map(({ data: { object } }) => "id" in object && object.id)).toEqual([id]);
    expect(await stripe.invoices.finalizeInvoice(id)).toMatchObject({
      status: "open",
      last_finalization_error: null,
    });
    expect((await order(`invoices/${id}/fail_finalization`, words)).status).toBe(400);
  });
});
