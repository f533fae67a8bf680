import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import { omit } from "../../../../platform/omit.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { Subscription } from "../schema.ts";
import type { CreateSubscription } from "./schema.ts";
import { startByInvoice } from "./start-by-invoice.ts";
import { startSubscription } from "./start-subscription.ts";

type Input = z.output<typeof CreateSubscription>;

const OF_CARDS = [
  "cardprovider_payment_method_id",
  "cardprovider_test_card_token",
  "promotion_code",
] as const;
const OF_INVOICES = ["due_days", "invoice_address"] as const;

/** Starts a subscription on the given provider. Throws field_not_for_provider. */
export function createSubscription(scope: Scope, input: Input): Promise<z.output<typeof Subscription>> {
  const { provider } = input;
  const foreign = (provider === BY_CARD ? OF_INVOICES : OF_CARDS).find((field) => input[field] !== undefined);
  if (foreign !== undefined)
    throw new ApiError("field_not_for_provider", { details: { field: foreign, provider } });
  return provider === BY_CARD
    ? startSubscription(scope, omit(input, "provider", ...OF_INVOICES))
    : startByInvoice(scope, input);
}
