/** The provider's customers and their portal. See CardProvider for errors and units. */
export interface CustomerPort {
  /** Creates the provider's customer; find-or-create by idempotency key. */
  createCustomer(input: NewProviderCustomer): Promise<{ id: string }>;
  /** Updates the address or name at the provider. */
  updateCustomer(id: string, change: { email?: string | null; name?: string | null }): Promise<void>;
  /** Deletes a customer with their cards; running subscriptions end at once. Idempotent. */
  deleteCustomer(id: string): Promise<void>;
  /** null when the provider does not know it, or has deleted it. */
  readCustomer(id: string): Promise<ProviderCustomer | null>;
  /** The provider's own page where a customer sees invoices and changes cards. */
  createPortalSession(input: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
}

export interface NewProviderCustomer {
  idempotencyKey: string;
  /** Our ids, kept in the provider's metadata. */
  tenantId: string;
  customerId: string;
  /** Of a further customer for the same one of ours: what is sold through it; left out for the first. */
  currency?: string | null;
  externalId: string;
  email: string | null;
  name: string | null;
  /** The provider's test clock that the customer lives on; real time when left out. */
  testClockId?: string | null;
}

export interface ProviderCustomer {
  id: string;
  email: string | null;
  name: string | null;
  /** The currency that the provider bills them in; null until something is sold. */
  currency: string | null;
  metadata: Record<string, string>;
}
