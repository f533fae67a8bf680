import { notExpandable } from "./expand.ts";

// What a publishable key is shown: https://docs.stripe.com/metadata#requests; the doc comments of PaymentIntents.retrieve and
// SetupIntents.retrieve in the SDK. The fields are those of Stripe.js's own types, which have what such a key can retrieve
// (github.com/stripe/stripe-js/issues/141), and those that https://docs.stripe.com/api/payment_intents/object marks as retrievable.

const SHOWN: Record<string, readonly string[]> = {
  payment_intent: [
    "id",
    "object",
    "amount",
    "automatic_payment_methods",
    "canceled_at",
    "cancellation_reason",
    "capture_method",
    "client_secret",
    "confirmation_method",
    "created",
    "currency",
    "description",
    "last_payment_error",
    "livemode",
    "next_action",
    "payment_method",
    "payment_method_types",
    "receipt_email",
    "setup_future_usage",
    "shipping",
    "status",
  ],
  setup_intent: [
    "id",
    "object",
    "cancellation_reason",
    "client_secret",
    "created",
    "description",
    "last_setup_error",
    "livemode",
    "next_action",
    "payment_method",
    "payment_method_types",
    "status",
    "usage",
  ],
};

/** Shown with a secret key alone; the fingerprint: github.com/stripe/stripe-android/issues/4301. */
const NEVER_SHOWN = ["fingerprint", "metadata"];

/** An answer, or a part of it, without what a publishable key is not shown. */
export function shownToBrowsers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownToBrowsers);
  if (typeof value !== "object" || value === null) return value;
  const shown = "object" in value ? SHOWN[String(value.object)] : undefined;
  const fields = Object.entries(value).filter(([name]) =>
    shown ? shown.includes(name) : !NEVER_SHOWN.includes(name),
  );
  return Object.fromEntries(fields.map(([name, content]) => [name, shownToBrowsers(content)]));
}

/** Refuses to expand, for a publishable key, anything but an intent's payment method: a customer would be shown. */
export function checkBrowserExpansions(paths: string[]): void {
  const refused = paths.find((path) => path !== "payment_method");
  if (refused !== undefined) throw notExpandable(refused);
}
