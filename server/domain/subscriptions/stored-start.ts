import { z } from "zod";

/** What the row of a start keeps, so that anybody can finish what a crash or a cardholder left behind. */
export const StoredStart = z.object({
  planPriceId: z.string(),
  packId: z.string(),
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
export type StoredStart = z.output<typeof StoredStart>;
