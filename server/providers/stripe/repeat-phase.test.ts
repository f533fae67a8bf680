import type Stripe from "stripe";
import { expect, test } from "vitest";
import { repeatPhase, termsOf } from "./repeat-phase.ts";

type Phase = Stripe.SubscriptionSchedule.Phase;

/** Of a tax rate a phase sends the id alone. */
const aRate = (id: string) => ({ id }) as Stripe.TaxRate;

const account = { type: "account", account: "acct_other" };
const period = { start: { type: "phase_start" }, end: { type: "phase_end" } };

/** A phase of a program of the account's own, with all that Stripe has for one (SDK, SubscriptionSchedule.Phase). */
const phase: Required<Phase> = {
  add_invoice_items: [
    {
      discountable: true,
      metadata: { set: "up" },
      period,
      price: "price_once",
      quantity: 1,
      tax_rates: [aRate("txr_once")],
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
  default_tax_rates: [aRate("txr_all")],
  description: "Team of twelve",
  discounts: [
    { coupon: null, discount: "di_live", promotion_code: null },
    { coupon: null, discount: "di_ended", promotion_code: null },
  ],
  end_date: 200,
  invoice_settings: {
    account_tax_ids: ["atxi_1"],
    custom_fields: [{ name: "PO", value: "7" }],
    days_until_due: 14,
    description: null,
    footer: "Thank you",
    issuer: account,
  },
  items: [
    {
      billing_thresholds: { usage_gte: 10 },
      metadata: { seat: "1" },
      plan: "price_pro",
      price: "price_pro",
      discounts: [{ coupon: null, discount: null, promotion_code: "promo_1" }],
      quantity: 3,
      tax_rates: [aRate("txr_item")],
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
  application_fee_percent: 2.5,
  automatic_tax: { enabled: true, liability: account },
  billing_cycle_anchor: "automatic",
  billing_thresholds: { amount_gte: 5000 },
  collection_method: "send_invoice",
  currency: "usd",
  default_payment_method: "pm_old",
  default_tax_rates: ["txr_all"],
  description: "Team of twelve",
  discounts: [{ discount: "di_live" }],
  start_date: 100,
  end_date: 200,
  invoice_settings: {
    account_tax_ids: ["atxi_1"],
    custom_fields: [{ name: "PO", value: "7" }],
    days_until_due: 14,
    footer: "Thank you",
    issuer: account,
  },
  items: [
    {
      billing_thresholds: { usage_gte: 10 },
      metadata: { seat: "1" },
      price: "price_pro",
      quantity: 3,
      discounts: [{ promotion_code: "promo_1" }],
      tax_rates: ["txr_item"],
    },
  ],
  metadata: { deal: "42" },
  on_behalf_of: "acct_shop",
  proration_behavior: "none",
  transfer_data: { amount_percent: 80, destination: "acct_shop" },
  trial: false,
  trial_end: 150,
};

test("a phase is sent again with all that it has", () => {
  const item = { discountable: true, metadata: { set: "up" }, period, price: "price_once", quantity: 1 };
  const add_invoice_items = [{ ...item, discounts: [{ coupon: "cou_once" }], tax_rates: ["txr_once"] }];
  expect(repeatPhase(phase, { live, isRunning: false })).toEqual({ ...sent, add_invoice_items });
});

test("of a phase that has little no more is sent: an empty value would change something", () => {
  const none = { coupon: null, discount: null, promotion_code: null };
  const little: Required<Phase> = {
    ...phase,
    add_invoice_items: [
      {
        discountable: null,
        discounts: [none],
        metadata: {},
        period,
        price: "price_once",
        quantity: null,
        tax_rates: [],
      },
    ],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: { type: "self" } },
    collection_method: null,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [none],
    metadata: {},
    on_behalf_of: null,
    transfer_data: null,
    trial_end: null,
    invoice_settings: {
      account_tax_ids: [],
      custom_fields: null,
      days_until_due: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: [
      {
        billing_thresholds: { usage_gte: null },
        discounts: [],
        metadata: {},
        plan: "price_pro",
        price: "price_pro",
        quantity: 3,
        tax_rates: [],
      },
    ],
  };
  expect(repeatPhase(little, { live, isRunning: false })).toStrictEqual({
    add_invoice_items: [{ period, price: "price_once" }],
    automatic_tax: { enabled: false },
    currency: "usd",
    discounts: "",
    start_date: 100,
    end_date: 200,
    invoice_settings: {},
    items: [{ price: "price_pro", quantity: 3 }],
    proration_behavior: "none",
    trial: false,
  });
  // Of one that adds nothing that is not sent either.
  expect(repeatPhase({ ...little, add_invoice_items: [] }, { live, isRunning: false })).not.toHaveProperty(
    "add_invoice_items",
  );
});

test("one that has begun has invoiced what it adds, and adds it once", () => {
  expect(repeatPhase(phase, { live, isRunning: true })).toEqual(sent);
});

test("a field that only the answer of a newer version has is left out", () => {
  const newer = { ...phase, add_invoice_items: [], fee_schedule: "fee_1" };
  expect(repeatPhase(newer, { live, isRunning: false })).toEqual(sent);
});

/** The rest of a subscription is no part of a phase. */
const asSubscription = (fields: Partial<Stripe.Subscription>) => fields as Stripe.Subscription;

const imported = {
  application_fee_percent: 2.5,
  collection_method: "send_invoice",
  days_until_due: 14,
  billing_thresholds: { amount_gte: 5000, reset_billing_cycle_anchor: null },
  automatic_tax: { disabled_reason: null, enabled: true, liability: account },
  default_payment_method: "pm_1",
  default_tax_rates: [aRate("txr_all")],
  description: "Team",
  discounts: ["di_live"],
  invoice_settings: {
    account_tax_ids: ["atxi_1"],
    custom_fields: null,
    description: null,
    footer: "Thank you",
    issuer: account,
  },
  on_behalf_of: "acct_shop",
  transfer_data: { amount_percent: null, destination: "acct_shop" },
} satisfies Partial<Stripe.Subscription>;

test("the terms of an imported subscription are those of its phases", () => {
  expect(termsOf(asSubscription(imported))).toStrictEqual({
    application_fee_percent: 2.5,
    automatic_tax: { enabled: true, liability: account },
    billing_thresholds: { amount_gte: 5000 },
    collection_method: "send_invoice",
    default_payment_method: "pm_1",
    default_tax_rates: ["txr_all"],
    description: "Team",
    discounts: [{ discount: "di_live" }],
    invoice_settings: {
      account_tax_ids: ["atxi_1"],
      days_until_due: 14,
      footer: "Thank you",
      issuer: account,
    },
    on_behalf_of: "acct_shop",
    transfer_data: { destination: "acct_shop" },
  });
});

test("a subscription without terms of its own has none but that it inherits no discount", () => {
  const self = { type: "self" } as const;
  const plain = {
    application_fee_percent: null,
    collection_method: "charge_automatically",
    days_until_due: null,
    billing_thresholds: null,
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: self },
    discounts: [],
    invoice_settings: {
      account_tax_ids: [],
      custom_fields: null,
      description: null,
      footer: null,
      issuer: self,
    },
    on_behalf_of: null,
    transfer_data: null,
  } satisfies Partial<Stripe.Subscription>;
  expect(termsOf(asSubscription(plain))).toStrictEqual({ discounts: "" });
  // Whose tax and invoice it is says something where it is another account's alone.
  const own = { ...imported, automatic_tax: { ...imported.automatic_tax, liability: self } };
  expect(termsOf(asSubscription(own)).automatic_tax).toStrictEqual({ enabled: true });
});
