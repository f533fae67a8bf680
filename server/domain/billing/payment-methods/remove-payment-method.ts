import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { getActiveCustomerOrThrow } from "../../customers/find-customer.ts";
import { recordChange } from "../../events/record-change.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { listAllCards } from "./list-payment-methods.ts";
import type { RemovePaymentMethod } from "./remove-payment-method-schema.ts";
import type { PaymentMethods } from "./schema.ts";
import { viewCard } from "./view-card.ts";

/** Removes a card. Throws customer_not_found or payment_method_invalid. */
export async function removePaymentMethod(
  scope: Scope,
  input: z.output<typeof RemovePaymentMethod>,
): Promise<z.output<typeof PaymentMethods>> {
  const customer = await getActiveCustomerOrThrow(scope.db, scope, input.customer);
  // Read first: when the list cannot be read after the removal, the caller would be told that the card was not removed.
  const cards = await listAllCards(scope, customer.id);
  const found = cards.find(({ card }) => card.id === input.id);
  if (!found) throw new ApiError("payment_method_invalid");
  const provider = await cardProviderOf(scope);
  await provider.detachCard({ customerId: found.payer.id, paymentMethodId: input.id });
  await scope.db.$transaction((tx) =>
    recordChange(tx, scope, {
      type: "payment_method.removed",
      objectType: "customer",
      objectId: customer.id,
      after: { customer_id: customer.id, payment_method_id: input.id },
    }),
  );
  return { data: cards.map(viewCard).filter((card) => card.id !== input.id) };
}
