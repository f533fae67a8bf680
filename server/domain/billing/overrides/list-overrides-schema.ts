import { z } from "zod";
import { Identifier, pageOf, pageQuery, text } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { booleanText } from "../../../platform/schema/query.ts";
import { Override } from "./schema.ts";

export const ListOverrides = z.strictObject({
  ...pageQuery,
  customer: Identifier.optional(),
  feature_key: text(128).optional(),
  active: booleanText().meta({ description: "true: only those in force now." }).optional(),
});

export const OverridePage = pageOf(Override);

export const listOverridesMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: "/v1/billing/overrides",
  summary: "List overrides",
  description: "Newest first; by customer, feature, or those in force.",
  errors: ["customer_not_found", "feature_key_unknown"],
});
