import type Stripe from "stripe";
import { z } from "zod";
import { productName } from "../billing/lines.ts";
import { otherCurrency, refuseSecondCheckoutCurrency } from "../billing/one-currency.ts";
import { checkItems } from "../billing/start-subscription.ts";
import { emit } from "../events.ts";
import { newId } from "../ids.ts";
import { makeCheckoutSession, makeLineItem } from "../objects/checkout-session.ts";
import { makeSetupIntent } from "../objects/intents.ts";
import { pageOf } from "../page-of.ts";
import { expireSession } from "../pass-time.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { paging, pagingByDate, parametersOf, Text } from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import {
  type Adjustable,
  CREATE,
  check,
  checkAddress,
  checkTaxIds,
  type Input,
  OPEN_SECONDS,
  type SubscriptionData,
} from "./checkout-parameters.ts";
import { couponFor } from "./coupons.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { type NewDiscounts, wantedItems } from "./subscription-fields.ts";
import { requireTaxable } from "./tax-behaviors.ts";

const PATH = "/v1/checkout/sessions";
/** https://docs.stripe.com/api/checkout/sessions/create: the most of an adjustable item unless the request sets it. */
const DEFAULT_MOST = 99;

/** What is sold; 0 of an optional item until the customer takes it. */
export interface OrderedItem {
  price: string;
  quantity: number;
  /** Between which the customer may choose; null where they may not. */
  adjustable: { least: number; most: number } | null;
}

/** What the hosted page needs to start the subscription; kept beside the session. */
export interface HiddenOrder {
  items: OrderedItem[];
  data: z.output<typeof SubscriptionData>;
  discounts: z.output<typeof NewDiscounts> | undefined;
  /** Whether the name that is typed becomes the customer's. */
  savesName: boolean;
  /** Whether the address that Checkout asks for goes to a customer who was there before. */
  savesAddress: boolean;
}

async function create({ store, params }: Call): Promise<Stripe.Checkout.Session> {
  const input = read(CREATE, params);
  check(store, input);
  if (input.customer !== undefined) {
    const customer = await store.get<Stripe.Customer>("customer", input.customer, "customer");
    checkAddress(customer, input);
    checkTaxIds(customer, input);
  }
  const items =
    input.mode === "subscription"
      ? await wantedItems(
          store,
          (input.line_items ?? []).map(({ adjustable_quantity: _, ...item }) => item),
          "line_items",
        )
      : [];
  const offers = await wantedItems(
    store,
    (input.optional_items ?? []).map(({ price, quantity }) => ({ price, quantity })),
    "optional_items",
  );
  if (items.length > 0) checkItems([...items, ...offers]);
  if (input.automatic_tax?.enabled)
    await requireTaxable(
      store,
      [...items, ...offers].map(({ price }) => price),
    );
  const sold = items[0]?.price;
  if (sold && input.currency !== undefined && input.currency !== sold.currency)
    throw otherCurrency(sold, input.currency, "line_items[0][price]");
  if (input.customer !== undefined && sold)
    await refuseSecondCheckoutCurrency(store, input.customer, sold.currency);
  if (sold && input.discounts)
    for (const [index, named] of input.discounts.entries()) {
      const by = { customer: input.customer ?? null, currency: sold.currency };
      await couponFor(store, named, by, `discounts[${index}]`);
    }
  const lines = await Promise.all(
    items.map(async ({ price, quantity }) => makeLineItem(price, quantity, await productName(store, price))),
  );
  const session = makeCheckoutSession(store.now, {
    id: newId("cs_test"),
    mode: input.mode,
    allowed: input.allowed_payment_method_types ?? null,
    takesCodes: input.allow_promotion_codes ?? null,
    note: input.custom_text?.submit?.message ?? null,
    customer: input.customer ?? null,
    customerEmail: input.customer_email || null,
    currency: items[0]?.price.currency ?? input.currency ?? null,
    lines,
    successUrl: input.success_url,
    cancelUrl: input.cancel_url ?? null,
    clientReference: input.client_reference_id ?? null,
    expiresAt: input.expires_at ?? store.now + OPEN_SECONDS,
    setupIntent: input.mode === "setup" ? await setupIntentOf(store, input) : null,
    cardCollection: input.payment_method_collection ?? "always",
    metadata: mergeMetadata(null, input.metadata),
    locale: input.locale ?? null,
    hasAutomaticTax: input.automatic_tax?.enabled ?? false,
    takesTaxId: input.tax_id_collection?.enabled ?? null,
    baseUrl: store.cause.baseUrl,
  });
  const order: HiddenOrder = {
    items: [
      ...items.map(({ price, quantity }, index) => ({
        price: price.id,
        quantity,
        adjustable: boundsOf(input.line_items?.[index]?.adjustable_quantity),
      })),
      ...offers.map(({ price }, index) => ({
        price: price.id,
        quantity: 0,
        adjustable: boundsOf(input.optional_items?.[index]?.adjustable_quantity) ?? { least: 0, most: 1 },
      })),
    ],
    data: input.subscription_data ?? {},
    discounts: input.discounts,
    savesName: input.customer_update?.name === "auto",
    savesAddress: input.customer_update?.address === "auto",
  };
  return store.add(session, { ...order });
}

