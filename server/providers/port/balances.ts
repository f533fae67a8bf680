/** What a customer has to their credit at the provider, beside their invoices. See CardProvider for errors and units. */
export interface BalancePort {
  /** Below 0: credit, which the next invoices in that currency use up. Above 0: owed with the next one. */
  readBalance(input: { customerId: string; currency: string }): Promise<bigint>;
  /** Adds an amount to the balance. Idempotent by key, for ever. */
  changeBalance(input: BalanceChange): Promise<ProviderBalanceTransaction>;
  /** What changeBalance did under a key; null: nothing. */
  findBalanceChange(input: { customerId: string; key: string }): Promise<ProviderBalanceTransaction | null>;
  /** Whether a subscription of the customer that has not ended bills in the currency, and so uses the balance. */
  hasSubscription(input: { customerId: string; currency: string }): Promise<boolean>;
  /** What changed a customer's balance, newest first. None for a customer whom the provider does not have. */
  listBalanceTransactions(customerId: string): AsyncIterable<ProviderBalanceTransaction>;
  /** The customers whose balance was changed since, or may have been; the provider remembers some weeks. */
  listBalanceChangesSince(since: Date): AsyncIterable<string>;
  /** Every balance that is not 0. Customers on test clocks are not among them. */
  listBalances(): AsyncIterable<{ customerId: string; currency: string; balance: bigint }>;
}

export interface BalanceChange {
  /** Our idempotency key, stored in the provider's metadata. */
  key: string;
  customerId: string;
  currency: string;
  /** Below 0: credit. */
  amount: bigint;
  description: string;
}

export interface ProviderBalanceTransaction {
  id: string;
  /** The key under which we made it; null: the provider or a person did. */
  key: string | null;
  currency: string;
  amount: bigint;
  /** The balance after it. */
  endingBalance: bigint;
  /** The provider's word for what changed it. */
  type: string;
  invoiceId: string | null;
  createdAt: Date;
}
