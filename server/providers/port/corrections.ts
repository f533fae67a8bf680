/** What was taken back of invoices, or is disputed. See CardProvider for errors and units. */
export interface CorrectionPort {
  /** An invoice's credit notes, the refunds of its payments, the disputes and warnings about them; none when the provider does not know it. */
  readCorrections(invoiceId: string): Promise<ProviderCorrections>;
  /** The invoices that a payment paid; none for a payment of something else. */
  findInvoicesOfPayment(paymentId: string): Promise<string[]>;
  /** The account's credit notes, refunds, disputes and warnings created since, and the refunds that failed since. */
  listCorrectionsSince(since: Date): AsyncIterable<ProviderCorrection>;
  /** What crediting lines of an invoice comes to in all: less their part of its discounts, with their part of tax on top. `tax` is all in it. */
  creditOf(input: { invoiceId: string; lines: CreditedLine[] }): Promise<{ amount: bigint; tax: bigint }>;
  /** The id of the credit note of an invoice that was issued under a key, by listing them; null: none was. */
  findCreditNote(input: { key: string; invoiceId: string }): Promise<string | null>;
  /** The id of the refund of a payment that was made under a key, by listing them; null: none was. */
  findRefund(input: { key: string; paymentId: string }): Promise<string | null>;
  /** Issues a credit note and returns its id. Idempotent by key, for ever. ProviderRefusal where it is refused: none was issued. */
  createCreditNote(input: NewCreditNote): Promise<string>;
  /** The payments of an invoice by card, with what of each was not given back. */
  listRefundable(invoiceId: string): Promise<{ paymentId: string; left: bigint }[]>;
  /** Gives back a part of a payment and returns the refund's id. Idempotent by key, for ever. ProviderRefusal as above. */
  createRefund(input: { key: string; paymentId: string; amount: bigint }): Promise<string>;
}

export interface CreditedLine {
  /** The provider's line of the invoice. */
  lineId: string;
  /** Without discounts, and without tax that comes on top. */
  amount: bigint;
}

export interface NewCreditNote {
  /** Our idempotency key, stored in the provider's metadata. */
  key: string;
  invoiceId: string;
  /** What is credited in all; null: the lines. */
  amount: bigint | null;
  lines: CreditedLine[];
  /** What becomes of the part that was paid. */
  toBalance: bigint;
  toRefund: bigint;
  /** Given back outside of the provider. */
  outside: bigint;
  reason: string;
}

export interface ProviderCorrections {
  creditNotes: ProviderCreditNote[];
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
  fraudWarnings: ProviderFraudWarning[];
}

export interface ProviderCreditNote {
  id: string;
  /** The key under which we issued it; null: a person did at the provider. */
  key: string | null;
  number: string;
  status: "ISSUED" | "VOID";
  currency: string;
  /** Above 0: the sum of offDue and postPayment. */
  amount: bigint;
  /** Taken off what was to be paid of the invoice. */
  offDue: bigint;
  /** Paid before: refunded, credited or given back outside of the provider. */
  postPayment: bigint;
  /** The part of postPayment that was given back outside of the provider. */
  outOfBand: bigint;
  tax: bigint;
  /** The words on it. */
  reason: string | null;
  /** The refunds that carry it out, with the part of each that does. */
  refunds: { id: string; amount: bigint }[];
  issuedAt: Date;
  voidedAt: Date | null;
  createdAt: Date;
  lines: ProviderCreditNoteLine[];
}

export interface ProviderCreditNoteLine {
  id: string;
  /** The provider's line of the invoice; null: none by name. */
  invoiceLineId: string | null;
  description: string;
  /** Without discounts, and without tax that comes on top. */
  amount: bigint;
}

export interface ProviderRefund {
  id: string;
  /** The key under which we made it; null: a person did at the provider, or it carries out a credit note. */
  key: string | null;
  status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELED";
  currency: string;
  amount: bigint;
  /** The provider's word for why; null: none was given. */
  reason: string | null;
  /** The reference by which the cardholder's bank knows it. */
  reference: string | null;
  createdAt: Date;
}

export interface ProviderDispute {
  id: string;
  /**
   * INQUIRY: the bank asks, and has taken nothing. NEEDS_RESPONSE, UNDER_REVIEW: it took the money, and decides. CLOSED: an inquiry
   * that is over, or a dispute that was prevented.
   */
  status: "INQUIRY" | "NEEDS_RESPONSE" | "UNDER_REVIEW" | "WON" | "LOST" | "CLOSED";
  currency: string;
  amount: bigint;
  /** What of the amount the bank has taken and not given back: all of it, or 0. */
  withdrawn: bigint;
  /** The provider's word for what the cardholder says. */
  reason: string;
  /** Until when evidence can be given; null: it cannot. */
  evidenceDueAt: Date | null;
  createdAt: Date;
}

/** A bank says that a payment may be a fraud. */
export interface ProviderFraudWarning {
  id: string;
  /** The provider's word for the fraud. */
  type: string;
  /** Whether a refund can still avoid a dispute: there is none, and not all was given back. */
  isActionable: boolean;
  createdAt: Date;
}

/** What is known of a correction from a list: enough to see whether our copy is of that state. */
export interface ProviderCorrection {
  kind: "CREDIT_NOTE" | "REFUND" | "DISPUTE" | "FRAUD_WARNING";
  id: string;
  /** Of a warning: ACTIONABLE or PAST. */
  status: string;
  /** The money that a dispute has withdrawn; 0 for others. */
  withdrawn: bigint;
  /** null: it names the payment alone. */
  invoiceId: string | null;
  paymentId: string | null;
  /** null: it does not name its customer. */
  customerId: string | null;
}
