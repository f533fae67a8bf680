import type { TaxBehavior } from "./catalog.ts";
import type { ProviderPreviewLine } from "./changes.ts";

/** Invoices and their payment. See CardProvider for errors and units. */
export interface InvoicePort {
  /**
   * Adds an amount to the subscription's invoice: to the renewal's draft while there is one, else to the next invoice. Idempotent by
   * key. Without an item by the key: ENDED, the subscription has ended and takes none any more; TAXED, the provider computes the
   * subscription's taxes, and does so of no amount that takes something off.
   */
  ensureInvoiceItem(input: NewInvoiceItem): Promise<{ id: string } | "ENDED" | "TAXED">;
  /**
   * Removes an invoice item that waits, or is on a draft. Returns whether it is gone: false when it is on an invoice that was
   * finalized. Idempotent.
   */
  removeInvoiceItem(id: string): Promise<boolean>;
  /** Whether the provider has an invoice item: one that was removed there by hand is on no invoice any more. */
  hasInvoiceItem(id: string): Promise<boolean>;
  /** Invoices the pending items of the subscription at once and collects the payment; does nothing without them, nor when it has ended. */
  invoiceNow(input: { customerId: string; subscriptionId: string; idempotencyKey: string }): Promise<void>;
  /**
   * Invoices amounts for a subscription that has ended by one invoice of its customer's, and collects it. Idempotent by key, wherever
   * an earlier call ended; an item that was made under its key before the end is moved to it. When the payment fails, it stays open.
   */
  invoiceEnded(input: EndedInvoice): Promise<void>;
  /**
   * Invoices amounts to a customer for no subscription, collects it by card, and returns the invoice's id. Idempotent by key, wherever an
   * earlier call ended. When the payment fails, it stays open, and the provider tries again. What is refused leaves no draft.
   * ProviderRefusal, payment_method_invalid, tax_address_required.
   */
  invoiceOnce(input: OneOffInvoice): Promise<string>;
  /**
   * The taxes that invoiceOnce would have on it, as the provider computes them now; changes nothing. null where it does not know the
   * customer's place: it then issues without taxes, or refuses. Throws tax_address_required.
   */
  previewOnce(input: Pick<OneOffInvoice, "customerId" | "currency" | "items">): Promise<OneOffTax | null>;
  /** The id of the issued invoice of a customer that was made under a key, by listing them; null: none was. */
  findIssued(input: { key: string; customerId: string }): Promise<string | null>;
  /** Deletes the draft of a customer's that was begun under a key, and never issued. Idempotent. */
  dropDraft(input: { key: string; customerId: string }): Promise<void>;
  /** The invoice's present state at the provider. null when the provider does not know it. */
  readInvoice(id: string): Promise<ProviderInvoice | null>;
  /** A subscription's newest invoices, newest first. */
  listInvoices(input: { subscriptionId: string; limit: number }): Promise<ProviderInvoice[]>;
  /** The account's invoices created since. */
  listInvoicesSince(since: Date): AsyncIterable<ProviderInvoice>;
  /** What there is of the invoices of a subscription that began periods while it was unpaid. */
  readUnpaidTime(subscriptionId: string): Promise<UnpaidTime>;
  /** The drafts of a subscription, live or ended, the oldest first; also those whose voiding has begun. */
  listDrafts(subscriptionId: string): Promise<SubscriptionDraft[]>;
  /** Voids a draft of a subscription, whose price is not owed, and says there why. Idempotent; one that was paid stays. */
  voidDraft(input: { id: string; why: VoidReason }): Promise<void>;
  /**
   * Voids an invoice that is not paid, also a draft: it can be paid no more. Idempotent; one that was paid or given up stays as it is.
   */
  voidInvoice(id: string): Promise<void>;
  /** Issues a draft and collects it; when the payment fails, it stays open. Idempotent. */
  issueDraft(id: string): Promise<void>;
  /**
   * Gives up collecting an open invoice: the provider marks it uncollectible. Idempotent; one that was paid or voided meanwhile stays
   * as it is.
   */
  markUncollectible(input: { id: string; idempotencyKey: string }): Promise<void>;
  /**
   * Retries the payment of a subscription's open invoices at once, with the customer's present card. Throws card_declined or
   * card_authentication_required.
   */
  retryPayment(input: { subscriptionId: string }): Promise<void>;
}

