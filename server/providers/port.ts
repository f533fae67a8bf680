import { ApiError } from "../errors/api-error.ts";

/** K7006: the provider refuses a request as one that cannot be carried out, and has done nothing. */
export class ProviderRefusal extends ApiError<"K7006"> {
  constructor(cause: Error) {
    super("K7006", { cause });
  }
}

/**
 * What Usher needs of a card provider. Every writing call carries an idempotency key derived from one of our own rows,
 * so that a call repeated after a crash has the effect of one. Amounts are minor units, moments UTC.
 * All methods throw ApiError with a K7 code: K7001 declined, K7002 needs the cardholder, K7004 foreign or unknown
 * payment method, K7005 out of reach, K7006 not understood, K7009 key refused.
 */
export interface CardProvider {
  /** Whether the account's key is one of the provider's test mode. */
  readonly isTestMode: boolean;
  /** What the browser's card form is initialised with. */
  readonly publishableKey: string | null;
  /** The script that browsers load in place of the provider's own; null: the provider's own. */
  readonly browserScript: string | null;

  /** The id of the account that the key belongs to; null when the key may not read it (a restricted one). */
  readAccountId(): Promise<string | null>;
  /**
   * Creates a product named "Usher check" and deletes it. Returns when the key is accepted and may do so; the provider then also
   * sends product.deleted to the addresses that are registered. K7005; K7009 with details.refused "key" or "permission".
   */
  checkKey(input: { idempotencyKey: string }): Promise<void>;

  /** Creates the provider's customer; find-or-create by idempotency key. */
  createCustomer(input: NewProviderCustomer): Promise<{ id: string }>;
  /** Mirrors a changed address or name. */
  updateCustomer(id: string, change: { email?: string | null; name?: string | null }): Promise<void>;
  /** Forgets a customer with their cards; subscriptions that run end at once. Again is harmless. */
  deleteCustomer(id: string): Promise<void>;

  /** Finds the product made for our key, or makes it. */
  ensureProduct(input: { key: string; name: string }): Promise<{ id: string }>;
  /** Finds the recurring price made for our key, or makes it. */
  ensurePrice(input: NewProviderPrice): Promise<{ id: string }>;

  /** An intent to keep a card without charging it. */
  createSetupIntent(input: { customerId: string; idempotencyKey: string }): Promise<{ clientSecret: string }>;
  /** Attaches an already verified payment method to the customer. K7004 when it is another customer's. */
  attachPaymentMethod(input: { customerId: string; paymentMethodId: string }): Promise<ProviderCard>;
  /** Makes a payment method of a test card token and attaches it. K7003 outside test mode, before anything is sent. */
  attachTestCard(input: { customerId: string; token: string; idempotencyKey: string }): Promise<ProviderCard>;

