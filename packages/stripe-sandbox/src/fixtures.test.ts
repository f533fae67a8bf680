import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { compareShapes } from "./compare-shapes.ts";
import { aPayer, aPrice, openSandbox, type Sandbox } from "./testing/open-account.ts";

// Stripe's published fixtures lie beside the repository; a bare clone does not have them.
const FILE = join(import.meta.dirname, "../../../../shared/stripe/fixtures3.json");
const isThere = existsSync(FILE);
const Fixtures = z.object({ resources: z.record(z.string(), z.json()) });

/**
 * Where the SDK (23.1.0) is newer than the fixtures, or knows more: the SDK's types hold, and the compiler holds the sandbox
 * to them. Each line is a difference that must be there, so that the list cannot outlive its reasons.
 */
const IN_THE_SDK_ALONE = [
  "account.business_profile.specified_commercial_transactions_act_url: extra",
  "billing_portal.configuration.features.subscription_cancel.cancellation_reason.feedback_options: extra",
  "billing_portal.configuration.features.subscription_pause: extra",
  "billing_portal.session.flow.customer_update: extra",
  "billing_portal.session.flow.subscription_pause: extra",
  "checkout.session.allowed_payment_method_types: extra",
  "dispute.evidence_details.submission_method: extra",
  "dispute.intended_submission_method: extra",
  "dispute.network_reason_code: extra",
  "invoice.lines.data[].pricing.price_details: extra",
  "invoiceitem.parent.subscription_details.subscription_item: extra",
  "invoiceitem.pricing.price_details: extra",
  "invoiceitem.proration_details: extra",
  "line_item.pricing.price_details: extra",
  "payment_intent.allowed_payment_method_types: extra",
  "payment_intent.payment_record: extra",
  "product.tax_details: extra",
  "setup_intent.allowed_payment_method_types: extra",
  "subscription.billing_mode.flexible.proration_discounts: extra",
  "subscription.billing_mode.updated_at: extra",
  "subscription.cancellation_details.feedback_option: extra",
  "subscription.items.data[].current_trial: extra",
  "subscription.trial_settings.end_behavior.billing_cycle_anchor: extra",
  "subscription_item.current_trial: extra",
  "subscription_schedule.billing_mode.flexible.proration_discounts: extra",
  "subscription_schedule.billing_mode.updated_at: extra",
  "subscription_schedule.pause_schedules: extra",
];

/** Fields that the fixture of that kind happens not to show: of a union it shows another branch, or only what is required. */
const NOT_SHOWN = [
  "charge.outcome.risk_level: extra",
  "invoice_payment.payment.payment_intent: extra",
  "radar.early_fraud_warning.payment_intent: extra",
  "setup_intent.automatic_payment_methods.allow_redirects: extra",
  "setup_intent.next_action.redirect_to_url: extra",
  "subscription_schedule.phases[].automatic_tax: extra",
  "subscription_schedule.phases[].items[].plan: string instead of object",
  "webhook_endpoint.secret: extra",
];

/** The fixture has it, but the pinned version no longer does, or sends it only when it is expanded. */
const GONE = ["charge.refunds: missing", "invoice.subscription: missing"];

let sandbox: Sandbox;
let objects: Map<string, unknown>;
beforeAll(async () => {
  sandbox = await openSandbox();
  objects = await oneOfEach(sandbox.anAccount());
});
afterAll(async () => {
  await sandbox.close();
  expect(sandbox.errors).toEqual([]);
});

/** An object of every kind that the sandbox has, with as much in it as there can be. */
async function oneOfEach({
  stripe,
  browser,
}: ReturnType<Sandbox["anAccount"]>): Promise<Map<string, unknown>> {
  const customer = await aPayer(stripe, "pm_card_visa", {
    email: "a@example.com",
    address: { line1: "1 Street" },
  });
  const of = { customer: customer.id };
  const price = await aPrice(stripe, 2000);
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: "forever" });
  const started = await stripe.subscriptions.create({
    ...of,
    items: [{ price: price.id }],
    discounts: [{ coupon: coupon.id }],
  });
  const items = started.items.data.map(({ id }) => ({ id, quantity: 3 }));
  const more = { pause_collection: { behavior: "void" as const }, cancel_at_period_end: true };
  const subscription = await stripe.subscriptions.update(started.id, {
    items,
    ...more,
    expand: ["discounts"],
  });
  const [invoice] = (await stripe.invoices.list({ ...of, limit: 1 })).data;
  const other = await stripe.subscriptions.create({ ...of, items: [{ price: price.id }] });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "http://127.0.0.1/done",
  });
  const setup = {
    payment_method: "pm_card_authenticationRequired",
    confirm: true,
    return_url: "http://127.0.0.1/back",
  };
  const card = { number: "4242424242424242", exp_month: "12", exp_year: "2034", cvc: "123" };
  const configuration = await stripe.billingPortal.configurations.create({
    features: { payment_method_update: { enabled: true } },
  });
  const portal = await stripe.billingPortal.sessions.create({
    ...of,
    configuration: configuration.id,
    flow_data: { type: "payment_method_update" },
  });
  const wanted: [string, unknown][] = [
    ["account", await stripe.accounts.retrieveCurrent()],
    ["billing_portal.configuration", configuration],
    ["billing_portal.session", portal],
    ["charge", (await stripe.charges.list(of)).data[0]],
    ["checkout.session", session],
    ["country_spec", await stripe.countrySpecs.retrieve("US")],
    ["coupon", coupon],
    ["customer", customer],
    ["discount", subscription.discounts[0]],
    ["invoice", invoice],
    ["invoice_payment", (await stripe.invoicePayments.list({ limit: 1 })).data[0]],
    ["invoiceitem", (await stripe.invoiceItems.list(of)).data[0]],
    ["item", (await stripe.checkout.sessions.listLineItems(session.id)).data[0]],
    ["line_item", invoice?.lines.data[0]],
    ["payment_intent", (await stripe.paymentIntents.list(of)).data[0]],
    ["payment_method", (await stripe.paymentMethods.list(of)).data[0]],
    ["plan", subscription.items.data[0]?.plan],
    ["price", price],
    ["product", await stripe.products.retrieve(String(price.product))],
    [
      "promotion_code",
      await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id } }),
    ],
    ["refund", await stripe.refunds.create({ charge: String((await stripe.charges.list(of)).data[0]?.id) })],
    ["setup_intent", await stripe.setupIntents.create({ ...of, ...setup })],
    ["subscription", subscription],
    ["subscription_item", subscription.items.data[0]],
    ["subscription_schedule", await stripe.subscriptionSchedules.create({ from_subscription: other.id })],
    ["test_helpers.test_clock", await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 })],
    ["token", await stripe.tokens.retrieve((await browser.tokens.create({ card })).id)],
    [
      "webhook_endpoint",
      await stripe.webhookEndpoints.create({ url: "http://127.0.0.1:9/", enabled_events: ["*"] }),
    ],
    ...(await ofMoneyBack(stripe, price.id)),
  ];
  return new Map(wanted);
}

