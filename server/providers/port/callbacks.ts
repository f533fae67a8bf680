/** The provider's callbacks (webhooks). See CardProvider for errors and units. */
export interface CallbackPort {
  /** Registers our address for callbacks; returns the secret that signs them. */
  registerCallbacks(input: { url: string; idempotencyKey: string }): Promise<{ id: string; secret: string }>;
  /** The registration, and whether it is enabled: the provider disables one that keeps failing. null when it does not exist. */
  readCallbacks(id: string): Promise<{ url: string; isEnabled: boolean } | null>;
  /** Removes a registration. Idempotent. */
  removeCallbacks(id: string): Promise<void>;
  /**
   * Verifies a callback's signature against each of the secrets. Throws callback_signature_invalid. What is signed and cannot be read is no
   * error: sent again, it would be the same.
   */
  readCallback(input: {
    payload: string;
    signature: string;
    secrets: string[];
  }): ProviderCallback | UnreadableCallback;
  /** What the account's callbacks told since of cards that their banks renewed: nothing else at the provider says it. */
  listCardRenewalsSince(since: Date): AsyncIterable<ProviderCallback>;
  /** The provider's customers whose tax ids came or went since, some of them several times. */
  listTaxIdChangesSince(since: Date): AsyncIterable<string>;
}

/** An authentic callback of a shape that we do not know. */
export interface UnreadableCallback {
  /** Why, in a sentence. */
  unreadable: string;
}

export interface ProviderCallback {
  id: string;
  type: string;
  /** When what it tells of happened: it may arrive days later. */
  occurredAt: Date;
  /** The provider's invoice that the callback is about, if it is about one. */
  providerInvoiceId: string | null;
  /** Whether that invoice, a draft, was deleted: it cannot be read any more. */
  isInvoiceDeleted: boolean;
  /** The provider's subscription that the callback is about, if it is about one. */
  providerSubscriptionId: string | null;
  /** The provider's customer whose balance the callback may be about, if it may. */
  providerCustomerId: string | null;
  /** Whether it is about a credit note of the invoice. */
  isCorrection: boolean;
  /** The provider's payment of which something was given back, or is disputed; null: it is about none. */
  providerPaymentId: string | null;
  /** The card that its bank renewed, and the provider's customer whose it is; null: it is about none. */
  renewedCard: { customerId: string; paymentMethodId: string } | null;
  /** The provider's customer whose tax ids came or went; null: none's. */
  taxIdsOf: string | null;
  payload: Record<string, unknown>;
}
