import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";
import { internalOperation, operation } from "../../../platform/schema/operation.ts";

export const ProviderSettings = z.object({
  account: z
    .object({
      endpoint: z.string().meta({ description: "stripe, or sandbox for the embedded stand-in." }),
      is_test_mode: z.boolean(),
      key_hint: z.string().meta({ description: "The last four characters of the secret key." }),
      publishable_key: z.string().nullable(),
      callback_url: z
        .string()
        .nullable()
        .meta({ description: "The address to which the provider sends changes." }),
      key_accepted_at: Timestamp.nullable().meta({
        description: "When the provider last accepted the key; null: it was stored before Usher asked.",
      }),
      updated_at: Timestamp,
    })
    .nullable()
    .meta({ description: "null: none is connected." }),
  callbacks: z.object({
    state: z.enum(["NOT_CONNECTED", "KEY_ACCEPTED", "PROVEN", "NEVER_PROVEN"]).meta({
      description:
        "KEY_ACCEPTED: no callback yet. PROVEN: an authentic callback came by the current registration. NEVER_PROVEN: none came in time.",
    }),
    proven_at: Timestamp.nullable().meta({ description: "When the last authentic callback came." }),
    problem: z.string().nullable().meta({ description: "Why callbacks cannot come, and what to do." }),
    last_received_at: Timestamp.nullable(),
    received_last_day: z.number().int(),
    waiting: z.number().int().meta({ description: "Stored, not handled yet." }),
    failing: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        attempts: z.number().int(),
        last_error: z.string(),
        given_up_at: Timestamp.nullable().meta({ description: "Since when it is not tried any more." }),
      }),
    ),
  }),
});

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
