import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startSandbox } from "./start.ts";

// Stripe's published fixtures hold every resource with everything expanded. They are not part of this repository.
const FIXTURES = join(import.meta.dirname, "../../../shared/stripe/fixtures3.json");
const isThere = existsSync(FIXTURES);

/** Keys that the fixtures have and the SDK's types no longer do, or the other way round. The types are newer and win. */
const NEWER_IN_TYPES: Record<string, string[]> = {
  subscription: [
    "items.data.current_trial",
    "cancellation_details.feedback_option",
    "trial_settings.end_behavior.billing_cycle_anchor",
  ],
  subscription_item: ["current_trial"],
  product: ["tax_details"],
  setup_intent: ["allowed_payment_method_types"],
  payment_intent: ["allowed_payment_method_types", "payment_record"],
  "checkout.session": ["allowed_payment_method_types"],
};
const GONE_FROM_TYPES: Record<string, string[]> = { invoice: ["subscription"] };
/** Shown only when they are asked for, or only for some objects. */
const OPTIONAL: Record<string, string[]> = {
  customer: ["customer_account"],
  // The fixtures leave the price of a line out; the types have it, optional.
  invoice: ["lines.data.pricing.price_details"],
  line_item: ["pricing.price_details"],
  subscription: ["billing_mode.updated_at"],
  event: ["data.object", "data.previous_attributes"],
  webhook_endpoint: ["secret"],
  setup_intent: [
    "automatic_payment_methods.allow_redirects",
    "attach_to_self",
    "customer_account",
    "managed_payments",
  ],
};

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Difference {
  path: string;
  what: string;
}

/** What differs between an answer and the fixture of its kind: keys and JSON types, at every depth. */
function differences(kind: string, ours: Json, fixture: Json, path = ""): Difference[] {
  if (path.endsWith("metadata") || (OPTIONAL[kind] ?? []).includes(path)) return [];
  // Everything nullable is filled in the fixtures; and what is null there has no type to compare.
  if (ours === null || fixture === null) return [];
  if (Array.isArray(ours) && Array.isArray(fixture)) {
    const [mine] = ours;
    const [theirs] = fixture;
    return mine !== undefined && theirs !== undefined ? differences(kind, mine, theirs, path) : [];
  }
  if (typeof ours !== typeof fixture || Array.isArray(ours) !== Array.isArray(fixture)) {
    return [{ path, what: `is ${typeof ours}, the fixture has ${typeof fixture}` }];
  }
  if (
    typeof ours !== "object" ||
    typeof fixture !== "object" ||
    Array.isArray(ours) ||
    Array.isArray(fixture)
  )
    return [];
  return objectDifferences(kind, ours, fixture, path);
}

function objectDifferences(
  kind: string,
  ours: { [key: string]: Json },
  fixture: { [key: string]: Json },
  path: string,
): Difference[] {
  const at = (key: string) => (path === "" ? key : `${path}.${key}`);
  // An empty object in the fixtures stands for one whose content they leave out.
  if (Object.keys(fixture).length === 0) return [];
  const allowed = (list: Record<string, string[]>, key: string) =>
    (list[kind] ?? []).includes(at(key)) || (OPTIONAL[kind] ?? []).includes(at(key));
  const extra = Object.keys(ours).filter((key) => !(key in fixture) && !allowed(NEWER_IN_TYPES, key));
  const missing = Object.keys(fixture).filter((key) => !(key in ours) && !allowed(GONE_FROM_TYPES, key));
  const inner = Object.keys(ours).flatMap((key) =>
    differences(kind, ours[key] ?? null, fixture[key] ?? null, at(key)),
  );
  return [
    ...extra.map((key) => ({ path: at(key), what: "is not in the fixture" })),
    ...missing.map((key) => ({ path: at(key), what: "is missing" })),
    ...inner,
  ];
}

