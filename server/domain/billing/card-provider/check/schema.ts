import { z } from "zod";
import { Timestamp } from "../../../../platform/schema/common.ts";

/** What is looked at, in the order of the answer. */
const SUBJECTS = [
  "ACCOUNT",
  "CHARGES",
  "CURRENCIES",
  "PERMISSIONS",
  "KEYS",
  "TAXES",
  "DUNNING",
  "API_VERSION",
  "CALLBACKS",
] as const;

const CheckLine = z.object({
  subject: z.enum(SUBJECTS).meta({ description: "What was looked at." }),
  state: z.enum(["OK", "WARNING", "FAILED", "UNKNOWN"]).meta({
    description:
      "OK: nothing to do. WARNING: it works, but look at it. FAILED: sales or payments fail until it is put right. UNKNOWN: Stripe has no answer to it, or the key may not ask.",
  }),
  meaning: z.string().meta({ description: "What was found, and what it means." }),
  next: z.string().nullable().meta({ description: "What to do; null: nothing." }),
});

export const ProviderCheck = z
  .object({
    checked_at: Timestamp,
    is_test_mode: z.boolean().meta({ description: "Whether the secret key is one of test mode." }),
    lines: z.array(CheckLine).meta({
      description: "One for each subject; where Stripe refuses the key or does not answer, ACCOUNT alone.",
    }),
  })
  .meta({ id: "ProviderCheck" });
