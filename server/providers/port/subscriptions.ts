import type { PriceItem } from "./catalog.ts";

/** Subscriptions, from the first payment to the end. See CardProvider for errors and units. */
export interface SubscriptionPort {
  /**
   * Starts a subscription and takes its first payment. Nothing remains when the payment fails. With card_authentication_required details
   * carry `client_secret`.
   */
  startSubscription(input: NewProviderSubscription): Promise<ProviderSubscription>;
  /** The subscription's present state at the provider. null when the provider does not know it. */
  readSubscription(id: string): Promise<ProviderSubscription | null>;
  /** Finds a subscription by our id in its metadata, to recover after a crash. */
  findSubscription(input: {
    customerId: string;
    subscriptionId: string;
  }): Promise<ProviderSubscription | null>;
  /** Sets whether it is canceled at the end of its period. Idempotent. */
  setEnding(input: {
    id: string;
    atPeriodEnd: boolean;
    reason: string | null;
  }): Promise<ProviderSubscription>;
  /** Pauses collection; periods continue. Idempotent. */
  pauseSubscription(id: string): Promise<ProviderSubscription>;
  /** Resumes collection, also after a trial that ended without a card. Idempotent. */
  resumeSubscription(id: string): Promise<ProviderSubscription>;
  /**
   * Cancels the subscription at once, without a further invoice; drafts that it has then stay drafts. A change that waits for its
   * cardholder's confirmation is dropped first, so that it cannot be paid any more; one that was confirmed meanwhile is made.
   */
  cancelSubscription(input: { id: string; idempotencyKey: string }): Promise<ProviderSubscription>;
  /**
   * Ends a trial at once and takes the first payment. When the payment fails the trial continues (card_declined,
   * card_authentication_required). Does nothing when the subscription is not on trial.
   */
  endTrial(input: { id: string; idempotencyKey: string }): Promise<ProviderSubscription>;
  /**
   * Cancels a subscription at once, voids its drafts and open invoices and refunds all that was paid for it. Idempotent. Returns the refunded
   * amount, in minor units.
   */
  endAndRefund(input: {
    id: string;
    idempotencyKey: string;
  }): Promise<{ refundedAmount: bigint; currency: string }>;
  /** All subscriptions of the account, for reconciliation and import. */
  listSubscriptions(): AsyncIterable<ProviderSubscription>;
  /**
   * One page of them, newest first; `after` is the last id of the page before. null when no subscription has that id. A subscription
   * that cannot be read is returned as unreadable, and does not stop the others.
   */
  listSubscriptionPage(input: {
    limit: number;
    after: string | null;
  }): Promise<{ data: (ProviderSubscription | UnreadableSubscription)[]; hasMore: boolean } | null>;
  /** Writes our ids into the provider's metadata, so that an imported subscription is found again. */
  tagSubscription(input: { id: string; tenantId: string; subscriptionId: string }): Promise<void>;
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
  /** What the provider does when a trial ends without a card. */
  trialEndsWithoutCard: "cancel" | "pause" | "create_invoice";
  /** The customer has paid elsewhere until this moment; the first charge is made then. */
  paidUntil?: Date | null;
  /** A promotion code by the provider's id. */
  promotionCodeId?: string | null;
  /** Whether the provider computes taxes. */
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
  /** The billing cycle anchor: periods keep its day of the month. */
  periodAnchor: Date;
  trialStart: Date | null;
  trialEnd: Date | null;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  endedAt: Date | null;
  createdAt: Date;
  /** Whether a change is scheduled for the end of its period. */
  isScheduled: boolean;
  /** The schedule that controls it; null without one. */
  scheduleId: string | null;
  /** When it will be canceled, where that is not its period's end; null when it continues. */
  cancelAt: Date | null;
  /** Our ids from the metadata; null for a subscription that Usher did not create. */
  tenantId: string | null;
  subscriptionId: string | null;
  checkoutId: string | null;
}

/** A subscription that the port cannot represent, and why. */
export interface UnreadableSubscription {
  id: string;
  unreadable: string;
}
