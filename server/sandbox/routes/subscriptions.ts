import type Stripe from "stripe";
import { z } from "zod";
import { cancel, collect, customerOf, fullLine, saveSubscription } from "../billing.ts";
import { periodEnd } from "../calendar.ts";
import { emit } from "../events.ts";
import { exchange } from "../exchange-items.ts";
import { draftInvoice, finalizeInvoice, payInvoice } from "../invoicing.ts";
import { makePaymentIntent } from "../objects/intents.ts";
import { makeItem, makeSubscription } from "../objects/subscription.ts";
import { newId, type Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { Flag, Int, list, Metadata, paging, read, Text, Unsettable } from "../wire/params.ts";
import { mergeMetadata } from "./customers.ts";
import { methodNamed } from "./payment-methods.ts";
import { type Call, idOf, type Route } from "./route.ts";

export const TrialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: z.enum(["cancel", "create_invoice", "pause"]) }),
});
const Behaviour = z.enum([
  "allow_incomplete",
  "default_incomplete",
  "error_if_incomplete",
  "pending_if_incomplete",
]);

const NewItem = z.strictObject({ price: Text, quantity: Int.optional(), metadata: Metadata.optional() });

const createFields = {
  customer: Text,
  items: list(NewItem),
  default_payment_method: Text.optional(),
  off_session: Flag.optional(),
  payment_behavior: Behaviour.optional(),
  trial_end: z.union([z.literal("now"), Int]).optional(),
  trial_period_days: Int.optional(),
  trial_settings: TrialSettings.optional(),
  cancel_at_period_end: Flag.optional(),
  metadata: Metadata.optional(),
};

async function create(call: Call): Promise<Stripe.Subscription> {
  const input = read(createFields, call.params);
  if (input.items.length === 0)
    throw invalid("Missing required param: items.", { code: "parameter_missing", param: "items" });
  const end = input.trial_end === "now" ? undefined : input.trial_end;
  const trialEnd =
    end ?? (input.trial_period_days ? call.store.now + input.trial_period_days * 86_400 : undefined);
  return startSubscription(call, {
    customer: input.customer,
    items: input.items.map(({ price, quantity }) => ({ price, quantity: quantity ?? 1 })),
    defaultPaymentMethod: input.default_payment_method,
    behaviour: input.payment_behavior ?? "allow_incomplete",
    trialEnd,
    missingPaymentMethod: input.trial_settings?.end_behavior.missing_payment_method ?? "create_invoice",
    metadata: input.metadata ?? {},
  });
}

interface Start {
  customer: string;
  items: { price: string; quantity: number }[];
  defaultPaymentMethod: string | undefined;
  behaviour: z.output<typeof Behaviour>;
  trialEnd: number | undefined;
  missingPaymentMethod: "cancel" | "create_invoice" | "pause";
  metadata: Stripe.Metadata;
}

/** Starts a subscription; what remains when the first payment fails is ruled by payment_behavior. */
export async function startSubscription(
  call: Pick<Call, "store">,
  start: Start,
): Promise<Stripe.Subscription> {
  const { store } = call;
  const customer = await store.get<Stripe.Customer>("customer", start.customer, "customer");
  const method = start.defaultPaymentMethod
    ? await methodNamed(call, start.defaultPaymentMethod, "default_payment_method")
    : null;
  if (method && method.customer !== customer.id) {
    throw invalid(
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      {
        code: "resource_missing",
        param: "default_payment_method",
      },
    );
  }
  const trial =
    start.trialEnd !== undefined && start.trialEnd > store.now
      ? { start: store.now, end: start.trialEnd }
      : null;
  const id = newId("sub");
  const items = await makeItems(store, id, start.items, trial);
  const [first] = items;
  if (!first) throw invalid("A subscription needs an item.");
  const subscription = makeSubscription(store.now, {
    id,
    customer: customer.id,
    currency: first.price.currency,
    items,
    status: trial ? "trialing" : "incomplete",
    anchor: trial?.end ?? store.now,
    defaultPaymentMethod: method?.id ?? null,
    trial,
    missingPaymentMethod: start.missingPaymentMethod,
    metadata: start.metadata,
  });
  await store.add(subscription);
  const lines = trial
    ? items.map((item) => ({ ...fullLine(item), amount: 0, description: "Trial period" }))
    : items.map(fullLine);
  const draft = await draftInvoice(store, { customer, subscription, lines, reason: "subscription_create" });
  const open = await finalizeInvoice(store, draft, customer);
  if (start.behaviour === "default_incomplete" && open.amount_due > 0)
    return leaveIncomplete(store, subscription, open, customer);
  const { invoice, outcome } = await payInvoice(store, open, customer, subscription);
  if (outcome.state !== "succeeded" && start.behaviour === "error_if_incomplete") throw outcome.failure;
  const status = outcome.state !== "succeeded" ? "incomplete" : trial ? "trialing" : "active";
  const started = await store.put<Stripe.Subscription>({
    ...subscription,
    status,
    latest_invoice: invoice.id,
  });
  await emit(store, "customer.subscription.created", started);
  return started;
}

