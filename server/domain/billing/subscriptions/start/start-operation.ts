import { z } from "zod";

/** What the row of a start keeps, so that anybody can finish what a crash or a cardholder left behind. */
export const StartOperation = z.object({
  planPriceId: z.string(),
  packId: z.string(),
  /** The promise that the start uses up; null without one. */
  grantId: z.string().nullable().default(null),
  /** Days of a trial, should the customer not have had theirs. */
  trialDays: z.number().int().default(0),
  drivers: z.array(z.object({ featureId: z.string(), steps: z.number().int() })).default([]),
  promotionCodeId: z.string().nullable().default(null),
  paymentMethodId: z.string().nullable(),
  testCardToken: z.string().nullable(),
  /** Set once the card is attached and the trial decided; from then on a repetition asks for exactly the same. */
  terms: z
    .object({
      paymentMethodId: z.string().nullable(),
      trialEnd: z.iso.datetime().nullable(),
      traits: z.array(z.string()),
    })
    .nullable(),
});
export type StartOperation = z.output<typeof StartOperation>;

/** What the row of a start keeps that is invoiced by us: its transaction does all, so that a crash left nothing behind. */
export const MANUAL_START = { provider: "PROVIDER_B" } as const;
