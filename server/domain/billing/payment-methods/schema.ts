import { z } from "zod";
import { Identifier, Timestamp } from "../../../platform/schema/common.ts";

export const customerOfCards = Identifier.meta({
  description: "The tenant's own identifier of the customer, or our cus_ id.",
});

const PaymentMethod = z
  .object({
    id: z.string(),
    brand: z.string(),
    last4: z.string(),
    exp_month: z.number().int(),
    exp_year: z.number().int(),
    currency: z.string().nullable().meta({
      description:
        "What it pays for: the card provider keeps a card for one currency of a customer. null: for the currency that they buy in first.",
    }),
    is_default: z
      .boolean()
      .meta({ description: "Whether it is the default card of its currency, which is charged." }),
    created_at: Timestamp,
  })
  .meta({ id: "PaymentMethod" });

export const PaymentMethods = z.object({ data: z.array(PaymentMethod) });

export const PAYMENT_METHODS_PATH = "/v1/billing/payment-methods";
