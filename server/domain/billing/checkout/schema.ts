import { z } from "zod";
import { EmailInput, Identifier, text, WebUrl } from "../../../platform/schema/common.ts";
import { operation, pageOperation } from "../../../platform/schema/operation.ts";
import { customerFields } from "../../customers/schema.ts";

const Driver = z.strictObject({
  feature_key: text(128).meta({ description: "A feature whose bought amount drives the price." }),
  steps: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .meta({ description: "How many steps of the driver's step size." }),
});

export const CreateCheckout = z
  .strictObject({
    plan_price_id: Identifier,
    drivers: z.array(Driver).max(50).optional(),
    customer: customerFields.customer,
    email: customerFields.email,
    return_url: WebUrl.optional().meta({
      description:
        "Where the page after the purchase leads back to: on your website or an allowed origin of one of your applications (K1002). Your website when left out.",
    }),
  })
  .meta({ id: "CheckoutRequest" });

export const Checkout = z
  .object({ url: z.url().meta({ description: "Send the customer's browser here." }) })
  .meta({ id: "Checkout" });

/** Interface 4.5. */
export const createCheckoutMeta = operation({
  method: "POST",
  path: "/v1/billing/checkout",
  isAtomic: true,
  tag: "Billing",
  status: 201,
  security: "app+jwt",
  summary: "Create a checkout session",
  description:
    "A hosted page on which the customer enters a card. The subscription starts when it is completed. An older page of the same customer and product that is still open is closed.",
  errors: [
    "K3003",
    "K3004",
    "K5003",
    "K5010",
    "K6002",
    "K6007",
    "K6008",
    "K6009",
    "K6020",
    "K7005",
    "K7006",
    "K7007",
    "K7009",
    "K7010",
    "K7020",
    "K7024",
    "K7026",
    "K7027",
  ],
});

/** What a visitor of the price list sends: there is no customer yet. */
export const OpenVisitorCheckout = z.strictObject({
  plan_price_id: Identifier,
  drivers: z.array(Driver).max(50).optional(),
  email: EmailInput,
});

export const openVisitorCheckoutMeta = pageOperation({
  throttle: { points: 20, seconds: 600 },
  errors: [
    "K4007",
    "K4008",
    "K5003",
    "K5010",
    "K6008",
    "K6009",
    "K6020",
    "K7005",
    "K7006",
    "K7007",
    "K7009",
    "K9002",
    "K7020",
    "K7024",
    "K7026",
    "K7027",
  ],
});
