import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";

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
