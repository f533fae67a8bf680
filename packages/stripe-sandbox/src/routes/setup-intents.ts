import type Stripe from "stripe";
import { z } from "zod";
import { confirmSetup } from "../billing/setups.ts";
import { change, emit } from "../events.ts";
import { makeSetupIntent } from "../objects/intents.ts";
import type { Store } from "../store.ts";
import { invalid, missing } from "../wire/failure.ts";
import { Flag, list, Metadata, pagingByDate, parametersOf, Text, Url } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { cardOf, DETACHED, methodFields, methodNamed, methodOf } from "./payment-methods.ts";
import { type Call, idOf, type Route } from "./route.ts";

const PATH = "/v1/setup_intents";

const Automatic = z.strictObject({ enabled: Flag, allow_redirects: z.enum(["always", "never"]).optional() });

/** How an intent is confirmed. */
export const confirmFields = parametersOf<Stripe.SetupIntentConfirmParams>()({
  payment_method: Text.optional(),
  payment_method_data: z.strictObject(methodFields).optional(),
  return_url: Url.optional(),
  use_stripe_sdk: Flag.optional(),
});

const CREATE = parametersOf<Stripe.SetupIntentCreateParams>()({
  ...confirmFields,
  allowed_payment_method_types: list(z.literal("card")).optional(),
  automatic_payment_methods: Automatic.optional(),
  confirm: Flag.optional(),
  customer: Text.optional(),
  description: Text.optional(),
  metadata: Metadata.optional(),
  usage: z.enum(["off_session", "on_session"]).optional(),
});

/** The payment method that is named, or made of what was sent in its place. */
export async function methodSent(
  store: Store,
  sent: z.output<z.ZodObject<typeof confirmFields>>,
): Promise<Stripe.PaymentMethod | null> {
  if (sent.payment_method_data) return methodOf(store, sent.payment_method_data);
  return sent.payment_method === undefined ? null : methodNamed(store, sent.payment_method, "payment_method");
}

/**
 * Refuses another customer's payment method (SetupIntent.customer in the SDK: "Payment methods attached to other Customers cannot
 * be used with this SetupIntent"), and one that was detached. The words are those of a PaymentIntent.
 */
async function checkMethod(
  store: Store,
  method: Stripe.PaymentMethod,
  customer: string | null,
): Promise<void> {
  if ((await cardOf(store, method)).isDetached) throw invalid(DETACHED);
  if (method.customer === null || method.customer === customer) return;
  const param = "payment_method";
  if (customer === null)
    throw invalid(
      `The payment method ${method.id} belongs to the Customer ${method.customer}. Please include the Customer in the \`customer\` ` +
        "parameter on the SetupIntent.",
      { param },
    );
  throw invalid(
    `The PaymentMethod ${method.id} does not belong to the Customer you supplied ${customer}. Please use this PaymentMethod with ` +
      "the Customer that it belongs to instead.",
    { param },
  );
}

async function create(call: Call): Promise<Stripe.SetupIntent> {
  const { store } = call;
  const input = read(CREATE, call.params);
  // SetupIntentCreateParams.return_url in the SDK: only with confirm=true.
  if (input.return_url !== undefined && !input.confirm)
    throw invalid("This parameter can only be used with `confirm=true`.", { param: "return_url" });
  if (input.customer !== undefined) await store.get<Stripe.Customer>("customer", input.customer, "customer");
  const method = await methodSent(store, input);
  if (method) await checkMethod(store, method, input.customer ?? null);
  const isAutomatic = input.automatic_payment_methods?.enabled ?? true;
  // Cards alone are allowed: nothing redirects.
  const redirects = input.allowed_payment_method_types ? "never" : "always";
  const allow_redirects = input.automatic_payment_methods?.allow_redirects ?? redirects;
  const intent = store.add(
    makeSetupIntent(store.now, {
      customer: input.customer ?? null,
      paymentMethod: method?.id ?? null,
      usage: input.usage ?? "off_session",
      allowed: input.allowed_payment_method_types ?? null,
      automatic: isAutomatic ? { allow_redirects, enabled: true } : null,
      description: input.description ?? null,
      metadata: mergeMetadata(null, input.metadata),
    }),
  );
  await emit(store, "setup_intent.created", intent);
  return input.confirm ? confirm(call, intent, method, input) : intent;
}

/** With the publishable key an intent is reached by its client secret alone. */
async function load(call: Call, clientSecret: string | undefined): Promise<Stripe.SetupIntent> {
  const intent = await call.store.get<Stripe.SetupIntent>("setup_intent", idOf(call));
  if (!call.isSecret && intent.client_secret !== clientSecret) throw missing("setup_intent", intent.id);
  return intent;
}

