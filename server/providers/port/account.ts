/** The account with the card provider and its key. See CardProvider for errors and units. */
export interface AccountPort {
  /** Whether the account's key belongs to the provider's test mode. */
  readonly isTestMode: boolean;
  /** The key with which the browser's card form is initialised. */
  readonly publishableKey: string | null;
  /** The script that browsers load instead of the provider's own; null: the provider's own. */
  readonly browserScript: string | null;
  /** Our name of the account and mode that the key opens; left out where the key is not one of a stored account. */
  readonly environment?: string;
  /** The id of the account that the key belongs to; null when the key may not read it (a restricted one). */
  readAccountId(): Promise<string | null>;
  /**
   * What the account is and may do, as far as the key may read it; a restricted one may lack the permission. Throws
   * card_provider_unavailable or card_provider_key_revoked.
   */
  readAccount(): Promise<ProviderAccountFacts>;
  /**
   * The permissions that the calls of this port need and the key lacks. Asks for what does not exist: nothing changes. Throws
   * card_provider_unavailable or card_provider_key_revoked.
   */
  listMissingPermissions(): Promise<MissingPermission[]>;
  /**
   * Whether the provider can calculate taxes, and what it lacks for it; null when the key may not read it. Throws card_provider_unavailable
   * or card_provider_key_revoked.
   */
  readTaxes(): Promise<ProviderTaxes | null>;
  /**
   * What became of the subscription whose payment failed last and is not tried again, which shows what the account's settings say of that;
   * null: there is none. Throws card_provider_unavailable or card_provider_key_revoked.
   */
  readDunningEnd(): Promise<DunningEnd | null>;
  /**
   * Whether the publishable key is of the same account and mode as the secret key; true without one. Makes a card form's intent, which is
   * ended again: nothing is charged. Throws card_provider_unavailable or card_provider_key_revoked.
   */
  hasMatchingKeys(): Promise<boolean>;
  /**
   * Checks the key: creates a product named "Usher check" and deletes it, so the provider also sends product.deleted to registered
   * addresses. Throws card_provider_unavailable or card_provider_key_revoked.
   */
  checkKey(input: { idempotencyKey: string }): Promise<void>;
}

export interface ProviderAccountFacts {
  id: string | null;
  /** ISO 3166-1, two letters. */
  country: string | null;
  /** The currency that it is paid out in, ISO 4217. */
  currency: string | null;
  /** What it may charge in, ISO 4217; null where it cannot be read. */
  currencies: string[] | null;
  /** Whether it may charge cards; null where it cannot be read. */
  canCharge: boolean | null;
  /** What the provider still asks of its owner, in its own names. */
  due: string[];
  /** The version of the provider's API that was asked for, and the one that answered; null: it did not say. */
  apiVersion: { asked: string; answered: string | null };
}

export interface ProviderTaxes {
  isActive: boolean;
  /** What the provider lacks to calculate taxes, in its own names. */
  missing: string[];
  /** Whether its settings say of prices that do not say so themselves whether they contain taxes. */
  hasDefaultBehavior: boolean;
}

export interface MissingPermission {
  /** As the provider's dashboard names it, such as "Customers". */
  resource: string;
  access: "read" | "write";
}

/** Ended, left unpaid, or left past due. */
export type DunningEnd = "CANCELED" | "UNPAID" | "PAST_DUE";
