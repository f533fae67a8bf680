/** The provider's customers and their portal. See CardProvider for errors and units. */
export interface CustomerPort {
  /** Creates the provider's customer; find-or-create by idempotency key. */
  createCustomer(input: NewProviderCustomer): Promise<{ id: string }>;
  /**
   * Updates what is sent. Tax ids take the place of those that are there. Idempotent. TaxIdRefused of one that the provider says is
   * none: then all stay as they were.
   */
  updateCustomer(
    id: string,
    change: {
      email?: string | null;
      name?: string | null;
      address?: ProviderAddress;
      taxIds?: TaxId[];
    },
  ): Promise<void>;
  /** What taxes are computed from. null when the provider does not know the customer, or has deleted it. */
  readTaxDetails(id: string): Promise<ProviderTaxDetails | null>;
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

/** A number by which an authority knows a customer. */
export interface TaxId {
  /** The provider's name of its kind, such as "eu_vat". */
  type: string;
  value: string;
}

/** An address as the provider has it; null: a part that is not known. */
export interface ProviderAddress {
  country: string | null;
  line1: string | null;
  line2: string | null;
  postalCode: string | null;
  city: string | null;
  state: string | null;
}

export interface ProviderTaxId extends TaxId {
  /** What an authority answered about it; null: none was asked. */
  verification: "PENDING" | "VERIFIED" | "UNVERIFIED" | null;
}

export interface ProviderTaxDetails {
  /** null: none is known. */
  address: ProviderAddress | null;
  /** null: the key may not read them. */
  taxIds: ProviderTaxId[] | null;
}