/** Waits for the browser to confirm the first payment. */
async function leaveIncomplete(
  store: Store,
  subscription: Stripe.Subscription,
  open: Stripe.Invoice,
  customer: Stripe.Customer,
) {
  const method = subscription.default_payment_method;
  const facts = {
    amount: open.amount_due,
    currency: open.currency,
    customer: customer.id,
    paymentMethod: typeof method === "string" ? method : null,
  };
  const intent = await store.add(makePaymentIntent(store.now, facts), { invoice: open.id });
  await store.put<Stripe.Invoice>({
    ...open,
    confirmation_secret: { client_secret: intent.client_secret ?? "", type: "payment_intent" },
  });
  const waiting = await store.put<Stripe.Subscription>({
    ...subscription,
    status: "incomplete",
    latest_invoice: open.id,
  });
  await emit(store, "customer.subscription.created", waiting);
  return waiting;
}

async function makeItems(
  store: Store,
  subscription: string,
  wanted: Start["items"],
  trial: { start: number; end: number } | null,
) {
  const prices = await store.getAll<Stripe.Price>(
    "price",
    wanted.map(({ price }) => price),
    "items[0][price]",
  );
  const currencies = new Set(prices.map(({ currency }) => currency));
  if (currencies.size > 1)
    throw invalid("All prices on a subscription must have the same currency.", { param: "items" });
  return prices.map((price, index) => {
    if (!price.active)
      throw invalid(`The price specified is inactive. This field only accepts active prices.`, {
        param: "items[0][price]",
      });
    if (!price.recurring) throw lacking("one-time prices on subscriptions");
    const end = trial?.end ?? periodEnd(store.now, price.recurring, store.now);
    return makeItem(store.now, {
      subscription,
      price,
      quantity: wanted[index]?.quantity ?? 1,
      start: store.now,
      end,
    });
  });
}

const PauseCollection = z.union([
  z.literal(""),
  z.strictObject({
    behavior: z.enum(["keep_as_draft", "mark_uncollectible", "void"]),
    resumes_at: Int.optional(),
  }),
]);

const ChangedItem = z.strictObject({
  id: Text.optional(),
  price: Text.optional(),
  quantity: Int.optional(),
  deleted: Flag.optional(),
});

const updateFields = {
  items: list(ChangedItem).optional(),
  proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]).optional(),
  proration_date: Int.optional(),
  payment_behavior: Behaviour.optional(),
  default_payment_method: Unsettable.optional(),
  cancel_at_period_end: Flag.optional(),
  pause_collection: PauseCollection.optional(),
  trial_end: z.union([z.literal("now"), Int]).optional(),
  metadata: Metadata.optional(),
};

async function update(call: Call): Promise<Stripe.Subscription> {
  const { store } = call;
  const input = read(updateFields, call.params);
  const before = await store.get<Stripe.Subscription>("subscription", idOf(call), "id");
  if (before.status === "canceled" || before.status === "incomplete_expired") {
    throw invalid("A canceled subscription can only update its cancellation_details and metadata.");
  }
  if (input.trial_end !== undefined) throw lacking("a changed trial_end");
  const method = input.default_payment_method;
  if (method) await store.get<Stripe.PaymentMethod>("payment_method", method, "default_payment_method");
  const isCanceling = input.cancel_at_period_end;
  const pause = input.pause_collection;
  const changed: Stripe.Subscription = {
    ...before,
    ...(method !== undefined && { default_payment_method: method || null }),
    ...(isCanceling !== undefined && {
      cancel_at_period_end: isCanceling,
      canceled_at: isCanceling ? (before.canceled_at ?? store.now) : null,
      cancel_at: isCanceling ? (before.items.data[0]?.current_period_end ?? null) : null,
    }),
    ...(pause !== undefined && {
      pause_collection:
        pause === "" ? null : { behavior: pause.behavior, resumes_at: pause.resumes_at ?? null },
    }),
    metadata: mergeMetadata(before.metadata, input.metadata),
  };
  const moved = input.items ? await changeItems(store, changed, input.items, input) : changed;
  return saveSubscription(store, moved);
}