/** What there is of taxes, credits and disputes, and a meter. */
async function ofMoneyBack(stripe: Stripe, price: string): Promise<[string, unknown][]> {
  const { id: customer } = await aPayer(stripe, "pm_card_createDispute");
  const { id: warned } = await aPayer(stripe, "pm_card_createIssuerFraudRecord");
  for (const one of [customer, warned])
    await stripe.subscriptions.create({ customer: one, items: [{ price }] });
  const [dispute] = (await stripe.disputes.list()).data;
  const rate = await stripe.taxRates.create({ display_name: "VAT", percentage: 19, inclusive: false });
  const { id: invoice } = await stripe.invoices.create({ customer, default_tax_rates: [rate.id] });
  await stripe.invoiceItems.create({ customer, invoice, amount: 1000, currency: "usd" });
  const { lines } = await stripe.invoices.finalizeInvoice(invoice);
  const credited = { type: "invoice_line_item" as const, invoice_line_item: lines.data[0]?.id ?? "" };
  const note = await stripe.creditNotes.create({ invoice, lines: [credited] });
  const balance = { amount: -100, currency: "usd" };
  const usage = { display_name: "Calls", event_name: "calls", default_aggregation: { formula: "sum" } };
  return [
    ["balance_transaction", dispute?.balance_transactions[0]],
    ["billing.meter", await stripe.billing.meters.create(usage)],
    ["credit_note", note],
    ["credit_note_line_item", note.lines.data[0]],
    ["customer_balance_transaction", await stripe.customers.createBalanceTransaction(customer, balance)],
    ["dispute", dispute],
    ["radar.early_fraud_warning", (await stripe.radar.earlyFraudWarnings.list()).data[0]],
    ["tax_id", await stripe.customers.createTaxId(customer, { type: "eu_vat", value: "DE123456789" })],
    ["tax_rate", rate],
    ["tax.settings", await stripe.tax.settings.retrieve()],
  ];
}

const KINDS = [
  "account",
  ...["balance_transaction", "billing.meter", "credit_note", "credit_note_line_item"],
  ...["customer_balance_transaction", "dispute", "radar.early_fraud_warning", "tax_id", "tax_rate"],
  ...["country_spec", "tax.settings"],
  ...["billing_portal.configuration", "billing_portal.session"],
  ...[
    "charge",
    "checkout.session",
    "coupon",
    "customer",
    "discount",
    "invoice",
    "invoice_payment",
    "invoiceitem",
    "item",
  ],
  ...[
    "line_item",
    "payment_intent",
    "payment_method",
    "plan",
    "price",
    "product",
    "promotion_code",
    "refund",
    "setup_intent",
  ],
  ...[
    "subscription",
    "subscription_item",
    "subscription_schedule",
    "test_helpers.test_clock",
    "token",
    "webhook_endpoint",
  ],
];

const REASON = isThere ? "" : ` (skipped: ${FILE} is not there)`;

describe.skipIf(!isThere)(`what the sandbox sends has the shape that Stripe published${REASON}`, () => {
  test.each(KINDS)("%s", (kind) => {
    const { resources } = Fixtures.parse(JSON.parse(readFileSync(FILE, "utf8")));
    const published = resources[kind];
    const ours = z.json().parse(JSON.parse(JSON.stringify(objects.get(kind))));
    if (published === undefined) throw new Error(`There is no fixture of ${kind}.`);
    const known = [...IN_THE_SDK_ALONE, ...NOT_SHOWN, ...GONE].filter((line) => line.startsWith(`${kind}.`));
    expect(compareShapes(ours, published, kind).sort()).toEqual(known.sort());
  });
});
