import type Stripe from "stripe";
import { z } from "zod";
import type { Store } from "../store.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { Flag, list, Text } from "../wire/params.ts";
import { Proration } from "./subscription-fields.ts";

type Features = Stripe.BillingPortal.Configuration.Features;

export const REASONS = [
  "customer_service",
  "low_quality",
  "missing_features",
  "other",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
] as const;

const Reason = z.strictObject({
  enabled: Flag,
  options: z.union([z.literal(""), list(z.enum(REASONS))]).optional(),
});

/** What customers may change of themselves; of these the hosted page has those of DETAILS, the country of the address, and a tax id. */
const Detail = z.enum(["address", "email", "name", "phone", "shipping", "tax_id"]);
export const DETAILS = ["name", "email", "phone"] as const;
const OFFERED: readonly string[] = [...DETAILS, "address", "tax_id"];

/** https://docs.stripe.com/api/customer_portal/configurations/create: the page confirms a change, and offers no choice of plans. */
const SubscriptionUpdate = z.strictObject({
  default_allowed_updates: list(z.enum(["price", "quantity"])).optional(),
  enabled: Flag.optional(),
  products: list(z.strictObject({ prices: list(Text), product: Text })).optional(),
  proration_behavior: Proration.optional(),
});

/** What a portal can offer. The pause, which the hosted page lacks, may only be switched off. */
export const PortalFeatures = z.strictObject({
  customer_update: z
    .strictObject({
      allowed_updates: z.union([z.literal(""), list(Detail)]).optional(),
      enabled: Flag.optional(),
    })
    .optional(),
  invoice_history: z.strictObject({ enabled: Flag }).optional(),
  payment_method_update: z.strictObject({ enabled: Flag.optional() }).optional(),
  subscription_cancel: z
    .strictObject({
      cancellation_reason: Reason.optional(),
      enabled: Flag.optional(),
      mode: z.enum(["at_period_end", "immediately"]).optional(),
      proration_behavior: Proration.optional(),
    })
    .optional(),
  subscription_pause: z.strictObject({ enabled: Flag.optional() }).optional(),
  subscription_update: SubscriptionUpdate.optional(),
});

const { customer_update, payment_method_update, subscription_cancel, subscription_update } =
  PortalFeatures.shape;

/** Of a new configuration: each feature says whether it is on (ConfigurationCreateParams.Features in the SDK). */
export const NewPortalFeatures = PortalFeatures.extend({
  customer_update: customer_update.unwrap().required({ enabled: true }).optional(),
  payment_method_update: payment_method_update.unwrap().required({ enabled: true }).optional(),
  subscription_cancel: subscription_cancel
    .unwrap()
    .required({ enabled: true })
    .extend({ cancellation_reason: Reason.required({ options: true }).optional() })
    .optional(),
  subscription_update: subscription_update.unwrap().required({ enabled: true }).optional(),
});

/** The features with what was sent; what was not stays as it was. */
export function withFeatures(before: Features, sent: z.output<typeof PortalFeatures> = {}): Features {
  if (sent.subscription_pause?.enabled) throw lacking("the portal's feature subscription_pause");
  const { customer_update: details } = sent;
  const allowed = details?.allowed_updates === "" ? [] : details?.allowed_updates;
  const unknown = allowed?.find((name) => !OFFERED.includes(name));
  if (unknown) throw lacking(`the update of a customer's ${unknown} in the portal`);
  const cancel = sent.subscription_cancel ?? {};
  const reason = cancel.cancellation_reason;
  const was = before.subscription_cancel;
  return {
    ...before,
    customer_update: {
      allowed_updates: allowed ?? before.customer_update.allowed_updates,
      enabled: details?.enabled ?? before.customer_update.enabled,
    },
    invoice_history: sent.invoice_history ?? before.invoice_history,
    payment_method_update: {
      ...before.payment_method_update,
      enabled: sent.payment_method_update?.enabled ?? before.payment_method_update.enabled,
    },
    subscription_cancel: {
      cancellation_reason: reason
        ? {
            ...was.cancellation_reason,
            enabled: reason.enabled,
            options: (reason.options === "" ? [] : reason.options) ?? was.cancellation_reason.options,
          }
        : was.cancellation_reason,
      enabled: cancel.enabled ?? was.enabled,
      mode: cancel.mode ?? was.mode,
      proration_behavior: cancel.proration_behavior ?? was.proration_behavior,
    },
    subscription_update: updateOf(before.subscription_update, sent.subscription_update),
  };
}

function updateOf(
  before: Features["subscription_update"],
  sent: z.output<typeof SubscriptionUpdate> = {},
): Features["subscription_update"] {
  const isSwitchedOn = sent.enabled === true && !before.enabled;
  for (const name of ["default_allowed_updates", "products"] as const) {
    const param = `features[subscription_update][${name}]`;
    if (isSwitchedOn && !sent[name]?.length)
      throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  return {
    ...before,
    default_allowed_updates: sent.default_allowed_updates ?? before.default_allowed_updates,
    enabled: sent.enabled ?? before.enabled,
    proration_behavior: sent.proration_behavior ?? before.proration_behavior,
  };
}

/** The prices that a subscription may change to. They are no part of the object, as Stripe answers them only when asked. */
export interface HiddenChoice {
  prices: string[];
}

export async function choiceOf(
  store: Store,
  { subscription_update: sent }: z.output<typeof PortalFeatures> = {},
): Promise<HiddenChoice | null> {
  if (!sent?.products) return null;
  const prices: string[] = [];
  for (const [index, { product, prices: ids }] of sent.products.entries()) {
    const param = `features[subscription_update][products][${index}]`;
    await store.get<Stripe.Product>("product", product, `${param}[product]`);
    for (const [place, id] of ids.entries()) {
      const price = await store.get<Stripe.Price>("price", id, `${param}[prices][${place}]`);
      if (price.product !== product)
        throw invalid(`The price ${id} is not one of the product ${product}.`, {
          param: `${param}[prices][${place}]`,
        });
      prices.push(id);
    }
  }
  return { prices };
}
