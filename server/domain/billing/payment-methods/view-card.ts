import type { z } from "zod";
import type { ProviderCardDetails } from "../../../providers/port.ts";
import type { CustomerAtProvider } from "../../customers/provider-customer.ts";
import type * as schema from "./schema.ts";

/** A card, and the provider's customer that it belongs to. */
export interface CardOfCustomer {
  card: ProviderCardDetails;
  payer: CustomerAtProvider;
}

/** A card in its public form. */
export function viewCard({
  card,
  payer,
}: CardOfCustomer): z.output<typeof schema.PaymentMethods>["data"][number] {
  return {
    id: card.id,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    currency: payer.currency,
    is_default: card.isDefault,
    created_at: card.createdAt.toISOString(),
  };
}
