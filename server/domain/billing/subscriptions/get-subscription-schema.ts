import { z } from "zod";
import { Identifier } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";

export const GetSubscription = z.strictObject({ id: Identifier });

/** docs/interface.md 4.10. */
export const getSubscriptionMeta = operation({
  method: "GET",
  path: "/v1/billing/subscriptions/{id}",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "Get subscription details",
  description: "The subscription with its plan, price, pack and entitlements.",
  errors: ["subscription_not_found"],
  throttle: OWN_DATA,
});
