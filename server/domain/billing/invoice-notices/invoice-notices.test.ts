// @module-tag ci
import { describe, expect } from "vitest";
import { aCardBuyer } from "../../../testing/a-card-buyer.ts";
import { it } from "../../../testing/it.ts";
import type { World } from "../../../testing/world.ts";
import { mendDrift } from "../card-provider/drift/drift.ts";

// What Stripe tells of invoices and a person has to act on. Callbacks are lost here: the hourly comparison finds it.

async function aBuyer(world: World) {
  const buyer = await aCardBuyer(world);
  const { db, tenantId } = buyer.scope;
  const { admin } = buyer.tenant;
  const draft = async () => {
    const { id = "" } = await buyer.stripe.invoices.create({ customer: buyer.remote, currency: "usd" });
    await buyer.stripe.invoiceItems.create({
      customer: buyer.remote,
      invoice: id,
      amount: 5000,
      currency: "usd",
    });
    return id;
  };
  return {
    ...buyer,
    draft,
    find: () => mendDrift(buyer.scope),
    notices: async (query = "") => (await admin.get(`/v1/billing/invoice-notices${query}`)).body.data,
    dismiss: (id: string) => admin.post(`/v1/billing/invoice-notices/${id}/dismiss`),
    async events(...types: string[]): Promise<string[]> {
      const where = { tenantId, type: { in: types } };
      const rows = await db.event.findMany({ where, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
      return rows.map(({ type }) => type);
    },
  };
}

const NOTED = ["invoice_notice.opened", "invoice_notice.closed"];

describe("an invoice that Stripe could not issue", () => {
  it("has a notice that says what to do, until it is issued", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world);
    const id = await buyer.draft();
    await buyer.sandbox(`invoices/${id}/fail_finalization`, {
      code: "customer_tax_location_invalid",
      message: "The customer's location isn't recognized.",
    });
    await buyer.find();
    expect(await buyer.notices("?is_open=true")).toMatchObject([
      {
        kind: "NOT_ISSUED",
        provider_object_id: id,
        code: "customer_tax_location_invalid",
        message: "The customer's location isn't recognized.",
        closed_at: null,
        due_at: null,
        what_to_do: expect.stringMatching(/Add the address .*, then finalize the invoice/),
      },
    ]);
    await buyer.find();
    expect(await buyer.events(...NOTED)).toEqual(["invoice_notice.opened"]);
    await buyer.stripe.invoices.finalizeInvoice(id);
    await buyer.find();
    expect(await buyer.notices("?is_open=true")).toEqual([]);
    expect(await buyer.notices()).toMatchObject([{ is_dismissed: false, closed_at: expect.any(String) }]);
    expect(await buyer.events(...NOTED)).toEqual(NOTED);
  });

  it("for another reason names the message", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world);
    const id = await buyer.draft();
    const words = { code: "parameter_invalid_empty", message: "Something is missing." };
    await buyer.sandbox(`invoices/${id}/fail_finalization`, words);
    await buyer.find();
    expect(await buyer.notices()).toMatchObject([
      { ...words, what_to_do: expect.stringMatching(/correct what its message names/) },
    ]);
  });
});

it("an invoice that Stripe issued without the taxes it was to compute has a notice, until a person dismisses it", async ({
  world,
}) => {
  const buyer = await aBuyer(world);
  await buyer.stripe.customers.update(buyer.remote, { address: { country: "DE" } });
  const made = await buyer.stripe.invoices.create({
    customer: buyer.remote,
    currency: "usd",
    automatic_tax: { enabled: true },
  });
  const id = made.id ?? "";
  await buyer.stripe.customers.update(buyer.remote, { address: "" });
  await buyer.stripe.invoices.finalizeInvoice(id);
  await buyer.find();
  const [notice] = await buyer.notices();
  expect(notice).toMatchObject({
    kind: "TAX_NOT_COMPUTED",
    code: "finalization_requires_location_inputs",
    provider_object_id: id,
    what_to_do: expect.stringMatching(/switch automatic tax on again/),
  });
  const { body } = await buyer.dismiss(notice.id);
  expect(body).toMatchObject({ is_dismissed: true, closed_at: expect.any(String) });
  expect((await buyer.dismiss(notice.id)).body).toEqual(body);
  await buyer.find();
  expect(await buyer.notices("?is_open=true")).toEqual([]);
  expect(await buyer.events(...NOTED)).toEqual(NOTED);
});

describe("a bank's warning of fraud", () => {
  it("has a notice, which a refund of all closes", { tags: ["long"] }, async ({ world }) => {
    const buyer = await aBuyer(world);
    const charge = await buyer.chargeOf(await buyer.paid(5000));
    const { id } = await buyer.sandbox("early_fraud_warnings", { charge });
    await buyer.find();
    expect(await buyer.notices()).toMatchObject([
      {
        kind: "FRAUD_WARNING",
        provider_object_id: id,
        code: "misc",
        closed_at: null,
        what_to_do: expect.stringMatching(/A refund of all of it avoids a dispute/),
      },
    ]);
    await buyer.stripe.refunds.create({ charge });
    await buyer.find();
    expect(await buyer.notices("?is_open=true")).toEqual([]);
    expect(await buyer.events(...NOTED)).toEqual(NOTED);
    expect(await buyer.wrong()).toEqual([]);
  });

  it("that becomes a dispute gives its place to a notice with the day until which to answer", {
    tags: ["long"],
  }, async ({ world }) => {
    const buyer = await aBuyer(world);
    const charge = await buyer.chargeOf(await buyer.paid(5000));
    await buyer.sandbox("early_fraud_warnings", { charge });
    await buyer.find();
    const dispute = await buyer.sandbox("disputes", { charge });
    await buyer.find();
    expect(await buyer.notices("?is_open=true")).toMatchObject([
      {
        kind: "DISPUTE",
        provider_object_id: dispute.id,
        code: "fraudulent",
        due_at: expect.stringMatching(/T23:59:59\.000Z$/),
      },
    ]);
    await buyer.sandbox(`disputes/${dispute.id}/win`);
    await buyer.find();
    expect(await buyer.notices("?is_open=true")).toEqual([]);
  });
});

it("a card that its bank renewed is told once, also where the callback was lost", { tags: ["long"] }, async ({
  world,
}) => {
  const buyer = await aBuyer(world);
  const { data } = await buyer.stripe.paymentMethods.list({ customer: buyer.remote });
  const id = data[0]?.id ?? "";
  await buyer.sandbox(`payment_methods/${id}/update`, { exp_month: "3", exp_year: "2041", last4: "1881" });
  await buyer.find();
  await buyer.find();
  expect(await buyer.events("payment_method.updated")).toEqual(["payment_method.updated"]);
  const { tenantId, db } = buyer.scope;
  const { data: said, objectId } = await db.event.findFirstOrThrow({
    where: { tenantId, type: "payment_method.updated" },
  });
  expect([objectId, said]).toEqual([
    buyer.customerId,
    { customer_id: buyer.customerId, payment_method_id: id },
  ]);
  expect(
    (await buyer.tenant.admin.get(`/v1/billing/payment-methods?customer=${buyer.customerId}`)).body.data,
  ).toMatchObject([{ last4: "1881", exp_month: 3, exp_year: 2041 }]);
});

it("a notice of another tenant's is not there", async ({ world }) => {
  const buyer = await aBuyer(world);
  expect((await buyer.dismiss("ntc_other")).body).toMatchObject({ code: "K6054" });
});
