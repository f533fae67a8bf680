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

/** What a portal can offer. The three that the hosted page lacks may only be switched off. */
export const PortalFeatures = z.strictObject({
  customer_update: z
    .strictObject({ allowed_updates: z.literal("").optional(), enabled: Flag.optional() })
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
  for (const name of ["customer_update", "subscription_pause", "subscription_update"] as const) {
    if (sent[name]?.enabled) throw lacking(`the portal's feature ${name}`);
  }
  const cancel = sent.subscription_cancel ?? {};
  const reason = cancel.cancellation_reason;
  const was = before.subscription_cancel;
  return {
    ...before,
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