  /**
   * Starts a subscription and takes its first payment. Nothing remains when the payment fails.
   * With K7002 details carry `client_secret`.
   */
  startSubscription(input: NewProviderSubscription): Promise<ProviderSubscription>;
  /**
   * Moves to other prices at once, prorated to the second and invoiced at once. A failed charge leaves all as it was. When the
   * cardholder has to confirm the payment: K7002, whose details carry `client_secret`; confirmed, the provider makes the change.
   */
  changeSubscription(input: ProviderChange): Promise<ProviderSubscription>;
  /**
   * Gives up a change that waits for its cardholder. "waiting": it is this very change and can still be confirmed, so that it
   * was left. "none": no change waits.
   */
  dropUnpaidChange(input: Omit<ProviderChange, "idempotencyKey">): Promise<"waiting" | "none">;
  /** The provider's truth of now. null when the provider does not know it. */
  readSubscription(id: string): Promise<ProviderSubscription | null>;
  /** Finds a subscription by the id we gave it (metadata), for healing after a crash. */
  findSubscription(input: {
    customerId: string;
    subscriptionId: string;
  }): Promise<ProviderSubscription | null>;
  /**
   * Moves to other prices when the running period ends, without proration: nothing changes before. A second one takes the
   * first one's place.
   */
  scheduleChange(input: Pick<ProviderChange, "id" | "items">): Promise<void>;
  /** Takes back what was scheduled: the items stay, or become again, these. Again is harmless. */
  dropScheduledChange(input: Pick<ProviderChange, "id" | "items">): Promise<void>;
  /** Replaces the prices without charging or giving back anything now. Again is harmless. */
  exchangePrices(input: Pick<ProviderChange, "id" | "items">): Promise<void>;
  /** What changeSubscription would charge now, to the cent; changes nothing. */
  previewChange(input: Omit<ProviderChange, "idempotencyKey">): Promise<ProviderPreview>;
  /** Lets it end with its period, or takes that back. Again is harmless. */
  setEnding(input: {
    id: string;
    atPeriodEnd: boolean;
    reason: string | null;
  }): Promise<ProviderSubscription>;
  /** Collects nothing until it is resumed; the periods go on. Again is harmless. */
  pauseSubscription(id: string): Promise<ProviderSubscription>;
  /** Collects again from now on, also after a trial that ended without a card. Again is harmless. */
  resumeSubscription(id: string): Promise<ProviderSubscription>;
  /** Ends the subscription at once, without a further invoice. */
  cancelSubscription(input: { id: string; idempotencyKey: string }): Promise<ProviderSubscription>;
  /**
   * Ends a trial at once and takes the first payment. When the payment fails all is as it was (K7001, K7002). One that is not on
   * trial is left as it is.
   */
  endTrial(input: { id: string; idempotencyKey: string }): Promise<ProviderSubscription>;
  /** The fingerprint of the card that a subscription is charged to; null without a card, or when it has none. */
  readCardFingerprint(subscriptionId: string): Promise<string | null>;
  /**
   * Ends a subscription at once, voids what is open of it and gives back all that was paid for it, once however often it is
   * asked. Answers what has been given back, in minor units.
   */
  endAndRefund(input: {
    id: string;
    idempotencyKey: string;
  }): Promise<{ refundedAmount: bigint; currency: string }>;

  /**
   * Puts an amount on the subscription's invoice: on the renewal's draft while there is one, else on the next. Once for a
   * key, however often it is asked.
   */
  ensureInvoiceItem(input: NewInvoiceItem): Promise<{ id: string }>;
  /** Invoices and collects at once what waits for the subscription's next invoice; nothing when nothing waits. */
  invoiceNow(input: { customerId: string; subscriptionId: string; idempotencyKey: string }): Promise<void>;

  /** The provider's invoice of now. null when the provider does not know it. */
  readInvoice(id: string): Promise<ProviderInvoice | null>;
  /** A subscription's newest invoices, newest first. */
  listInvoices(input: { subscriptionId: string; limit: number }): Promise<ProviderInvoice[]>;
  /** The account's invoices that were made since. */
  listInvoicesSince(since: Date): AsyncIterable<ProviderInvoice>;
  /** Tries to collect at once what is open of a subscription, with the card that is now the customer's. K7001, K7002. */
  retryPayment(input: { subscriptionId: string }): Promise<void>;

  /** The customer's cards, the one that is charged first. */
  listCards(customerId: string): Promise<ProviderCardDetails[]>;
  /** Charges a subscription to this card from now on: one that was started with a card of its own keeps it otherwise. */
  chargeToCard(input: { subscriptionId: string; paymentMethodId: string }): Promise<void>;
  /** Removes a card of the customer's. K7004 when it is none. */
  detachCard(input: { customerId: string; paymentMethodId: string }): Promise<void>;
  /** The provider's own page where a customer sees invoices and changes cards. */
  createPortalSession(input: { customerId: string; returnUrl: string }): Promise<{ url: string }>;
  /** The provider's id of a promotion code that people type; null when there is none that can be redeemed. */
  findPromotionCode(code: string): Promise<string | null>;

