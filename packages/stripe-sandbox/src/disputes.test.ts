// @module-tag ci
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advance, aPayer, aPrice, openSandbox, refused, type Sandbox } from "./testing/open-account.ts";

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

/** One payment of 20.00 with a card, by a customer who lives on a test clock. */
async function aPayment(card: string) {
  const { stripe, secretKey } = sandbox.anAccount();
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: START });
  const { id: customer } = await aPayer(stripe, card, { test_clock: clock.id });
  const price = await aPrice(stripe, 2000);
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
  await stripe.subscriptions.cancel(id);
  const [paid] = (await stripe.charges.list({ customer })).data;
  if (!paid) throw new Error("Nothing was charged.");
  return {
    stripe,
    charge: paid.id,
    pass: (to: number) => advance(stripe, clock.id, to),
    /** What the sandbox's own paths do, the object or the refusal. */
    order: async (path: string, params: Record<string, string> = {}) => {
      const response = await fetch(`${sandbox.url}/sandbox/${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams(params),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}

async function aDispute(card = "pm_card_createDispute") {
  const payment = await aPayment(card);
  const [dispute] = (await payment.stripe.disputes.list({ charge: payment.charge })).data;
  if (!dispute) throw new Error("There is no dispute.");
  return { ...payment, dispute };
}

/** The types of events about disputes and warnings, oldest first. */
async function typesOf(stripe: Stripe) {
  const all = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();
  return all.filter((type) => type.startsWith("charge.dispute.") || type.startsWith("radar."));
}

const OPENED = ["charge.dispute.created", "charge.dispute.funds_withdrawn"];

describe("a test card that is disputed", () => {
  test.each([
    ["pm_card_createDispute", "fraudulent", "10.4"],
    ["pm_card_createDisputeProductNotReceived", "product_not_received", "13.1"],
  ])("loses the money with the fee: %s", async (card, reason, code) => {
    const { stripe, charge, dispute } = await aDispute(card);
    expect(dispute).toMatchObject({
      amount: 2000,
      currency: "usd",
      charge,
      reason,
      status: "needs_response",
      network_reason_code: code,
      is_charge_refundable: false,
      payment_method_details: { card: { brand: "visa", case_type: "chargeback" } },
      balance_transactions: [
        { amount: -2000, fee: 1500, net: -3500, type: "adjustment", source: dispute.id },
      ],
    });
    expect(dispute.evidence_details).toMatchObject({ has_evidence: false, submission_count: 0 });
    const eightDaysLater = new Date((START + 8 * DAY) * 1000).setUTCHours(23, 59, 59) / 1000;
    expect(dispute.evidence_details.due_by).toBe(eightDaysLater);
    expect((await stripe.charges.retrieve(charge)).disputed).toBe(true);
    expect(await stripe.disputes.retrieve(dispute.id)).toEqual(dispute);
    expect(await typesOf(stripe)).toEqual(OPENED);
    const all = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type).reverse();
    const from = all.indexOf("charge.succeeded");
    expect(all.slice(from, from + 4)).toEqual(["charge.succeeded", ...OPENED, "payment_intent.succeeded"]);
    expect((await refused(stripe.refunds.create({ charge }))).code).toBe("charge_disputed");
  });

  test("as an inquiry loses nothing and can be refunded; without an escalation it is closed", async () => {
    const { stripe, charge, dispute, pass } = await aDispute("pm_card_createDisputeInquiry");
    expect(dispute).toMatchObject({
      status: "warning_needs_response",
      is_charge_refundable: true,
      balance_transactions: [],
      payment_method_details: { card: { case_type: "inquiry", network_reason_code: "10" } },
    });
    expect((await refused(stripe.disputes.close(dispute.id))).statusCode).toBe(400);
    expect((await stripe.refunds.create({ charge })).status).toBe("succeeded");
    await pass(START + 60 * DAY);
    await pass(START + 120 * DAY);
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe("warning_closed");
    expect(await typesOf(stripe)).toEqual(["charge.dispute.created", "charge.dispute.closed"]);
  });

  test("more than once has several disputes, together about the whole", async () => {
    const { stripe, charge } = await aDispute("pm_card_createMultipleDisputes");
    const { data } = await stripe.disputes.list({ charge });
    expect(data.map(({ amount }) => amount)).toEqual([1000, 1000]);
    const [first, second] = data;
    const page = await stripe.disputes.list({ limit: 1, starting_after: first?.id ?? "" });
    expect(page.data.map(({ id }) => id)).toEqual([second?.id]);
  });
});

describe("evidence", () => {
  test("is staged until it is submitted, and submitted once", async () => {
    const { stripe, dispute } = await aDispute();
    const { id } = dispute;
    const staged = await stripe.disputes.update(id, { evidence: { customer_name: "Ann" }, submit: false });
    expect(staged).toMatchObject({
      status: "needs_response",
      evidence: { customer_name: "Ann", uncategorized_text: null },
      evidence_details: { has_evidence: true, submission_count: 0, submission_method: "not_submitted" },
    });
    const submitted = await stripe.disputes.update(id, {
      evidence: { uncategorized_text: "She logged in." },
    });
    expect(submitted).toMatchObject({
      status: "under_review",
      evidence: { customer_name: "Ann", uncategorized_text: "She logged in." },
      evidence_details: { submission_count: 1, submission_method: "manual", past_due: false },
    });
    const again = await refused(stripe.disputes.update(id, { evidence: { customer_name: "Bea" } }));
    expect(again.message).toContain("under_review");
    expect((await stripe.disputes.update(id, { metadata: { a: "1" } })).metadata).toEqual({ a: "1" });
    expect((await refused(stripe.disputes.close(id))).statusCode).toBe(400);
  });

  test("that wins brings the money and the fee back at once, and the charge can be refunded", async () => {
    const { stripe, charge, dispute } = await aDispute();
    const evidence = { uncategorized_text: "winning_evidence" };
    const won = await stripe.disputes.update(dispute.id, { evidence });
    expect(won).toMatchObject({ status: "won", is_charge_refundable: true });
    expect((await stripe.refunds.create({ charge })).status).toBe("succeeded");
    expect(won.balance_transactions.map(({ amount, fee, net }) => [amount, fee, net])).toEqual([
      [-2000, 1500, -3500],
      [2000, -1500, 3500],
    ]);
    expect(await typesOf(stripe)).toEqual([
      ...OPENED,
      ...["charge.dispute.updated", "charge.dispute.funds_reinstated", "charge.dispute.closed"],
    ]);
  });

  test("that loses leaves the money with the bank", async () => {
    const { stripe, dispute } = await aDispute();
    const evidence = { uncategorized_text: "losing_evidence" };
    const lost = await stripe.disputes.update(dispute.id, { evidence });
    expect([lost.status, lost.balance_transactions.length]).toEqual(["lost", 1]);
    expect((await typesOf(stripe)).at(-1)).toBe("charge.dispute.closed");
  });

  test("that escalates an inquiry makes it a chargeback, which takes the money", async () => {
    const { stripe, charge, dispute } = await aDispute("pm_card_createDisputeInquiry");
    const evidence = { uncategorized_text: "escalate_inquiry_evidence" };
    expect(await stripe.disputes.update(dispute.id, { evidence })).toMatchObject({
      status: "needs_response",
      is_charge_refundable: false,
      balance_transactions: [{ amount: -2000 }],
      payment_method_details: { card: { case_type: "chargeback" } },
    });
    expect((await refused(stripe.refunds.create({ charge }))).code).toBe("charge_disputed");
  });

  test("that never comes loses the dispute when the time to respond is over", async () => {
    const { stripe, dispute, pass } = await aDispute();
    await pass(dispute.evidence_details.due_by ?? 0);
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe("lost");
  });

  test("is refused when there is none, when it is too long, and as files, which the sandbox does not have", async () => {
    const { stripe, dispute } = await aDispute();
    const wrong: [Stripe.DisputeUpdateParams, string][] = [
      [{ submit: true }, "evidence"],
      [{ evidence: { customer_name: "x".repeat(20_001) } }, "evidence[customer_name]"],
      [{ evidence: { receipt: "file_1" } }, "evidence[receipt]"],
    ];
    for (const [params, param] of wrong)
      expect((await refused(stripe.disputes.update(dispute.id, params))).param).toBe(param);
  });
});

describe("a dispute", () => {
  test("that is closed is lost, for good", async () => {
    const { stripe, dispute } = await aDispute();
    expect((await stripe.disputes.close(dispute.id)).status).toBe("lost");
    const evidence = { customer_name: "Ann" };
    const again = [
      () => stripe.disputes.close(dispute.id),
      () => stripe.disputes.update(dispute.id, { evidence }),
    ];
    for (const call of again) expect((await refused(call())).message).toBe("This dispute is already closed");
    expect(await typesOf(stripe)).toEqual([...OPENED, "charge.dispute.closed"]);
  });

  test("is opened, won and lost through the sandbox's own paths", async () => {
    const { stripe, charge, order } = await aPayment("pm_card_visa");
    const opened = await order("disputes", { charge, amount: "500", reason: "product_not_received" });
    expect(opened.body).toMatchObject({ object: "dispute", amount: 500, status: "needs_response" });
    const won = await order(`disputes/${opened.body.id}/win`);
    expect(won.body).toMatchObject({ status: "won", balance_transactions: [{ net: -2000 }, { net: 2000 }] });
    expect((await order(`disputes/${opened.body.id}/lose`)).status).toBe(400);
    const { body: inquiry } = await order("disputes", { charge, inquiry: "true" });
    expect((await order(`disputes/${inquiry.id}/lose`)).body.status).toBe("warning_closed");
    const { body: second } = await order("disputes", { charge });
    expect((await order(`disputes/${second.id}/lose`)).body.status).toBe("lost");
    expect((await order("disputes", { charge: "ch_none" })).status).toBe(400);
    expect((await order("disputes", { charge, amount: "2001" })).status).toBe(400);
    const statuses = (await stripe.disputes.list({ charge })).data.map(({ status }) => status);
    expect(statuses).toEqual(["lost", "warning_closed", "won"]);
  });
});

describe("an early fraud warning", () => {
  test("comes with the charge of its test card, and calms when the charge is refunded", async () => {
    const { stripe, charge } = await aPayment("pm_card_createIssuerFraudRecord");
    const { data } = await stripe.radar.earlyFraudWarnings.list({ charge });
    expect(data).toMatchObject([
      { object: "radar.early_fraud_warning", actionable: true, charge, fraud_type: "misc" },
    ]);
    const [warning] = data;
    await stripe.refunds.create({ charge, amount: 500 });
    expect(await stripe.radar.earlyFraudWarnings.retrieve(warning?.id ?? "")).toEqual(warning);
    await stripe.refunds.create({ charge });
    expect((await stripe.radar.earlyFraudWarnings.list({ charge })).data[0]?.actionable).toBe(false);
    expect((await stripe.radar.earlyFraudWarnings.list({ charge: "ch_other" })).data).toEqual([]);
    expect(await typesOf(stripe)).toEqual([
      "radar.early_fraud_warning.created",
      "radar.early_fraud_warning.updated",
    ]);
  });

  test("calms when its charge is disputed, and can be ordered", async () => {
    const { stripe, charge, order } = await aPayment("pm_card_visa");
    const { body: warning } = await order("early_fraud_warnings", { charge });
    expect(warning).toMatchObject({ actionable: true, charge });
    await order("disputes", { charge });
    expect((await stripe.radar.earlyFraudWarnings.retrieve(warning.id)).actionable).toBe(false);
  });
});
