/** The account with the card provider and its key. See CardProvider for errors and units. */
export interface AccountPort {
  /** Whether the account's key belongs to the provider's test mode. */
  readonly isTestMode: boolean;
  /** The key with which the browser's card form is initialised. */
  readonly publishableKey: string | null;
  /** The script that browsers load instead of the provider's own; null: the provider's own. */
  readonly browserScript: string | null;
  /** The id of the account that the key belongs to; null when the key may not read it (a restricted one). */
  readAccountId(): Promise<string | null>;
  /**
   * Whether the publishable key is of the same account and mode as the secret key; true without one. Makes a card form's intent,
   * which is ended again: nothing is charged. K7005, K7009.
   */
  hasMatchingKeys(): Promise<boolean>;
  /**
   * Checks the key: creates a product named "Usher check" and deletes it, so the provider also sends product.deleted to registered
   * addresses. K7005; K7009 with details.refused "key" or "permission".
   */
  checkKey(input: { idempotencyKey: string }): Promise<void>;
}
