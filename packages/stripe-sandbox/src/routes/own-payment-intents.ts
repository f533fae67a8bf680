import type Stripe from "stripe";
import { z } from "zod";
import { money } from "../billing/lines.ts";
import { checkAmount, isTooLarge, leastCharge, mostCharge } from "../currencies.ts";
import { change, emit } from "../events.ts";
import { makePaymentIntent } from "../objects/intents.ts";
import type { Store } from "../store.ts";
import { type Failure, invalid } from "../wire/failure.ts";
import { Currency, Email, Flag, Int, list, Metadata, parametersOf, Text } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { confirmIntent, methodFitting, PATH } from "./payment-intents.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { confirmFields, methodSent } from "./setup-intents.ts";

// Payment intents that a caller makes, as https://docs.stripe.com/api/payment_intents has them: those of invoices are made and
// ended with their invoice. Words and defaults are those observed of Stripe at 2026-08-26.dahlia.

const Automatic = z.strictObject({ enabled: Flag, allow_redirects: z.enum(["always", "never"]).optional() });
const Usage = z.enum(["off_session", "on_session"]);

const CREATE = parametersOf<Stripe.PaymentIntentCreateParams>()({
  ...confirmFields,
  allowed_payment_method_types: list(z.literal("card")).optional(),
  amount: Int,
  automatic_payment_methods: Automatic.optional(),
  capture_method: z.enum(["automatic", "automatic_async"]).optional(),
  confirm: Flag.optional(),
  currency: Currency,
  customer: Text.optional(),
  description: Text.optional(),
  metadata: Metadata.optional(),
  off_session: Flag.optional(),
  receipt_email: Email.optional(),
  setup_future_usage: Usage.optional(),
});

const UPDATE = parametersOf<Stripe.PaymentIntentUpdateParams>()({
  amount: Int.optional(),
  currency: Currency.optional(),
  customer: Text.optional(),
  description: Text.optional(),
  metadata: Metadata.optional(),
  payment_method: Text.optional(),
  receipt_email: Email.optional(),
  setup_future_usage: z.union([z.literal(""), Usage]).optional(),
});

const CHANGEABLE = ["requires_payment_method", "requires_confirmation", "requires_action"];
const CANCELABLE =
  "requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing";

/** Fields that only go with the confirmation: the SDK's doc comments say so of each. */
const OF_CONFIRMATION = ["off_session", "return_url"] as const;

async function create(call: Call): Promise<Stripe.PaymentIntent> {
  const { store } = call;
  const input = read(CREATE, call.params);
  checkCharge(input.amount, input.currency);
  for (const param of OF_CONFIRMATION)
    if (input[param] !== undefined && !input.confirm)
      throw invalid(
        `The parameter \`${param}\` cannot be passed when creating a PaymentIntent unless confirm is set to true.`,
        {
          param,
        },
      );
  if (input.customer !== undefined) await store.get<Stripe.Customer>("customer", input.customer, "customer");
  const method = await methodSent(store, input);
  const isAutomatic = input.automatic_payment_methods?.enabled ?? !input.allowed_payment_method_types;
  const allow_redirects = input.automatic_payment_methods?.allow_redirects ?? "always";
  const made = makePaymentIntent(store.now, {
    amount: input.amount,
    currency: input.currency,
    customer: input.customer ?? null,
    paymentMethod: method?.id ?? null,
    description: input.description ?? null,
  });
  if (method) methodFitting(made, method);
  const intent = store.add<Stripe.PaymentIntent>({
    ...made,
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    automatic_payment_methods: isAutomatic ? { allow_redirects, enabled: true } : null,
    capture_method: input.capture_method ?? "automatic_async",
    metadata: mergeMetadata(null, input.metadata),
    receipt_email: input.receipt_email || null,
    setup_future_usage: input.setup_future_usage ?? null,
  });
  await emit(store, "payment_intent.created", intent);
  return input.confirm ? confirmIntent(call, intent, method, input) : intent;
}

/** Refuses what cannot be charged, in words that were observed: https://docs.stripe.com/error-codes#amount-too-small. */
function checkCharge(amount: number, currency: string): void {
  const param = "amount";
  if (amount <= 0) {
    const message =
      "The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set. " +
      "If you want to save a card for use without an immediate payment, use a SetupIntent.";
    throw invalid(message, { code: "parameter_invalid_integer", param });
  }
  const least = leastCharge(currency);
  if (amount < least) {
    const message = `Amount must be at least ${money(least, currency)} ${currency}`;
    throw invalid(message, { code: "amount_too_small", param });
  }
  if (isTooLarge(amount, currency)) {
    const message = `Amount must be no more than ${grouped(mostCharge(currency), currency)}`;
    throw invalid(message, { code: "amount_too_large", param });
  }
  checkAmount(amount, currency, param);
}

