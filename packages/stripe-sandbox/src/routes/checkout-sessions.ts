import type Stripe from "stripe";
import { z } from "zod";
import { productName } from "../billing/lines.ts";
import { otherCurrency, refuseSecondCheckoutCurrency } from "../billing/one-currency.ts";
import { checkItems } from "../billing/start-subscription.ts";
import { checkTrialEnd, endOfTrial } from "../billing/trial-length.ts";
import { emit } from "../events.ts";
import { newId } from "../ids.ts";
import { checkCount, MAX_OPTIONAL_ITEMS } from "../limits.ts";
import { makeCheckoutSession, makeLineItem } from "../objects/checkout-session.ts";
import { makeSetupIntent } from "../objects/intents.ts";
import { pageOf } from "../page-of.ts";
import { expireSession } from "../pass-time.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import {
  Currency,
  Email,
  Flag,
  intBetween,
  list,
  Metadata,
  paging,
  pagingByDate,
  parametersOf,
  Seconds,
  Text,
  Url,
} from "../wire/params.ts";
import { mergeMetadata, read } from "../wire/read.ts";
import { PriceData } from "./prices.ts";
import { type Call, idOf, type Route } from "./route.ts";
import { NewDiscounts, TrialSettings, wantedItems } from "./subscription-fields.ts";

const PATH = "/v1/checkout/sessions";
const OPEN_SECONDS = 24 * 3600;
const MIN_OPEN_SECONDS = 30 * 60;

const MOST = 999_999;
/** https://docs.stripe.com/payments/checkout/customization/policies: the most characters of a custom text. */
const MAX_WORDS = 1_200;
/** https://docs.stripe.com/api/checkout/sessions/create: the most of an adjustable item unless the request sets it. */
const DEFAULT_MOST = 99;

const Adjustable = z.strictObject({
  enabled: Flag,
  minimum: intBetween(0, MOST).optional(),
  maximum: intBetween(1, MOST).optional(),
});

const LineItem = z.strictObject({
  price: Text.optional(),
  price_data: PriceData.optional(),
  quantity: intBetween(1).optional(),
  adjustable_quantity: Adjustable.optional(),
});

const OptionalItem = z.strictObject({
  price: Text,
  quantity: intBetween(1),
  adjustable_quantity: Adjustable.optional(),
});

const SubscriptionData = z.strictObject({
  description: Text.optional(),
  metadata: Metadata.optional(),
  trial_end: Seconds.optional(),
  trial_period_days: intBetween(1).optional(),
  trial_settings: TrialSettings.optional(),
});

const CREATE = parametersOf<Stripe.Checkout.SessionCreateParams>()({
  allow_promotion_codes: Flag.optional(),
  allowed_payment_method_types: list(z.literal("card")).optional(),
  automatic_tax: z.strictObject({ enabled: Flag }).optional(),
  cancel_url: Url.optional(),
  client_reference_id: Text.optional(),
  currency: Currency.optional(),
  customer: Text.optional(),
  customer_email: Email.optional(),
  custom_text: z
    .strictObject({
      submit: z.strictObject({ message: Text.refine((text) => text.length <= MAX_WORDS) }).optional(),
    })
    .optional(),
  customer_update: z
    .strictObject({
      address: z.enum(["auto", "never"]).optional(),
      name: z.enum(["auto", "never"]).optional(),
    })
    .optional(),
  discounts: NewDiscounts.optional(),
  expires_at: Seconds.optional(),
  line_items: list(LineItem).optional(),
  locale: z.enum(["auto", "en"]).optional(),
  metadata: Metadata.optional(),
  mode: z.enum(["setup", "subscription"]),
  optional_items: list(OptionalItem).optional(),
  payment_method_collection: z.enum(["always", "if_required"]).optional(),
  setup_intent_data: z
    .strictObject({ description: Text.optional(), metadata: Metadata.optional() })
    .optional(),
  subscription_data: SubscriptionData.optional(),
  success_url: Text,
  ui_mode: z.literal("hosted_page").optional(),
});

