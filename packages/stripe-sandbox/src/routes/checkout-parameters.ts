import type Stripe from "stripe";
import { z } from "zod";
import { checkTrialEnd, endOfTrial } from "../billing/trial-length.ts";
import { checkCount, MAX_OPTIONAL_ITEMS } from "../limits.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import {
  Currency,
  Email,
  Flag,
  intBetween,
  list,
  Metadata,
  parametersOf,
  Seconds,
  Text,
  textUpTo,
  WebUrl,
} from "../wire/params.ts";
import { PriceData } from "./prices.ts";
import { MAX_DESCRIPTION, NewDiscounts, TrialSettings } from "./subscription-fields.ts";

/** How long a session is open unless the request says otherwise. */
export const OPEN_SECONDS = 24 * 3600;
const MIN_OPEN_SECONDS = 30 * 60;

const MOST = 999_999;
/** https://docs.stripe.com/payments/checkout/customization/policies: the most characters of a custom text. */
const MAX_WORDS = 1_200;
/** `maxLength` in github.com/stripe/openapi. */
const MAX_REFERENCE = 200;
/** Checkout.SessionCreateParams.discounts in the SDK: "only up to one may be specified". */
const MAX_DISCOUNTS = 1;
/** SubscriptionData.trial_end in the SDK: "at least 48 hours in the future". */
const MIN_TRIAL_SECONDS = 48 * 3600;
/** A quantity that the customer may change. */
export const Adjustable = z.strictObject({
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

/** What a session says of the subscription that it starts. */
export const SubscriptionData = z.strictObject({
  description: textUpTo(MAX_DESCRIPTION).optional(),
  metadata: Metadata.optional(),
  trial_end: Seconds.optional(),
  trial_period_days: intBetween(1).optional(),
  trial_settings: TrialSettings.optional(),
});

/** The parameters of a new session. */
export const CREATE = parametersOf<Stripe.Checkout.SessionCreateParams>()({
  allow_promotion_codes: Flag.optional(),
  allowed_payment_method_types: list(z.literal("card")).optional(),
  automatic_tax: z.strictObject({ enabled: Flag }).optional(),
  cancel_url: WebUrl.optional(),
  client_reference_id: textUpTo(MAX_REFERENCE).optional(),
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
  success_url: WebUrl,
  tax_id_collection: z.strictObject({ enabled: Flag, required: z.literal("never").optional() }).optional(),
  ui_mode: z.literal("hosted_page").optional(),
});

export type Input = z.output<z.ZodObject<typeof CREATE>>;

/** Refuses parameters that do not go together, before anything is looked up. */
export function check(store: Store, input: Input): void {
  if (input.mode === "subscription" && !input.line_items?.length) {
    throw invalid("Missing required param: line_items.", { code: "parameter_missing", param: "line_items" });
  }
  checkQuantities(input);
  checkTrial(store, input);
  refuseOtherModes(input);
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
  checkCount(input.optional_items, MAX_OPTIONAL_ITEMS, "optional_items");
  if (input.discounts !== "") checkCount(input.discounts, MAX_DISCOUNTS, "discounts");
  if (input.allow_promotion_codes && input.discounts) {
    throw invalid("You may only specify one of these parameters: allow_promotion_codes, discounts.");
  }
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

/** An observed answer: https://github.com/stripe/openapi/issues/93. */
function checkQuantities({ line_items: items = [] }: Input): void {
  const index = items.findIndex(({ quantity }) => quantity === undefined);
  if (index < 0) return;
  const param = `line_items[${index}]`;
  throw invalid(`Quantity is required. Add \`quantity\` to \`${param}\``, { param });
}

/** An observed answer: https://github.com/guregu/intertube/pull/10; the rule of the two ways is the subscription's own. */
function checkTrial(store: Store, { subscription_data: data = {} }: Input): void {
  const { trial_end: end, trial_period_days: days } = data;
  if (days !== undefined) endOfTrial(store.now, days, "subscription_data[trial_period_days]");
  if (end === undefined) return;
  const param = "subscription_data[trial_end]";
  if (days !== undefined)
    throw invalid("You cannot specify both trial_end and trial_period_days.", { param });
  if (end < store.now + MIN_TRIAL_SECONDS)
    throw invalid("The `trial_end` date has to be at least 2 days in the future.", { param });
  checkTrialEnd(store.now, end, param);
}

/** SessionCreateParams in the SDK names the mode of each. */
const OF_MODE = {
  setup: ["setup_intent_data"],
  subscription: ["line_items", "payment_method_collection", "subscription_data"],
} as const;

function refuseOtherModes(input: Input): void {
  const [mode, names] =
    input.mode === "setup"
      ? (["subscription", OF_MODE.subscription] as const)
      : (["setup", OF_MODE.setup] as const);
  const param = names.find((name) => input[name] !== undefined);
  if (param) throw invalid(`You can only specify \`${param}\` in \`${mode}\` mode.`, { param });
}

/**
 * A tax id comes with a business name and an address, which Checkout writes to a customer who was there before only when it may. The words:
 * github.com/invertase/stripe-firebase-extensions/issues/222, github.com/NativePHP/nativephp.com/pull/408.
 */
export function checkTaxIds(customer: Stripe.Customer, input: Input): void {
  if (!input.tax_id_collection?.enabled) return;
  if (input.customer_update?.name !== "auto")
    throw invalid(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
    );
  if (typeof customer.address?.country === "string" || input.customer_update.address === "auto") return;
  throw invalid(
    "We could not find a valid address on the provided customer. To enable tax ID collection, please set `customer_update[address]` to `auto`.",
  );
}

/** Taxes need to know where the customer is; the words: github.com/raystack/frontier/pull/565. */
export function checkAddress(customer: Stripe.Customer, input: Input): void {
  const isKnown = typeof customer.address?.country === "string";
  if (!input.automatic_tax?.enabled || isKnown || input.customer_update?.address === "auto") return;
  const message =
    "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set " +
    "either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout " +
    "to the Customer.";
  throw invalid(message, { code: "customer_tax_location_invalid" });
}
