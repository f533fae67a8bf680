// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REFUND_SETTLES_SECONDS } from "./billing/refunds.ts";
import { advance, aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

const START = 1_800_000_000;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** A payment of 20.00 with a card, by a customer who lives on a test clock. */
async function aPayment(card: string) {
  const { stripe } = sandbox.anAccount();
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const customer = await aPayer(stripe, card, { test_clock: clock.id });
  const price = await aPrice(stripe, 2000);
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  const [paid] = (await stripe.charges.list({ customer: customer.id })).data;
  if (!paid) throw new Error("Nothing was charged.");
  return { stripe, charge: paid.id, pass: () => advance(stripe, clock.id, START + REFUND_SETTLES_SECONDS) };
}

/** Which of some types of events there were, oldest first. */
async function typesOf(stripe: Stripe, ...types: string[]) {
  const all = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();
  return all.filter((type) => types.includes(type));
}

const OF_REFUNDS = ["charge.refunded", "charge.refund.updated", "charge.updated"];
const ALL = [...OF_REFUNDS, "refund.created", "refund.updated", "refund.failed"];

describe("a refund of a card", () => {
  test("that refuses refunds fails some time later, and the charge is as if it had not been made", async () => {
    const { stripe, charge, pass } = await aPayment("pm_card_refundFail");
    const refund = await stripe.refunds.create({ charge, amount: 500 });
    expect(refund).toMatchObject({ status: "succeeded", amount: 500 });
    expect(refund).not.toHaveProperty("failure_reason");
    await pass();
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: "failed",
      failure_reason: "expired_or_canceled_card",
    });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(await typesOf(stripe, ...ALL)).toEqual([
      ...["charge.refunded", "refund.created"],
      ...["refund.updated", "charge.refund.updated", "refund.failed", "charge.updated"],
    ]);
  });

  test("that is slow is pending first and succeeds later", async () => {
    const { stripe, charge, pass } = await aPayment("pm_card_pendingRefund");
    const refund = await stripe.refunds.create({ charge });
    expect(refund).toMatchObject({ status: "pending", pending_reason: "processing" });
    expect((await refused(stripe.refunds.create({ charge }))).code).toBe("charge_already_refunded");
    await pass();
    const after = await stripe.refunds.retrieve(refund.id);
    expect(after.status).toBe("succeeded");
    expect(after).not.toHaveProperty("pending_reason");
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 2000, refunded: true });
    expect(await typesOf(stripe, ...ALL)).toEqual([
      ...["charge.refunded", "refund.created", "refund.updated", "charge.refund.updated"],
    ]);
  });

  test("takes metadata by an update and nothing else", async () => {
    const { stripe, charge } = await aPayment("pm_card_visa");
    const { id } = await stripe.refunds.create({ charge, metadata: { a: "1" } });
    expect((await stripe.refunds.update(id, { metadata: { b: "2" } })).metadata).toEqual({ a: "1", b: "2" });
    expect(await typesOf(stripe, "refund.updated")).toEqual(["refund.updated"]);
    await stripe.refunds.update(id, { metadata: { b: "2" } });
    expect(await typesOf(stripe, "refund.updated")).toEqual(["refund.updated"]);
    const more: object = { amount: 1 };
    expect((await refused(stripe.refunds.update(id, more))).code).toBe("parameter_unknown");
  });

  test("cannot be canceled, since it never requires an action", async () => {
    const { stripe, charge } = await aPayment("pm_card_visa");
    const { id } = await stripe.refunds.create({ charge });
    expect((await refused(stripe.refunds.cancel(id))).message).toContain("requires_action");
    expect((await refused(stripe.refunds.cancel("re_none"))).statusCode).toBe(404);
  });

  test("is listed by charge, by payment, in pages and with its charge", async () => {
    const { stripe, charge } = await aPayment("pm_card_visa");
    const first = await stripe.refunds.create({ charge, amount: 500 });
    const second = await stripe.refunds.create({ charge, amount: 700 });
    const ids = async (params: Stripe.RefundListParams) =>
      (await stripe.refunds.list(params)).data.map(({ id }) => id);
    expect(await ids({ charge })).toEqual([second.id, first.id]);
    expect(await ids({ charge: "ch_other" })).toEqual([]);
    expect(await ids({ payment_intent: String(first.payment_intent) })).toEqual([second.id, first.id]);
    expect(await ids({ limit: 1, starting_after: second.id })).toEqual([first.id]);
    expect(await ids({ created: { gt: START } })).toEqual([]);
    const whole = await stripe.charges.retrieve(charge, { expand: ["refunds"] });
    expect(whole).toMatchObject({ amount_refunded: 1200, refunded: false });
    expect(whole.refunds?.data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await stripe.charges.retrieve(charge)).not.toHaveProperty("refunds");
  });

  test.each([
    "currency",
    "customer",
    "instructions_email",
    "origin",
    "refund_application_fee",
    "reverse_transfer",
  ])("takes no %s, which the sandbox does not have", async (name) => {
    const { stripe, charge } = await aPayment("pm_card_visa");
    const params: object = { charge, [name]: name === "origin" ? "customer_balance" : "x" };
    const error = await refused(stripe.refunds.create(params));
    expect([error.code, error.param]).toEqual(["sandbox_unsupported", name]);
  });
});
