import { z } from "zod";

/** What somebody fills in who wants a customer erased: the customer's own identifier, to show that they mean it. */
export function eraseForm(customer: string) {
  return z.strictObject({
    typed: z.literal(customer, `Type ${customer} to go on.`),
    cancel: z.boolean(),
  });
}
