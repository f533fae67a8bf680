import type Stripe from "stripe";
import { expect, test } from "vitest";
import { repeatPhase, termsOf } from "./repeat-phase.ts";

type Phase = Stripe.SubscriptionSchedule.Phase;

const account = { type: "account", account: "acct_other" };
const period = { start: { type: "phase_start" }, end: { type: "phase_end" } };

/** A phase of a program of the account's own, with all that Stripe has for one (SDK, SubscriptionSchedule.Phase). */
const phase: Required<Phase> = {
  add_invoice_items: [
    {
      ...{
        discountable: true,
        metadata: { set: "up" },
        period,
        price: "price_once",
        quantity: 1,
        tax_rates: null,
      },
      discounts: [{ coupon: "cou_once", discount: null, promotion_code: null }],
    },
  ],
  application_fee_percent: 2.5,
  automatic_tax: { disabled_reason: null, enabled: true, liability: account },
  billing_cycle_anchor: "automatic",
  billing_thresholds: { amount_gte: 5000, reset_billing_cycle_anchor: null },
  collection_method: "send_invoice",
  currency: "usd",
  default_payment_method: "pm_old",
  default_tax_rates: [],
  description: "Team of twelve",
  discounts: [
    { coupon: null, discount: "di_live", promotion_code: null },
    { coupon: null, discount: "di_ended", promotion_code: null },
  ],
  end_date: 200,
  invoice_settings: {
    ...{ account_tax_ids: ["atxi_1"], custom_fields: [{ name: "PO", value: "7" }], days_until_due: 14 },
    ...{ description: null, footer: "Thank you", issuer: account },
  },
  items: [
    {
      ...{
        billing_thresholds: { usage_gte: 10 },
        metadata: { seat: "1" },
        plan: "price_pro",
        price: "price_pro",
      },
      ...{ discounts: [{ coupon: null, discount: null, promotion_code: "promo_1" }], quantity: 3 },
      tax_rates: [],
    },
  ],
  metadata: { deal: "42" },
  on_behalf_of: "acct_shop",
  proration_behavior: "none",
  start_date: 100,
  transfer_data: { amount_percent: 80, destination: "acct_shop" },
  trial: false,
  trial_end: 150,
};

const live = new Set(["di_live"]);
const sent = {
  ...{ application_fee_percent: 2.5, automatic_tax: { enabled: true, liability: account } },
  ...{ billing_cycle_anchor: "automatic", billing_thresholds: { amount_gte: 5000 } },
  ...{ collection_method: "send_invoice", currency: "usd", default_payment_method: "pm_old" },
  ...{ description: "Team of twelve", discounts: [{ discount: "di_live" }], start_date: 100, end_date: 200 },
  invoice_settings: {
    ...{ account_tax_ids: ["atxi_1"], custom_fields: [{ name: "PO", value: "7" }], days_until_due: 14 },
    ...{ footer: "Thank you", issuer: account },
  },
  items: [
    {
      ...{ billing_thresholds: { usage_gte: 10 }, metadata: { seat: "1" }, price: "price_pro", quantity: 3 },
      discounts: [{ promotion_code: "promo_1" }],
    },
  ],
  ...{ metadata: { deal: "42" }, on_behalf_of: "acct_shop", proration_behavior: "none" },
  ...{ transfer_data: { amount_percent: 80, destination: "acct_shop" }, trial: false, trial_end: 150 },
};

test("a phase is sent again with all that it has", () => {
  const item = { discountable: true, metadata: { set: "up" }, period, price: "price_once", quantity: 1 };
  const add_invoice_items = [{ ...item, discounts: [{ coupon: "cou_once" }] }];
  expect(repeatPhase(phase, { live, isRunning: false })).toEqual({ ...sent, add_invoice_items });
});

test("one that has begun has invoiced what it adds, and adds it once", () => {
  expect(repeatPhase(phase, { live, isRunning: true })).toEqual(sent);
});

test("a field that only the answer of a newer version has is left out", () => {
  const newer = { ...phase, add_invoice_items: [], fee_schedule: "fee_1" };
  expect(repeatPhase(newer, { live, isRunning: false })).toEqual(sent);
});

test("the terms of an imported subscription are those of its phases", () => {
  const subscription = {
    ...{ application_fee_percent: 2.5, billing_thresholds: null, collection_method: "send_invoice" },
    automatic_tax: { disabled_reason: null, enabled: true, liability: account },
    ...{ days_until_due: 14, default_payment_method: "pm_1", default_tax_rates: [], description: "Team" },
    discounts: ["di_live"],
    invoice_settings: {
      ...{ account_tax_ids: null, custom_fields: null, description: null, footer: "Thank you" },
      issuer: { type: "self" },
    },
    ...{ on_behalf_of: "acct_shop", transfer_data: { amount_percent: null, destination: "acct_shop" } },
  } satisfies Partial<Stripe.Subscription>;
  // The rest of a subscription is no part of a phase.
  expect(termsOf(subscription as unknown as Stripe.Subscription)).toEqual({
    ...{ application_fee_percent: 2.5, automatic_tax: { enabled: true, liability: account } },
    ...{ collection_method: "send_invoice", default_payment_method: "pm_1", description: "Team" },
    ...{
      discounts: [{ discount: "di_live" }],
      invoice_settings: { days_until_due: 14, footer: "Thank you" },
    },
    ...{ on_behalf_of: "acct_shop", transfer_data: { destination: "acct_shop" } },
  });
});
