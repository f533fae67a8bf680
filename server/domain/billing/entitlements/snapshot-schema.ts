import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";

export const EntitlementSnapshot = z
  .object({
    token: z.string().meta({
      description:
        "A JWT signed ES256 (keys at /.well-known/jwks.json). Trust it only when `aud` is your tenant's id, and `sub` or `external_id` and `dimension` are those that you check; `entitlements` holds the check's answer by feature key.",
    }),
    customer_id: z.string(),
    expires_at: Timestamp.meta({ description: "From then on it is not fresh; get a new one." }),
    offline_until: Timestamp.meta({
      description:
        "How long it may replace the check while this server cannot be reached; also in the token, in seconds.",
    }),
  })
  .meta({ id: "EntitlementSnapshot" });

export const snapshotMeta = operation({
  method: "GET",
  path: "/v1/billing/entitlements/snapshot",
  tag: "Billing",
  security: "app+jwt",
  isForEndUsers: true,
  summary: "Get a signed snapshot of all entitlements",
  description:
    "Store it with your product: it is verified without a request to us, so that your product works while we cannot be reached.",
  errors: ["customer_not_found", "customer_required"],
  throttle: OWN_DATA,
});