function boundsOf(adjustable: z.output<typeof Adjustable> | undefined): OrderedItem["adjustable"] {
  if (!adjustable?.enabled) return null;
  return { least: adjustable.minimum ?? 0, most: adjustable.maximum ?? DEFAULT_MOST };
}

async function setupIntentOf(store: Store, input: Input): Promise<string> {
  const intent = store.add(
    makeSetupIntent(store.now, {
      customer: input.customer ?? null,
      paymentMethod: null,
      usage: "off_session",
      allowed: input.allowed_payment_method_types ?? null,
      automatic: null,
      description: input.setup_intent_data?.description ?? null,
      metadata: mergeMetadata(null, input.setup_intent_data?.metadata),
    }),
  );
  await emit(store, "setup_intent.created", intent);
  return intent.id;
}

async function load(call: Call): Promise<Stripe.Checkout.Session> {
  return call.store.get<Stripe.Checkout.Session>("checkout.session", idOf(call));
}

async function expire(call: Call): Promise<Stripe.Checkout.Session> {
  read({}, call.params);
  const session = await load(call);
  if (session.status !== "open") {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
    );
  }
  return expireSession(call.store, session);
}

async function lineItems(call: Call) {
  const page = read(paging, call.params);
  const session = await load(call);
  const { data = [], ...list } = session.line_items ?? {};
  return {
    object: "list",
    url: `${PATH}/${session.id}/line_items`,
    ...list,
    ...pageOf(data, "item", page),
  };
}

function listSessions(call: Call) {
  const shape = parametersOf<Stripe.Checkout.SessionListParams>()({
    ...pagingByDate,
    customer: Text.optional(),
    status: z.enum(["complete", "expired", "open"]).optional(),
    subscription: Text.optional(),
  });
  const { created, limit, starting_after, ending_before, ...where } = read(shape, call.params);
  return call.store.list<Stripe.Checkout.Session>("checkout.session", PATH, {
    created,
    limit,
    starting_after,
    ending_before,
    where,
  });
}

async function retrieve(call: Call): Promise<Stripe.Checkout.Session> {
  read({}, call.params);
  return load(call);
}

export const checkoutSessionRoutes: Route[] = [
  { method: "POST", path: PATH, handle: create },
  { method: "GET", path: PATH, handle: listSessions },
  { method: "GET", path: `${PATH}/:id`, handle: retrieve },
  { method: "GET", path: `${PATH}/:id/line_items`, handle: lineItems },
  { method: "POST", path: `${PATH}/:id/expire`, handle: expire },
];
