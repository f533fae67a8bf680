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
  /** Whether the present default stays, because the card has to pay first (tryMakeDefault). */
  keepsDefault?: boolean;
}

/**
 * Saves a card with the provider's customer for a currency and, unless that is kept, makes it the default one there; null without a card. K7004 a card of
 * somebody else's, K7021 one that is saved for another currency of this customer, K7xxx. A card cannot move from one of the provider's
 * customers to another: it "has already been attached to a customer" (observed answer), and once detached it "can no longer be used for
 * payments or re-attached" (SDK, PaymentMethodResource.detach).
 */
export async function attachCard(
  scope: Scope,
  provider: CardProvider,
  { customerId, payer, currency, paymentMethodId, testCardToken, idempotencyKey, keepsDefault }: NewCard,
): Promise<ProviderCard | null> {
  if (testCardToken !== null)
    return provider.attachTestCard({ customerId: payer, token: testCardToken, idempotencyKey, keepsDefault });
  if (paymentMethodId === null) return null;
  try {
    return await provider.attachPaymentMethod({ customerId: payer, paymentMethodId, keepsDefault });
  } catch (error) {
    const owner = await ownerAmong(scope, customerId, error);
    if (owner === null || currency === null) throw error;
    throw new ApiError("K7021", {
      cause: error,
      details: { currency, card_currency: owner.currency ?? "another currency" },
    });
  }
}

/**
 * Makes the card with which a sale was paid the default one. Stripe saves a card that its holder set up whether it pays or not (SetupIntent),
 * and its own checkout page saves none that was refused: one that has never paid takes no other card's place. The sale names its card
 * itself, so that a failure is logged and the sale goes on.
 */
export async function tryMakeDefault(
  scope: Scope,
  provider: CardProvider,
  { payer, paymentMethodId }: { payer: string; paymentMethodId: string | null },
): Promise<void> {
  if (paymentMethodId === null) return;
  try {
    await provider.makeDefaultCard({ customerId: payer, paymentMethodId });
  } catch (error) {
    scope.log.warn(
      { err: error, provider_customer_id: payer },
      "a card that paid could not be made the default",
    );
  }
}

/** Which of the customer's at the provider a refused card belongs to; null: none, it is somebody else's. */
export async function ownerAmong(scope: Scope, customerId: string, error: unknown) {
  if (!(error instanceof CardOfAnother)) return null;
  const known = await listProviderCustomers(scope.db, scope, customerId);
  return known.find(({ id }) => id === error.ownerId) ?? null;
}
