import { z } from "zod";
import { internalOperation } from "../../../platform/schema/operation.ts";

export const ConnectProvider = z.strictObject({
  // https://docs.stripe.com/keys: secret keys begin with sk_, restricted ones with rk_, then the mode.
  secret_key: z
    .string()
    .trim()
    .regex(/^(sk|rk)_(test|live)_\w+$/, "must be a secret or restricted key of Stripe, such as sk_test_…"),
  publishable_key: z
    .string()
    .trim()
    .regex(/^pk_(test|live)_\w+$/, "must be a publishable key of Stripe, such as pk_test_…")
    .optional(),
});

export const getProviderMeta = internalOperation({ role: "VIEWER" });

export const connectProviderMeta = internalOperation({
  role: "OWNER",
  errors: [
    "provider_account_not_connectable",
    "card_provider_answer_unknown",
    "card_provider_key_refused",
    "card_provider_keys_unchecked",
    "card_provider_refused_request",
  ],
});