async function confirmRoute(call: Call): Promise<Stripe.SetupIntent> {
  const { store } = call;
  const input = read({ ...confirmFields, client_secret: Text.optional() }, call.params);
  const intent = await load(call, input.client_secret);
  const kept = intent.payment_method;
  const method =
    (await methodSent(store, input)) ??
    (kept === null ? null : await methodNamed(store, String(kept), "payment_method"));
  return confirm(call, intent, method, input);
}

async function confirm(
  { store, isSecret }: Call,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod | null,
  { return_url: returnUrl }: z.output<z.ZodObject<typeof confirmFields>>,
): Promise<Stripe.SetupIntent> {
  if (intent.status === "succeeded" || intent.status === "canceled") throw wrongState("confirm", intent);
  if (!method) {
    const message =
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment " +
      "method and then confirm it again.";
    throw invalid(message, { code: "setup_intent_unexpected_state" });
  }
  if (isSecret && returnUrl === undefined && intent.automatic_payment_methods?.allow_redirects === "always") {
    const message =
      "This SetupIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment " +
      "methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept " +
      "redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and " +
      "`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.";
    throw invalid(message);
  }
  await checkMethod(store, method, intent.customer === null ? null : String(intent.customer));
  return confirmSetup(store, intent, method, { returnUrl });
}

function wrongState(verb: string, { status }: Stripe.SetupIntent) {
  const message = `You cannot ${verb} this SetupIntent because it has a status of ${status}.`;
  return invalid(message, { code: "setup_intent_unexpected_state" });
}

async function update(call: Call): Promise<Stripe.SetupIntent> {
  const { store } = call;
  const shape = parametersOf<Stripe.SetupIntentUpdateParams>()({
    customer: Text.optional(),
    description: Text.optional(),
    metadata: Metadata.optional(),
    payment_method: Text.optional(),
  });
  const input = read(shape, call.params);
  const before = await load(call, undefined);
  if (before.status === "succeeded" || before.status === "canceled") throw wrongState("update", before);
  if (input.customer !== undefined) await store.get<Stripe.Customer>("customer", input.customer, "customer");
  const method =
    input.payment_method === undefined
      ? null
      : await methodNamed(store, input.payment_method, "payment_method");
  const kept = before.payment_method === null ? null : String(before.payment_method);
  const used = method ?? (kept === null ? null : await methodNamed(store, kept, "payment_method"));
  const customer = input.customer ?? (before.customer === null ? null : String(before.customer));
  if (used) await checkMethod(store, used, customer);
  return store.put<Stripe.SetupIntent>({
    ...before,
    customer: input.customer ?? before.customer,
    description: input.description ?? before.description,
    metadata: mergeMetadata(before.metadata, input.metadata),
    ...(method && { payment_method: method.id, status: "requires_confirmation" }),
  });
}

async function cancel(call: Call): Promise<Stripe.SetupIntent> {
  const reason = z.enum(["abandoned", "duplicate", "requested_by_customer"]);
  const input = read({ cancellation_reason: reason.optional() }, call.params);
  const intent = await load(call, undefined);
  if (intent.status === "succeeded" || intent.status === "canceled") throw wrongState("cancel", intent);
  await refuseOfSession(call.store, intent);
  const cancellation_reason = input.cancellation_reason ?? null;
  const canceled: Stripe.SetupIntent = {
    ...intent,
    status: "canceled",
    next_action: null,
    cancellation_reason,
  };
  return change<Stripe.SetupIntent>(call.store, "setup_intent.canceled", intent, canceled);
}

/** The SDK on `setupIntents.cancel`: "You can't cancel the SetupIntent for a Checkout Session." */
async function refuseOfSession(store: Store, { id }: Stripe.SetupIntent): Promise<void> {
  const where = { setup_intent: id, status: "open" };
  const sessions = await store.all<Stripe.Checkout.Session>("checkout.session", { where });
  if (sessions.length === 0) return;
  const message =
    "You cannot cancel the SetupIntent for a Checkout Session. Expire the Checkout Session instead.";
  throw invalid(message, { code: "setup_intent_unexpected_state" });
}

function listIntents(call: Call) {
  const shape = parametersOf<Stripe.SetupIntentListParams>()({
    ...pagingByDate,
    customer: Text.optional(),
    payment_method: Text.optional(),
  });
  const { customer, payment_method, ...page } = read(shape, call.params);
  const where = {
    ...(customer !== undefined && { customer }),
    ...(payment_method !== undefined && { payment_method }),
  };
  return call.store.list<Stripe.SetupIntent>("setup_intent", PATH, { ...page, where });
}

export const setupIntentRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: listIntents },
  {
    method: "GET",
    path: `${PATH}/:id`,
    isPublic: true,
    handle: (call) => load(call, read({ client_secret: Text.optional() }, call.params).client_secret),
  },
  { method: "POST", path: `${PATH}/:id`, handle: update },
  { method: "POST", path: `${PATH}/:id/confirm`, isPublic: true, handle: confirmRoute },
  { method: "POST", path: `${PATH}/:id/cancel`, handle: cancel },
];