function grouped(amount: number, currency: string): string {
  return money(amount, currency).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

async function update(call: Call): Promise<Stripe.PaymentIntent> {
  const { store } = call;
  const input = read(UPDATE, call.params);
  const before = await store.get<Stripe.PaymentIntent>("payment_intent", idOf(call));
  for (const param of ["amount", "currency", "customer", "payment_method", "setup_future_usage"] as const)
    if (input[param] !== undefined && !CHANGEABLE.includes(before.status)) throw unchangeable(before, param);

  if ((input.amount ?? input.currency ?? input.customer) !== undefined)
    await refuseInvoices(store, before, "update");
  if (input.customer !== undefined) {
    await store.get<Stripe.Customer>("customer", input.customer, "customer");
    refuseOtherCustomer(before, input.customer);
  }
  if ((input.amount ?? input.currency) !== undefined)
    checkCharge(input.amount ?? before.amount, input.currency ?? before.currency);
  const method = await methodSent(store, { payment_method: input.payment_method });
  const after: Stripe.PaymentIntent = {
    ...before,
    amount: input.amount ?? before.amount,
    currency: input.currency ?? before.currency,
    customer: input.customer ?? before.customer,
    description: input.description ?? before.description,
    metadata: mergeMetadata(before.metadata, input.metadata),
    receipt_email: input.receipt_email === undefined ? before.receipt_email : input.receipt_email || null,
    setup_future_usage:
      input.setup_future_usage === undefined ? before.setup_future_usage : input.setup_future_usage || null,
    ...(method && { payment_method: method.id, status: "requires_confirmation", next_action: null }),
  };
  if (method) methodFitting(after, method);
  return store.put<Stripe.PaymentIntent>(after);
}

/**
 * Words and code: github.com/Automattic/woocommerce-payments/issues/142,
 * github.com/woocommerce/woocommerce-gateway-stripe/issues/1068.
 */
function refuseOtherCustomer(intent: Stripe.PaymentIntent, customer: string): void {
  if (intent.customer === null || intent.customer === customer) return;
  const message =
    "You cannot modify `customer` on a PaymentIntent once it already has been set. To fulfill a payment with a different " +
    "Customer, cancel this PaymentIntent and create a new one.";
  throw withIntent(invalid(message, { code: "payment_intent_unexpected_state" }), intent);
}

function unchangeable(intent: Stripe.PaymentIntent, param: string): Failure {
  const message =
    `This PaymentIntent's ${param} could not be updated because it has a status of ${intent.status}. You may only update the ` +
    `${param} of a PaymentIntent with one of the following statuses: ${CHANGEABLE.join(", ")}.`;
  return withIntent(invalid(message, { code: "payment_intent_unexpected_state", param }), intent);
}

async function cancel(call: Call): Promise<Stripe.PaymentIntent> {
  const reason = z.enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"]);
  const shape = parametersOf<Stripe.PaymentIntentCancelParams>()({ cancellation_reason: reason.optional() });
  const input = read(shape, call.params);
  const { store } = call;
  const intent = await store.get<Stripe.PaymentIntent>("payment_intent", idOf(call));
  if (!CHANGEABLE.includes(intent.status)) {
    const message =
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the ` +
      `following statuses may be canceled: ${CANCELABLE}.`;
    throw withIntent(invalid(message, { code: "payment_intent_unexpected_state" }), intent);
  }
  await refuseInvoices(store, intent, "cancel");
  return change<Stripe.PaymentIntent>(store, "payment_intent.canceled", intent, {
    ...intent,
    status: "canceled",
    canceled_at: store.now,
    cancellation_reason: input.cancellation_reason ?? null,
    next_action: null,
  });
}

function withIntent(failure: Failure, payment_intent: Stripe.PaymentIntent): Failure {
  return failure.with({ more: { payment_intent } });
}

/** An invoice's intent has the invoice's amount, and ends when the invoice is voided. */
async function refuseInvoices(store: Store, intent: Stripe.PaymentIntent, verb: string): Promise<void> {
  const { invoice } = await store.hidden<{ invoice: string }>(intent.id);
  if (invoice !== undefined)
    throw withIntent(
      invalid(`You cannot ${verb} this PaymentIntent, because it belongs to the invoice ${invoice}.`, {
        code: "payment_intent_unexpected_state",
      }),
      intent,
    );
}

export const ownPaymentIntentRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "POST", path: `${PATH}/:id`, handle: update },
  { method: "POST", path: `${PATH}/:id/cancel`, handle: cancel },
];
