import { z } from "zod";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";
import { Subscription } from "./schema.ts";

export const ListSubscriptions = z.strictObject({
  ...pageQuery,
  customer: Identifier.optional(),
  status: Subscription.shape.status.optional(),
  product_id: Identifier.optional(),
  plan_id: Identifier.optional(),
  pack_id: Identifier.optional(),
  provider: Subscription.shape.provider.optional(),
});

export const SubscriptionPage = pageOf(Subscription);

export const listSubscriptionsMeta = operation({
  method: "GET",
  path: "/v1/billing/subscriptions",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "List subscriptions",
  description: "Newest first; by customer, status, product, plan, pack or provider.",
  errors: ["customer_not_found"],
  throttle: OWN_DATA,
});
