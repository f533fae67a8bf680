import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";

export const RotatedCallbacks = z
  .object({ url: z.string(), rotated_at: Timestamp })
  .meta({ id: "RotatedCallbacks" });

export const rotateCallbacksMeta = operation({
  method: "POST",
  path: "/v1/billing/cardprovider/callbacks/rotate",
  isAtomic: true,
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  summary: "Rotate the secret of the card provider's callbacks",
  description:
    "Our address is registered again, and the old registration ends. Callbacks already sent with the old secret are still accepted.",
  errors: [
    "provider_account_not_connectable",
    "card_provider_unavailable",
    "card_provider_answer_unknown",
    "card_provider_not_connected",
    "card_provider_key_revoked",
    "card_provider_key_refused",
    "card_provider_refused_request",
  ],
});
