import { z } from "zod";

/** The form before an erasure: the member types the customer's identifier to confirm. */
export function eraseForm(customer: string) {
  return z.strictObject({
    typed: z.literal(customer, `Type ${customer} to go on.`),
    cancel: z.boolean(),
  });
}
