import { z } from "zod";
import { Identifier, lines, text } from "../../../../platform/schema/common.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import { customerFields } from "../../../customers/schema.ts";
import { drivers } from "../change/schema.ts";
import { Subscription } from "../schema.ts";

export const CreateSubscription = z
  .strictObject({
    customer: customerFields.customer,
    plan_price_id: Identifier,
    provider: Subscription.shape.provider.default(BY_CARD),
    drivers,
    email: customerFields.email,
    promotion_code: text(100).optional().meta({ description: "A code as people type it. PROVIDER_A." }),
    cardprovider_payment_method_id: text(255).optional().meta({ description: "PROVIDER_A." }),
    cardprovider_test_card_token: text(255).optional().meta({ description: "PROVIDER_A, in test mode." }),
    due_days: z.number().int().min(0).max(365).optional().meta({
      description: "Days within which its invoices are to be paid; the tenant's by default. PROVIDER_B.",
    }),
    invoice_address: lines(1000).optional().meta({
      description: "The customer's name, address and tax number as invoices show them. PROVIDER_B.",
    }),
  })
  .meta({ id: "CreateSubscriptionRequest" });
