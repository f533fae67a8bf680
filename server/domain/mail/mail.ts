export type Mail = { to: string /** one mail per key and tenant, ever */; dedupeKey: string } & (
  | { template: "invitation"; facts: { name: string | null; link: string; expiresAt: Date } }
  | { template: "verification"; facts: { name: string | null; link: string; expiresAt: Date } }
  | { template: "password_reset"; facts: { link: string; expiresAt: Date } }
  | { template: "welcome"; facts: { name: string | null; link: string } }
  | { template: "account_exists"; facts: { link: string } }
  | {
      template: "member_invitation";
      facts: { name: string | null; tenantName: string; link: string; expiresAt: Date };
    }
  | {
      template: "waitlist_joined";
      /** isReferred: somebody's link led here, which an earlier version did not say. */
      facts: { name: string | null; link: string; isReferred?: boolean };
    }
  | { template: "webhook_disabled"; facts: { host: string; isGone: boolean; link: string } }
  | { template: "second_subscription" | "trial_used"; facts: OverpaymentFacts }
  | { template: "purchase" | "trial_charged"; facts: PurchaseFacts }
  | { template: "invoice"; facts: InvoiceFacts }
  | { template: "invoice_reminder"; facts: InvoiceFacts }
  | { template: "credit_note"; facts: CreditNoteFacts }
  | { template: "refund"; facts: RefundFacts }
  | { template: "change_waits"; facts: WaitingChangeFacts }
  | { template: "test"; facts: { link: string } }
);

export interface OverpaymentFacts {
  name: string | null;
  /** The amount refunded, for people to read; null when nothing had been paid. */
  amount: string | null;
  link: string;
}

/** What a customer bought on a checkout page. Amounts are for people to read. */
export interface PurchaseFacts {
  name: string | null;
  /** Product and plan, as they are sold. */
  plan: string;
  /** "$49.00 a month"; null: it is free. */
  price: string | null;
  /** "Seats: 6". */
  quantities: string[];
  isTrial: boolean;
  /** null: the card is not charged again. */
  nextChargeAt: Date | null;
  /** null: nothing was charged. */
  receipt: string | null;
  /** Back to the tenant's product. */
  link: string;
}

/** Amounts are for people to read; null: nothing of the note. */
export interface CreditNoteFacts {
  name: string | null;
  number: string;
  invoiceNumber: string;
  amount: string;
  offDue: string | null;
  toBalance: string | null;
  toRefund: string | null;
  reason: string;
  link: string;
}

/** Money that went back by hand. */
export interface RefundFacts {
  name: string | null;
  invoiceNumber: string;
  /** For people to read: $12.50. */
  amount: string;
  refundedAt: Date;
  /** The reference of the transfer; null: none was given. */
  reference: string | null;
  link: string;
}

/** A change whose payment the customer's bank wants confirmed. Amounts are for people to read. */
export interface WaitingChangeFacts {
  name: string | null;
  /** Product, plan and what is bought by the step: "Weather Team (Seats: 14)". */
  change: string;
  /** What it then costs: "$121.00 a month". */
  price: string;
  /** What is paid when it is confirmed. */
  amount: string;
  /** Until when it can be confirmed. */
  until: Date;
  /** The card provider's page. */
  link: string;
}

export interface InvoiceFacts {
  name: string | null;
  number: string;
  /** For people to read: $12.50. */
  amount: string;
  dueAt: Date;
  /** Whether the invoice itself says where to pay. */
  saysHowToPay: boolean;
  link: string;
}
