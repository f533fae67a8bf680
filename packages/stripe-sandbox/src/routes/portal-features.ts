import type Stripe from "stripe";
import { z } from "zod";
import { lacking } from "../wire/failure.ts";
import { Flag, list } from "../wire/params.ts";
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

/** What customers may change of themselves; of these the hosted page has those of DETAILS. */
const Detail = z.enum(["address", "email", "name", "phone", "shipping", "tax_id"]);
export const DETAILS = ["name", "email", "phone"] as const;

/** What a portal can offer. The two that the hosted page lacks may only be switched off. */
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
  subscription_update: z.strictObject({ enabled: Flag.optional() }).optional(),
});

/** The features with what was sent; what was not stays as it was. */
export function withFeatures(before: Features, sent: z.output<typeof PortalFeatures> = {}): Features {
  for (const name of ["subscription_pause", "subscription_update"] as const) {
    if (sent[name]?.enabled) throw lacking(`the portal's feature ${name}`);
  }
  const { customer_update: details } = sent;
  const allowed = details?.allowed_updates === "" ? [] : details?.allowed_updates;
  const unknown = allowed?.find((name) => !DETAILS.some((one) => one === name));
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
  };
}
