/** The customers' cards. See CardProvider for errors and units. */
export interface CardPort {
  /** Creates a setup intent, which saves a card without charging it. */
  createSetupIntent(input: { customerId: string; idempotencyKey: string }): Promise<{ clientSecret: string }>;
  /**
   * Attaches an already verified payment method to the customer. CardOfAnother (payment_method_invalid) when it is another customer's,
   * payment_method_type_unsupported when it is not a card.
   */
  attachPaymentMethod(input: { customerId: string; paymentMethodId: string }): Promise<ProviderCard>;
  /** Creates a payment method from a test card token and attaches it. Throws test_card_in_live_mode. */
  attachTestCard(input: { customerId: string; token: string; idempotencyKey: string }): Promise<ProviderCard>;
  /** The customer's cards; the default card comes first. */
  listCards(customerId: string): Promise<ProviderCardDetails[]>;
  /**
   * Charges a subscription to this card from now on, also after a change that is scheduled. Without this call one that started with its own
   * card keeps that card.
   */
  chargeToCard(input: { subscriptionId: string; paymentMethodId: string }): Promise<void>;
  /** Removes a card from the customer. Throws payment_method_invalid. */
  detachCard(input: { customerId: string; paymentMethodId: string }): Promise<void>;
  /** Whether the provider has something to charge a subscription to: its own payment method, or the customer's default. */
  hasPaymentMethod(subscriptionId: string): Promise<boolean>;
  /** The card that a subscription is charged to: its own, else the customer's; null without one. */
  readChargedCard(subscriptionId: string): Promise<ChargedCard | null>;
}

export interface ProviderCard {
  paymentMethodId: string;
  /** The same for the same card number, also of different customers; of a card without, what else is known of it. */
  fingerprint: string | null;
}

export interface ChargedCard extends Omit<ProviderCardDetails, "isDefault" | "createdAt"> {
  /** As ProviderCard has it. */
  fingerprint: string | null;
}

export interface ProviderCardDetails {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  isDefault: boolean;
  createdAt: Date;
}