type Change = z.output<typeof ChangedItem>;

interface Terms {
  proration_behavior?: "always_invoice" | "create_prorations" | "none" | undefined;
  proration_date?: number | undefined;
  payment_behavior?: z.output<typeof Behaviour> | undefined;
}

/** Exchanges items, prorated and invoiced at once. A failed charge refuses the whole change. */
async function changeItems(
  store: Store,
  subscription: Stripe.Subscription,
  changes: Change[],
  terms: Terms,
): Promise<Stripe.Subscription> {
  if (terms.proration_behavior === "create_prorations" || terms.proration_behavior === undefined)
    throw lacking("prorations that wait for the next invoice");
  const { moved, lines } = await exchange(store, subscription, changes, terms.proration_date ?? store.now);
  if (terms.proration_behavior === "none" || lines.length === 0) return moved;
  const customer = await customerOf(store, subscription);
  const draft = await draftInvoice(store, {
    customer,
    subscription: moved,
    lines,
    reason: "subscription_update",
  });
  const open = await finalizeInvoice(store, draft, customer);
  const { invoice, outcome } = await payInvoice(store, open, customer, moved);
  if (outcome.state !== "succeeded") {
    if (terms.payment_behavior !== "error_if_incomplete")
      throw lacking("a change whose payment stays open; send payment_behavior=error_if_incomplete");
    throw outcome.failure;
  }
  return { ...moved, latest_invoice: invoice.id };
}

async function cancelRoute(call: Call): Promise<Stripe.Subscription> {
  read({ invoice_now: Flag.optional(), prorate: Flag.optional() }, call.params);
  const subscription = await call.store.get<Stripe.Subscription>("subscription", idOf(call), "id");
  if (subscription.status === "canceled")
    throw invalid("This subscription is already canceled.", { code: "resource_missing" });
  return cancel(call.store, subscription);
}

async function resume(call: Call): Promise<Stripe.Subscription> {
  read({}, call.params);
  const { store } = call;
  const paused = await store.get<Stripe.Subscription>("subscription", idOf(call), "id");
  if (paused.status !== "paused") throw invalid("Only a paused subscription can be resumed.");
  const items = paused.items.data.map((item) => {
    const end = item.price.recurring
      ? periodEnd(store.now, item.price.recurring, store.now)
      : item.current_period_end;
    return { ...item, current_period_start: store.now, current_period_end: end };
  });
  const moved: Stripe.Subscription = {
    ...paused,
    billing_cycle_anchor: store.now,
    items: { ...paused.items, data: items },
  };
  const customer = await customerOf(store, paused);
  const draft = await draftInvoice(store, {
    customer,
    subscription: moved,
    lines: items.map(fullLine),
    reason: "subscription_cycle",
  });
  const open = await finalizeInvoice(store, draft, customer);
  const invoice = await collect(store, { ...moved, latest_invoice: open.id }, open);
  return saveSubscription(store, {
    ...moved,
    status: invoice.status === "paid" ? "active" : "past_due",
    latest_invoice: invoice.id,
  });
}

function listRoute(call: Call) {
  const status = z.enum([
    "all",
    "active",
    "canceled",
    "incomplete",
    "incomplete_expired",
    "past_due",
    "paused",
    "trialing",
    "unpaid",
    "ended",
  ]);
  const {
    customer,
    price,
    status: wanted,
    ...page
  } = read(
    { ...paging, customer: Text.optional(), price: Text.optional(), status: status.optional() },
    call.params,
  );
  if (price !== undefined || wanted === "ended") throw lacking("that filter of subscriptions");
  const where = { ...(customer && { customer }), ...(wanted && wanted !== "all" && { status: wanted }) };
  return call.store.list<Stripe.Subscription>("subscription", "/v1/subscriptions", { ...page, where });
}

export const subscriptionRoutes: Route[] = [
  { method: "POST", path: "/v1/subscriptions", handle: create },
  { method: "GET", path: "/v1/subscriptions", handle: listRoute },
  {
    method: "GET",
    path: "/v1/subscriptions/:id",
    handle: (call) => call.store.get<Stripe.Subscription>("subscription", idOf(call), "id"),
  },
  { method: "POST", path: "/v1/subscriptions/:id", handle: update },
  { method: "DELETE", path: "/v1/subscriptions/:id", handle: cancelRoute },
  { method: "POST", path: "/v1/subscriptions/:id/resume", handle: resume },
];
