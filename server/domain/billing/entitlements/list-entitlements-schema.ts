import { z } from "zod";
import { operation } from "../../../platform/schema/operation.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";
import { EntitlementCheck, EntitlementPart } from "./schema.ts";

/** A part with the names that people know it by. */
const NamedPart = EntitlementPart.extend({
  product_name: z.string().meta({ description: "The name of the product." }),
  plan_name: z
    .string()
    .meta({ description: "The name of the subscription's plan, or of the product's free plan." }),
}).meta({ id: "NamedEntitlementPart" });

export const Entitlements = z
  .object({
    customer_id: z.string().nullable().meta({ description: "null for a customer who was never named." }),
    entitlements: z.array(
      EntitlementCheck.extend({
        feature_name: z.string(),
        feature_unit_label: z.string().nullable(),
        parts: z.array(NamedPart).meta({ description: "As in the check of one feature, with names." }),
      }),
    ),
  })
  .meta({ id: "Entitlements" });

export const listEntitlementsMeta = operation({
  method: "GET",
  path: "/v1/billing/entitlements",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "Check all entitlements",
  description: "The answers for one unit of every feature at once, without upgrade options.",
  errors: ["customer_not_found", "customer_required"],
  throttle: OWN_DATA,
});
