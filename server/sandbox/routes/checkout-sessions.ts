import type Stripe from "stripe";
import { z } from "zod";
import { emit } from "../events.ts";
import { makeCheckoutSession } from "../objects/checkout-session.ts";
import { invalid } from "../wire/failure.ts";
import { Int, list, Metadata, paging, read, Text } from "../wire/params.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { TrialSettings } from "./subscriptions.ts";

const LineItem = z.strictObject({ price: Text, quantity: Int.optional() });
const SubscriptionData = z.strictObject({
  metadata: Metadata.optional(),
  trial_period_days: Int.optional(),
  trial_settings: TrialSettings.optional(),
});

const fields = {
  mode: z.literal("subscription"),
  customer: Text,
  line_items: list(LineItem),
  success_url: z.url(),
  cancel_url: z.url().optional(),
  client_reference_id: Text.optional(),
  metadata: Metadata.optional(),
  subscription_data: SubscriptionData.optional(),
};

/** What the hosted page needs to start the subscription; kept beside the session, as Stripe keeps it to itself. */
export const Order = z.object({
  items: z.array(z.object({ price: z.string(), quantity: z.number() })),
  trialDays: z.number(),
  missingPaymentMethod: z.enum(["cancel", "create_invoice", "pause"]),
  metadata: z.record(z.string(), z.string()),
});

async function create(call: Call): Promise<Stripe.Checkout.Session> {
  const { store, baseUrl } = call;
  const input = read(fields, call.params);
  await store.get<Stripe.Customer>("customer", input.customer, "customer");
  const prices = await store.getAll<Stripe.Price>(
    "price",
    input.line_items.map(({ price }) => price),
    "line_items[0][price]",
  );
  const [first] = prices;
  if (!first)
    throw invalid("Missing required param: line_items.", { code: "parameter_missing", param: "line_items" });
  const items = input.line_items.map(({ price, quantity }) => ({ price, quantity: quantity ?? 1 }));
  const amount = prices.reduce(
    (sum, price, index) => sum + (price.unit_amount ?? 0) * (items[index]?.quantity ?? 1),
    0,
  );
  const session = makeCheckoutSession(store.now, {
    customer: input.customer,
    currency: first.currency,
    amount,
    successUrl: input.success_url,
    cancelUrl: input.cancel_url ?? null,
    clientReference: input.client_reference_id ?? null,
    metadata: input.metadata ?? {},
    baseUrl,
  });
  const data = input.subscription_data;
  const order: z.output<typeof Order> = {
    items,
    trialDays: data?.trial_period_days ?? 0,
    missingPaymentMethod: data?.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
    metadata: data?.metadata ?? {},
  };
  return store.add(session, order);
}

async function expire(call: Call): Promise<Stripe.Checkout.Session> {
  read({}, call.params);
  const session = await call.store.get<Stripe.Checkout.Session>("checkout.session", idOf(call), "session");
  if (session.status !== "open")
    throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
  const expired = await call.store.put<Stripe.Checkout.Session>({ ...session, status: "expired", url: null });
  await emit(call.store, "checkout.session.expired", expired);
  return expired;
}

export const checkoutRoutes: Route[] = [
  { method: "POST", path: "/v1/checkout/sessions", handle: create },
  {
    method: "GET",
    path: "/v1/checkout/sessions/:id",
    handle: (call) => call.store.get<Stripe.Checkout.Session>("checkout.session", idOf(call), "session"),
  },
  { method: "POST", path: "/v1/checkout/sessions/:id/expire", handle: expire },
  {
    method: "GET",
    path: "/v1/checkout/sessions",
    handle: (call) => {
      const { customer, ...page } = read({ ...paging, customer: Text.optional() }, call.params);
      return call.store.list<Stripe.Checkout.Session>("checkout.session", "/v1/checkout/sessions", {
        ...page,
        ...(customer && { where: { customer } }),
      });
    },
  },
];