export interface InvoiceAmount {
  /** Our idempotency key, stored in the provider's metadata. */
  key: string;
  amount: bigint;
  currency: string;
  description: string;
  periodStart: Date;
  periodEnd: Date;
  taxBehavior?: TaxBehavior | null;
}

export interface NewInvoiceItem extends InvoiceAmount {
  customerId: string;
  subscriptionId: string;
}

export interface EndedInvoice {
  /** Our idempotency key, stored in the provider's metadata. */
  key: string;
  customerId: string;
  subscriptionId: string;
  /** Of all its amounts. */
  currency: string;
  items: InvoiceAmount[];
}

export interface OneOffInvoice {
  /** Our idempotency key, stored in the provider's metadata. */
  key: string;
  customerId: string;
  /** The card that is charged; null: the customer's default one. */
  paymentMethodId: string | null;
  /** Of all its amounts. */
  currency: string;
  items: InvoiceAmount[];
  /** Whether the provider computes taxes on it. */
  hasAutomaticTax: boolean;
}

/** Minor units. */
export interface OneOffTax {
  tax: bigint;
  /** What of it comes on top of the amounts; the rest is in them. */
  added: bigint;
}

export interface UnpaidTime {
  /** Drafts that the provider does not collect by itself, the oldest first. */
  drafts: UnpaidDraft[];
  /** Whether an invoice that was issued before them is open. */
  isOwing: boolean;
  /** When the last invoice that was issued before them was paid; null: none was. */
  paidAt: Date | null;
}

/**
 * Why the price on a draft is not owed: its period began while the subscription was unpaid, or paused, or is billed by the provider to
 * which the subscription has moved.
 */
export type VoidReason = "UNPAID" | "PAUSED" | "MOVED";

export interface SubscriptionDraft {
  id: string;
  createdAt: Date;
  /** Whether it is of a period that began, not of what was added. */
  isRenewal: boolean;
  /** Why its voiding has begun: it may be open already. null: it has not. */
  voidedFor: VoidReason | null;
}

export interface UnpaidDraft {
  id: string;
  periodStart: Date;
  periodEnd: Date;
  /** Whether its voiding has begun: it may be open already. */
  isVoiding: boolean;
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
  /** What coupons took off the subtotal. */
  discount: bigint;
  tax: bigint;
  total: bigint;
  /** What credit notes took off before it was paid. */
  creditNotes: bigint;
  /** What is to be paid: the total less the customer's credit and credit notes. */
  amountDue: bigint;
  amountPaid: bigint;
  periodStart: Date;
  periodEnd: Date;
  issuedAt: Date | null;
  dueAt: Date | null;
  paidAt: Date | null;
  voidedAt: Date | null;
  /** Why it is void, or being voided, by us; null: it is not. */
  voidedFor: VoidReason | null;
  /** Why the provider could not issue it, in its words; null: it did, or has not tried. */
  issueFailure: { code: string | null; message: string | null } | null;
  /** The provider's word for why it has no taxes that were to be computed; null: it has them, or there were none to compute. */
  taxFailure: string | null;
  attemptCount: number;
  nextAttemptAt: Date | null;
  hostedUrl: string | null;
  pdfUrl: string | null;
  createdAt: Date;
  lines: ProviderInvoiceLine[];
}

export interface ProviderInvoiceLine extends ProviderPreviewLine {
  id: string;
  /** The invoice item that it came from, and the key under which we made that item; null for what the provider computed. */
  itemId: string | null;
  key: string | null;
  /**
   * The lines, of an earlier invoice, for whose unused time this one gives credit; of an amount above 0: takes back what another line
   * gave too much.
   */
  creditedLineIds: string[];
}
