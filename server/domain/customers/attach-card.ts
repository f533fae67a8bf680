import { ApiError } from "../../errors/api-error.ts";
import type { Scope } from "../../platform/scope.ts";
import { CardOfAnother, type CardProvider, type ProviderCard } from "../../providers/port.ts";
import { listProviderCustomers } from "./provider-customer.ts";

interface NewCard {
  /** Our customer. */
  customerId: string;
  /** The provider's customer that the card is to belong to. */
  payer: string;
  /** What is to be paid with it; null: whatever it is saved for, and CardOfAnother (payment_method_invalid) says whose it is. */
  currency: string | null;
  paymentMethodId: string | null;
  /** In the provider's test mode only, in place of a payment method. */
  testCardToken: string | null;
  /** Of a test card, which is created. */
  idempotencyKey: string;
}

/**
 * Saves a card with the provider's customer for a currency and makes it the default one there; null without a card. Throws
 * payment_method_invalid or card_currency_mismatch. A card cannot move from one of the provider's customers to another: it "has already
 * been attached to a customer" (observed answer), and once detached it "can no longer be used for payments or re-attached" (SDK,
 * PaymentMethodResource.detach).
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
    throw new ApiError("card_currency_mismatch", {
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
