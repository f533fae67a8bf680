import { z } from "zod";
import { Timestamp } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../lifecycle/ending-schema.ts";

const Difference = z
  .object({
    kind: z
      .enum(["status", "period_end", "ending", "prices", "schedule", "missing", "unknown", "twice"])
      .meta({
        description:
          "missing: the provider does not have it. unknown: we do not have it. twice: two live ones for one of ours.",
      }),
    subscription_id: z.string().nullable(),
    provider_subscription_id: z.string(),
    ours: z.string().nullable(),
    theirs: z.string().nullable(),
    can_mend: z.boolean(),
    is_mended: z.boolean(),
  })
  .meta({ id: "DriftDifference" });

export const Drift = z
  .object({
    checked_at: Timestamp,
    ours: z.number().int().meta({ description: "Live subscriptions of ours on cards." }),
    theirs: z.number().int().meta({ description: "Subscriptions of our making at the provider." }),
    differences: z.array(Difference),
  })
  .meta({ id: "Drift" });

export const NoFields = z.strictObject({});

const shared = { tag: "Billing", security: "app+jwt", scope: "billing:admin" } as const;

export const getDriftMeta = operation({
  ...shared,
  method: "GET",
  path: "/v1/billing/cardprovider/drift",
  summary: "Compare with the card provider",
  description:
    "Holds every subscription on cards against the provider's, one by one; what changed within two minutes is left out. Reads alone.",
  errors: PROVIDER_ERRORS,
});

export const mendDriftMeta = operation({
  ...shared,
  method: "POST",
  path: "/v1/billing/cardprovider/drift/mend",
  summary: "Mend differences to the card provider",
  description:
    "Status, period and ending follow the provider; prices and changes that wait are told to it again; what it no longer has ends here. What only it knows is adopted where we began it; what it has twice is left to people.",
  errors: PROVIDER_ERRORS,
});