  /** Everything that the account has, for comparing and importing. */
  listSubscriptions(): AsyncIterable<ProviderSubscription>;
  /**
   * A page of the same, newest first; `after` is the last id of the page before. null when nothing has that id. One that cannot
   * be understood is named, and stops no other.
   */
  listSubscriptionPage(input: {
    limit: number;
    after: string | null;
  }): Promise<{ data: (ProviderSubscription | UnreadableSubscription)[]; hasMore: boolean } | null>;
  /** What a schedule still brings, and whether the subscription ends with it. null when the provider does not know it. */
  readSchedule(id: string): Promise<ProviderSchedule | null>;
  /** null when the provider does not know it, or has deleted it. */
  readCustomer(id: string): Promise<ProviderCustomer | null>;
  readPrice(id: string): Promise<ProviderPrice | null>;
  /** Names our rows in the provider's objects, so that what was imported is found again. */
  tagSubscription(input: { id: string; tenantId: string; subscriptionId: string }): Promise<void>;

  /** Opens a clock of test mode that customers can be made on. */
  createTestClock(input: { name: string; now: Date; idempotencyKey: string }): Promise<{ id: string }>;
  /** Moves a test clock; it goes on until the provider has done all that lies on the way. Again is harmless. */
  advanceTestClock(input: { id: string; to: Date }): Promise<void>;
  /** Where a test clock stands, and whether it has come to rest. */
  readTestClock(id: string): Promise<{ now: Date; isReady: boolean } | null>;
  /** Ends a test clock with all that was made on it. Again is harmless. */
  deleteTestClock(id: string): Promise<void>;

  /** A hosted page on which the customer enters a card and starts the subscription. */
  createCheckoutSession(input: NewCheckout): Promise<{ id: string; url: string }>;
  /**
   * Closes a hosted page that is open. When it has been completed by then, the subscription that it started is answered; null
   * when nothing came of it and nothing can. Again is harmless.
   */
  expireCheckoutSession(id: string): Promise<{ completedSubscriptionId: string | null }>;

  /** Registers our address for callbacks; answers the secret that signs them. */
  registerCallbacks(input: { url: string; idempotencyKey: string }): Promise<{ id: string; secret: string }>;
  /** Whether a registration is there and in use; the provider switches off what keeps failing. null when there is none. */
  readCallbacks(id: string): Promise<{ url: string; isEnabled: boolean } | null>;
  /** Ends callbacks to an address that was registered before. Again is harmless. */
  removeCallbacks(id: string): Promise<void>;
  /** Checks a callback's signature against any of the secrets. K7008 when none fits or it is too old. */
  readCallback(input: { payload: string; signature: string; secrets: string[] }): ProviderCallback;
}

export interface NewProviderCustomer {
  idempotencyKey: string;
  /** Our ids, kept in the provider's metadata. */
  tenantId: string;
  customerId: string;
  externalId: string;
  email: string | null;
  name: string | null;
  /** The provider's test clock that the customer lives on; real time when left out. */
  testClockId?: string | null;
}

export interface NewInvoiceItem {
  /** Ours, kept in the provider's metadata. */
  key: string;
  customerId: string;
  subscriptionId: string;
  amount: bigint;
  currency: string;
  description: string;
  periodStart: Date;
  periodEnd: Date;
}

export interface NewProviderPrice {
  /** Our identifier of the price; the provider's lookup key. */
  key: string;
  productId: string;
  amount: bigint;
  currency: string;
  interval: "DAY" | "WEEK" | "MONTH" | "YEAR";
}

export interface ProviderCard {
  paymentMethodId: string;
  /** The same for the same card number, whoever holds it. */
  fingerprint: string | null;
}

/** A provider's price and how many of it. */
export interface PriceItem {
  priceId: string;
  quantity: number;
}

export interface NewProviderSubscription {
  idempotencyKey: string;
  tenantId: string;
  /** Our id, kept in the provider's metadata. */
  subscriptionId: string;
  customerId: string;
  paymentMethodId: string | null;
  items: PriceItem[];
  trialEnd: Date | null;
  /** What happens when a trial ends without a card. */
  trialEndsWithoutCard: "cancel" | "pause" | "create_invoice";
  /** Paid for already until then (elsewhere): the first charge comes at that moment. */
  paidUntil?: Date | null;
  /** A promotion code by the provider's id. */
  promotionCodeId?: string | null;
  /** Whether the provider computes taxes. */
  hasAutomaticTax?: boolean;
}

