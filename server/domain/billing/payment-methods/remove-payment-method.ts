import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { findProviderId } from "../../tenants/provider/provider-references.ts";
import { ownCustomer } from "./find-own-customer.ts";
import type * as schema from "./schema.ts";
import { viewCard } from "./view-card.ts";

/** Removes a card. K3003, K7004 it is not the customer's, K7xxx. */
export async function removePaymentMethod(
  scope: Scope,
  input: z.output<typeof schema.RemovePaymentMethod>,
): Promise<z.output<typeof schema.PaymentMethods>> {
  const customer = await ownCustomer(scope, input.customer);
  const id = await findProviderId(scope.db, scope, "CUSTOMER", customer.id);
  if (id === null) throw new ApiError("K7004");
  const provider = await cardProviderOf(scope);
  // Read first: when the list cannot be read after the removal, the caller would be told that the card was not removed.
  const cards = await provider.listCards(id);
  await provider.detachCard({ customerId: id, paymentMethodId: input.id });
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
