import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { CardOfAnother, type CardProvider, type ProviderCard } from "../../providers/port.ts";
import { listProviderCustomers } from "./provider-customer.ts";

interface NewCard {
  /** Our customer. */
  customerId: string;
  /** The provider's customer that the card is to belong to. */
  payer: string;
  /** What is to be paid with it; null: whatever it is saved for, and CardOfAnother (K7004) says whose it is. */
  currency: string | null;
  paymentMethodId: string | null;
  /** In the provider's test mode only, in place of a payment method. */
  testCardToken: string | null;
  /** Of a test card, which is created. */
  idempotencyKey: string;
}

/**
 * Saves a card with the provider's customer for a currency and makes it the default one there; null without a card. K7004 a card of
 * somebody else's, K7021 one that is saved for another currency of this customer, K7xxx. A card cannot move from one of the provider's
 * customers to another: it "has already been attached to a customer" (observed answer), and once detached it "can no longer be used for
 * payments or re-attached" (SDK, PaymentMethodResource.detach).
 */
export async function attachCard(
  scope: Scope,
  provider: CardProvider,
  { customerId, payer, currency, paymentMethodId, testCardToken, idempotencyKey }: NewCard,
): Promise<ProviderCard | null> {
  if (testCardToken !== null)
    return provider.attachTestCard({ customerId: payer, token: testCardToken, idempotencyKey });
  if (paymentMethodId === null) return null;
  try {
    return await provider.attachPaymentMethod({ customerId: payer, paymentMethodId });
  } catch (error) {
    const owner = await ownerAmong(scope, customerId, error);
    if (owner === null || currency === null) throw error;
    throw new ApiError("K7021", {
      cause: error,
      details: { currency, card_currency: owner.currency ?? "another currency" },
    });
  }
}

/** Which of the customer's at the provider a refused card belongs to; null: none, it is somebody else's. */
export async function ownerAmong(scope: Scope, customerId: string, error: unknown) {
  if (!(error instanceof CardOfAnother)) return null;
  const known = await listProviderCustomers(scope.db, scope, customerId);
  return known.find(({ id }) => id === error.ownerId) ?? null;
}
