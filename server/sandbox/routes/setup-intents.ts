import type Stripe from "stripe";
import { z } from "zod";
import { emit } from "../events.ts";
import { cardByNumber } from "../objects/card-behaviour.ts";
import { makeSetupIntent } from "../objects/intents.ts";
import { toFailure } from "../payments.ts";
import { invalid, missing } from "../wire/failure.ts";
import { Flag, list, Metadata, paging, read, Text } from "../wire/params.ts";
import { attach, methodNamed } from "./payment-methods.ts";
import { type Call, idOf, type Route } from "./route.ts";

const Automatic = z.strictObject({ enabled: Flag, allow_redirects: z.enum(["always", "never"]).optional() });

const fields = {
  customer: Text.optional(),
  usage: z.enum(["off_session", "on_session"]).optional(),
  automatic_payment_methods: Automatic.optional(),
  payment_method_types: list(z.literal("card")).optional(),
  payment_method: Text.optional(),
  metadata: Metadata.optional(),
  confirm: Flag.optional(),
  return_url: Text.optional(),
};

async function create(call: Call): Promise<Stripe.SetupIntent> {
  const { store } = call;
  const input = read(fields, call.params);
  if (input.customer) await store.get<Stripe.Customer>("customer", input.customer, "customer");
  const method = input.payment_method
    ? await methodNamed(call, input.payment_method, "payment_method")
    : null;
  const intent = makeSetupIntent(store.now, {
    customer: input.customer ?? null,
    paymentMethod: method?.id ?? null,
    usage: input.usage ?? "off_session",
    isAutomatic: input.automatic_payment_methods?.enabled ?? true,
    metadata: input.metadata ?? {},
  });
  await store.add(intent);
  await emit(store, "setup_intent.created", intent);
  return input.confirm ? confirm(call, intent, method) : intent;
}

/** With the publishable key an intent is reached by its client secret alone. */
async function load(call: Call, clientSecret: string | undefined): Promise<Stripe.SetupIntent> {
  const intent = await call.store.get<Stripe.SetupIntent>("setup_intent", idOf(call), "intent");
  if (!call.isSecret && intent.client_secret !== clientSecret)
    throw missing("setupintent", intent.id, "intent");
  return intent;
}

async function confirmRoute(call: Call): Promise<Stripe.SetupIntent> {
  const shape = {
    client_secret: Text.optional(),
    payment_method: Text.optional(),
    return_url: Text.optional(),
  };
  const input = read(shape, call.params);
  const intent = await load(call, input.client_secret);
  const named = input.payment_method ?? intent.payment_method;
  const method = typeof named === "string" ? await methodNamed(call, named, "payment_method") : named;
  return confirm(call, intent, method);
}

async function confirm(
  call: Pick<Call, "store">,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod | null,
): Promise<Stripe.SetupIntent> {
  const { store } = call;
  if (intent.status === "succeeded" || intent.status === "canceled") {
    throw invalid(`You cannot confirm this SetupIntent because it has already ${intent.status}.`, {
      code: "setup_intent_unexpected_state",
    });
  }
  if (!method)
    throw invalid("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: "parameter_missing",
      param: "payment_method",
    });
  const card = cardByNumber((await store.hidden(method.id)).number ?? "");
  if (card?.decline) throw toFailure(card.decline);
  if (card?.confirmation && intent.status !== "requires_action") {
    const next: Stripe.SetupIntent.NextAction = { type: "use_stripe_sdk" };
    return store.put<Stripe.SetupIntent>({
      ...intent,
      payment_method: method.id,
      status: "requires_action",
      next_action: next,
    });
  }
  return succeed(call, intent, method);
}

async function succeed(
  { store }: Pick<Call, "store">,
  intent: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Promise<Stripe.SetupIntent> {
  const customer = typeof intent.customer === "string" ? intent.customer : null;
  if (customer) await attach({ store }, method, customer);
  const sql =
    'update stripe_sandbox.objects set hidden = hidden || \'{"set_up":"true"}\' where account = $1 and id = $2';
  await store.client.query(sql, [store.account, method.id]);
  const done = await store.put<Stripe.SetupIntent>({
    ...intent,
    payment_method: method.id,
    status: "succeeded",
    next_action: null,
  });
  await emit(store, "setup_intent.succeeded", done);
  return done;
}

async function cancel(call: Call): Promise<Stripe.SetupIntent> {
  read({ cancellation_reason: Text.optional() }, call.params);
  const intent = await load(call, undefined);
  if (intent.status === "succeeded" || intent.status === "canceled") {
    throw invalid(`You cannot cancel this SetupIntent because it has a status of ${intent.status}.`, {
      code: "setup_intent_unexpected_state",
    });
  }
  return call.store.put<Stripe.SetupIntent>({ ...intent, status: "canceled" });
}

export const setupIntentRoutes: Route[] = [
  { method: "POST", path: "/v1/setup_intents", handle: create },
  {
    method: "GET",
    path: "/v1/setup_intents/:id",
    isPublic: true,
    handle: (call) => load(call, read({ client_secret: Text.optional() }, call.params).client_secret),
  },
  { method: "POST", path: "/v1/setup_intents/:id/confirm", isPublic: true, handle: confirmRoute },
  { method: "POST", path: "/v1/setup_intents/:id/cancel", handle: cancel },
  {
    method: "GET",
    path: "/v1/setup_intents",
    handle: (call) => {
      const { customer, ...page } = read({ ...paging, customer: Text.optional() }, call.params);
      return call.store.list<Stripe.SetupIntent>("setup_intent", "/v1/setup_intents", {
        ...page,
        ...(customer && { where: { customer } }),
      });
    },
  },
];