export interface ProviderChange {
  idempotencyKey: string;
  id: string;
  items: PriceItem[];
  /** The moment up to which the old prices count. */
  prorationDate: Date | null;
}

/** One line of an invoice that a change would bring. */
export interface ProviderPreviewLine {
  description: string;
  /** Minor units; negative for what is given back. */
  amount: bigint;
  isProration: boolean;
  periodStart: Date;
  periodEnd: Date;
}

export interface ProviderPreview {
  currency: string;
  /** The sum of the lines with taxes and discounts; negative when the customer gets credit. */
  total: bigint;
  /** What is charged now: the total less the customer's credit, never below 0. */
  amountDue: bigint;
  lines: ProviderPreviewLine[];
}

/** What a hosted page sells. With `adjustable` the customer chooses how many there; quantity 0 is then an offer. */
export interface CheckoutItem extends PriceItem {
  adjustable: { least: number; most: number } | null;
}

export interface NewCheckout {
  idempotencyKey: string;
  tenantId: string;
  subscriptionId: string;
  checkoutId: string;
  customerId: string;
  items: CheckoutItem[];
  trialDays: number;
  /** What the page says beside its button; null for nothing. */
  note: string | null;
  successUrl: string;
  cancelUrl: string;
  /** Whether the provider computes taxes: its page then asks for the address. */
  hasAutomaticTax?: boolean;
}

export type ProviderStatus =
  | "ACTIVE"
  | "TRIALING"
  | "PAST_DUE"
  | "CANCELED"
  | "UNPAID"
  | "PAUSED"
  | "INCOMPLETE";

export interface ProviderSubscription {
  id: string;
  customerId: string;
  status: ProviderStatus;
  items: PriceItem[];
  currentPeriodStart: Date;
  currentPeriodEnd: Date;
  /** The moment whose day of the month the periods keep. */
  periodAnchor: Date;
  trialStart: Date | null;
  trialEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
  /** Whether a change waits for its period's end. */
  isScheduled: boolean;
  /** The schedule that runs it; null when none does. */
  scheduleId: string | null;
  /** When it ends by itself, where that is another moment than its period's end; null when it goes on. */
  cancelAt: Date | null;
  /** Our ids from the metadata; null for a subscription that was not made by us. */
  tenantId: string | null;
  subscriptionId: string | null;
  checkoutId: string | null;
}

/** A subscription that the port cannot show, and why. */
export interface UnreadableSubscription {
  id: string;
  unreadable: string;
}

export interface ProviderSchedule {
  /** The phases that have not begun, in order. */
  coming: { startsAt: Date; items: PriceItem[] }[];
  /** Whether the subscription is canceled when the last phase ends. */
  endsSubscription: boolean;
}

export interface ProviderInvoice {
  id: string;
  number: string | null;
  providerCustomerId: string | null;
  providerSubscriptionId: string | null;
  reason: string;
  status: "DRAFT" | "OPEN" | "PAID" | "VOID" | "UNCOLLECTIBLE";
  currency: string;
  subtotal: bigint;
  tax: bigint;
  total: bigint;
  amountDue: bigint;
  amountPaid: bigint;
  periodStart: Date;
  periodEnd: Date;
  issuedAt: Date | null;
  dueAt: Date | null;
  paidAt: Date | null;
  voidedAt: Date | null;
  attemptCount: number;
  nextAttemptAt: Date | null;
  hostedUrl: string | null;
  pdfUrl: string | null;
  createdAt: Date;
  lines: ProviderPreviewLine[];
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

export interface ProviderCustomer {
  id: string;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
}

export interface ProviderPrice {
  id: string;
  productId: string;
  productName: string;
  amount: bigint | null;
  currency: string;
  /** null for what is not charged by such intervals, or only every few of them. */
  interval: NewProviderPrice["interval"] | null;
}

export interface ProviderCallback {
  id: string;
  type: string;
  /** The provider's invoice that the callback is about, if it is about one. */
  providerInvoiceId: string | null;
  /** The provider's subscription that the callback is about, if it is about one. */
  providerSubscriptionId: string | null;
  payload: Record<string, unknown>;
}