type Input = z.output<z.ZodObject<typeof CREATE>>;

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
  if (input.customer !== undefined)
    checkAddress(await store.get<Stripe.Customer>("customer", input.customer, "customer"), input);
  checkCount(input.optional_items, MAX_OPTIONAL_ITEMS, "optional_items");
  const items =
    input.mode === "subscription"
      ? await wantedItems(
          store,
          (input.line_items ?? []).map(({ adjustable_quantity: _, ...item }) => item),
        )
      : [];
  const offers = await wantedItems(
    store,
    (input.optional_items ?? []).map(({ price, quantity }) => ({ price, quantity })),
  );
  if (items.length > 0) checkItems([...items, ...offers]);
  const sold = items[0]?.price;
  if (sold && input.currency !== undefined && input.currency !== sold.currency)
    throw otherCurrency(sold, input.currency, "line_items[0][price]");
  if (input.customer !== undefined && sold)
    await refuseSecondCheckoutCurrency(store, input.customer, sold.currency);
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

/** Taxes need to know where the customer is; the words: github.com/raystack/frontier/pull/565. */
function checkAddress(customer: Stripe.Customer, input: Input): void {
  const isKnown = typeof customer.address?.country === "string";
  if (!input.automatic_tax?.enabled || isKnown || input.customer_update?.address === "auto") return;
  const message =
    "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set " +
    "either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout " +
    "to the Customer.";
  throw invalid(message, { code: "customer_tax_location_invalid" });
}

function boundsOf(adjustable: z.output<typeof Adjustable> | undefined): OrderedItem["adjustable"] {
  if (!adjustable?.enabled) return null;
  return { least: adjustable.minimum ?? 0, most: adjustable.maximum ?? DEFAULT_MOST };
}

function check(store: Store, input: Input): void {
  if (!URL.canParse(input.success_url))
    throw invalid("Not a valid URL", { code: "url_invalid", param: "success_url" });
  if (input.mode === "subscription" && !input.line_items?.length) {
    throw invalid("Missing required param: line_items.", { code: "parameter_missing", param: "line_items" });
  }
  if (input.mode === "setup" && (input.line_items || input.subscription_data)) {
    throw invalid("line_items and subscription_data are not for mode `setup`.", { param: "mode" });
  }
  if (input.mode === "setup" && input.currency === undefined && !input.allowed_payment_method_types) {
    throw invalid("Missing required param: currency.", { code: "parameter_missing", param: "currency" });
  }
  // SessionCreateParams.customer_update in the SDK: "can only be set when customer is set".
  if (input.customer_update && input.customer === undefined) {
    throw invalid("`customer_update` can only be used with `customer`.", { param: "customer_update" });
  }
  if (input.customer !== undefined && input.customer_email) {
    throw invalid("You may only specify one of these parameters: customer, customer_email.");
  }
  if (input.customer_update && input.customer === undefined)
    throw invalid("`customer_update` can only be used with `customer`.", { param: "customer_update" });
  if (input.allow_promotion_codes && input.discounts) {
    throw invalid("You may only specify one of these parameters: allow_promotion_codes, discounts.");
  }
  const { trial_end: trialEnd, trial_period_days: trialDays } = input.subscription_data ?? {};
  if (trialEnd !== undefined) checkTrialEnd(store.now, trialEnd, "subscription_data[trial_end]");
  if (trialDays !== undefined) endOfTrial(store.now, trialDays, "subscription_data[trial_period_days]");
  const { expires_at: expires } = input;
  if (
    expires !== undefined &&
    (expires < store.now + MIN_OPEN_SECONDS || expires > store.now + OPEN_SECONDS)
  ) {
    throw invalid("The `expires_at` timestamp must be between 30 minutes and 24 hours from now.", {
      param: "expires_at",
    });
  }
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