describe.skipIf(!isThere)(
  "every object held against Stripe's published fixtures (skipped where ../shared/stripe is absent)",
  () => {
    const fixtures: Record<string, Json> = isThere
      ? JSON.parse(readFileSync(FIXTURES, "utf8")).resources
      : {};
    let sandbox: Awaited<ReturnType<typeof startSandbox>>;
    const answers: Record<string, Json> = {};

    beforeAll(async () => {
      sandbox = await startSandbox({ databaseUrl: inject("databaseUrl") });
      const { hostname, port } = new URL(sandbox.url);
      const stripe = new Stripe(`sk_test_fixtures${Date.now()}`, { host: hostname, port, protocol: "http" });
      const endpoint = await stripe.webhookEndpoints.create({
        url: "http://127.0.0.1:9/never",
        enabled_events: ["price.created"],
      });
      const customer = await stripe.customers.create({ email: "a@example.com", metadata: { a: "b" } });
      const method = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
      const product = await stripe.products.create({ name: "Thing" });
      const price = await stripe.prices.create({
        product: product.id,
        currency: "usd",
        unit_amount: 1000,
        recurring: { interval: "month" },
      });
      const items = [{ price: price.id }];
      const subscription = await stripe.subscriptions.create({
        customer: customer.id,
        items,
        default_payment_method: method.id,
      });
      const urls = { success_url: "https://example.com/s", cancel_url: "https://example.com/c" };
      const session = await stripe.checkout.sessions.create({
        mode: "subscription",
        customer: customer.id,
        line_items: [{ price: price.id, quantity: 1 }],
        ...urls,
      });
      const incomplete = await stripe.subscriptions.create({
        customer: customer.id,
        items,
        default_payment_method: method.id,
        payment_behavior: "default_incomplete",
        expand: ["latest_invoice.confirmation_secret"],
      });
      const invoice = incomplete.latest_invoice;
      const secret = typeof invoice === "object" ? invoice?.confirmation_secret?.client_secret : undefined;
      const intent = await stripe.paymentIntents.retrieve(secret?.split("_secret_")[0] ?? "");
      const events = await stripe.events.list({ type: "price.created" });
      const made = {
        customer: await stripe.customers.retrieve(customer.id),
        payment_method: method,
        product,
        price,
        subscription,
        subscription_item: subscription.items.data[0],
        invoice: await stripe.invoices.retrieve(String(subscription.latest_invoice)),
        setup_intent: await stripe.setupIntents.create({
          customer: customer.id,
          automatic_payment_methods: { enabled: true },
        }),
        payment_intent: intent,
        "checkout.session": session,
        webhook_endpoint: await stripe.webhookEndpoints.retrieve(endpoint.id),
        event: events.data[0],
      };
      // As it went over the wire: without what the SDK adds to its objects.
      for (const [kind, object] of Object.entries(made)) answers[kind] = JSON.parse(JSON.stringify(object));
      answers.line_item = JSON.parse(JSON.stringify(made.invoice.lines.data[0]));
      answers.deleted_customer = JSON.parse(
        JSON.stringify(await stripe.customers.del((await stripe.customers.create({})).id)),
      );
      answers.deleted_webhook_endpoint = JSON.parse(
        JSON.stringify(await stripe.webhookEndpoints.del(endpoint.id)),
      );
    });

    afterAll(() => sandbox?.close());

    it.each([
      "customer",
      "payment_method",
      "product",
      "price",
      "subscription",
      "subscription_item",
      "invoice",
      "line_item",
      "setup_intent",
      "payment_intent",
      "checkout.session",
      "webhook_endpoint",
      "event",
      "deleted_customer",
      "deleted_webhook_endpoint",
    ])("%s: the same keys, the same types, the same nesting", (kind) => {
      expect(answers[kind], `the sandbox answered a ${kind}`).toBeTruthy();
      expect(fixtures[kind], `there is a fixture of ${kind}`).toBeTruthy();
      expect(differences(kind, answers[kind] ?? null, fixtures[kind] ?? null)).toEqual([]);
    });
  },
);
