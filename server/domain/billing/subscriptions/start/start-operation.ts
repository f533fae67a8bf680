import { z } from "zod";
import { BY_INVOICE } from "../../../../platform/schema/provider.ts";

/** The input of a start, stored with its operation, so that any process can finish it after a crash or a cardholder's confirmation. */
export const StartOperation = z.object({
  planPriceId: z.string(),
  packId: z.string(),
  /** The customer grant that the start uses; null without one. */
  grantId: z.string().nullable().default(null),
  /** Days of trial, if the customer has not had one yet. */
  trialDays: z.number().int().default(0),
  drivers: z.array(z.object({ featureId: z.string(), steps: z.number().int() })).default([]),
  promotionCodeId: z.string().nullable().default(null),
  taxBehavior: z.enum(["INCLUSIVE", "EXCLUSIVE"]).nullable().default(null),
  paymentMethodId: z.string().nullable(),
  testCardToken: z.string().nullable(),
  /** Set once the card is attached and the trial decided; a retry then sends exactly the same request. */
  terms: z
    .object({
      paymentMethodId: z.string().nullable(),
      trialEnd: z.iso.datetime().nullable(),
      traits: z.array(z.string()),
    })
    .nullable(),
});
export type StartOperation = z.output<typeof StartOperation>;

/** The stored input of a start by invoice: one transaction does everything, so that a crash leaves nothing to finish. */
export const MANUAL_START = { provider: BY_INVOICE } as const;
