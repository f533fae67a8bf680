import type { Scope } from "../../../platform/scope.ts";
import { recordChange } from "../../events/record-change.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { findObjectId } from "../../tenants/provider/provider-references.ts";

/**
 * Records that a card's bank has told the card provider of its new number or date: an event and an audit row, once for each stored
 * callback. Cards are shown as the provider has them and are not copied. One that was removed meanwhile, or is of nobody's here, is left
 * alone. K7xxx.
 */
export async function recordRenewedCard(
  scope: Scope,
  eventId: string,
  { customer, id: paymentMethodId }: { customer: string; id: string },
): Promise<void> {
  const { tenantId, db, clock } = scope;
  const customerId = await findObjectId(db, scope, "CUSTOMER", customer);
  if (customerId === null) return;
  const cards = await (await cardProviderOf(scope)).listCards(customer);
  if (!cards.some(({ id }) => id === paymentMethodId)) return;
  await db.$transaction(async (tx) => {
    const where = { tenantId, id: eventId, processedAt: null };
    const { count } = await tx.providerEvent.updateMany({ where, data: { processedAt: clock.now() } });
    if (count === 0) return;
    await recordChange(tx, scope, {
      type: "payment_method.updated",
      objectType: "customer",
      objectId: customerId,
      after: { customer_id: customerId, payment_method_id: paymentMethodId },
    });
  });
}
