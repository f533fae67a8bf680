import type { PriceItem } from "./catalog.ts";
import type { ProviderSubscription } from "./subscriptions.ts";

/** Changes of a subscription's prices. See CardProvider for errors and units. */
export interface ChangePort {
  /**
   * Changes the prices at once, prorated to the second and invoiced at once. When the charge fails nothing changes. Throws
   * card_authentication_required. Throws promotion_code_cannot_wait_for_bank. Throws card_missing_for_currency. Throws
   * unused_time_not_creditable.
   */
  changeSubscription(input: ProviderChange): Promise<ProviderSubscription>;
  /**
   * Drops a change that waits for the cardholder's confirmation. "waiting": the pending change is the same as this one and can still be
   * confirmed, so it was kept. "none": no change is pending; one that was confirmed meanwhile is made. Without items every change is
   * dropped.
   */
  dropUnpaidChange(input: Omit<ProviderChange, "idempotencyKey">): Promise<"waiting" | "none">;
  /**
   * Drops what is left of a change of a subscription that has ended there: its invoice is voided, and what was paid for it since the
   * subscription ended is given back. A change to these items that was made before the end stays. Idempotent.
   */
  dropEndedChange(input: Pick<ProviderChange, "id" | "items" | "idempotencyKey">): Promise<void>;
  /**
   * Removes prices of quantity 0: what a change that waited for its cardholder leaves of prices that it takes away. readSubscription does
   * not show them. Idempotent.
   */
  removeEmptyItems(id: string): Promise<void>;
  /**
   * Schedules other prices for the end of the current period, without proration. Replaces an earlier scheduled change. Returns when they
   * begin: what runs there may be a later period than the caller knows. Where they have begun already, that is when the period began.
   */
  scheduleChange(input: Pick<ProviderChange, "id" | "items">): Promise<Date>;
  /**
   * Drops the scheduled change: the items stay, or become again, these. Returns the subscription after it: with other items where the
   * change had begun. Idempotent.
   */
  dropScheduledChange(input: Pick<ProviderChange, "id" | "items">): Promise<ProviderSubscription>;
  /** Replaces the prices without proration. Idempotent. */
  exchangePrices(input: Pick<ProviderChange, "id" | "items">): Promise<void>;
  /** What changeSubscription would charge now, to the cent; changes nothing. Throws unused_time_not_creditable. */
  previewChange(input: Omit<ProviderChange, "idempotencyKey">): Promise<ProviderPreview>;
  /** What a period costs that begins after a change, less the discounts that still run then, with taxes. Minor units; changes nothing. */
  previewPeriod(input: PreviewedPeriod): Promise<bigint>;
  /** The remaining phases of a schedule, and whether it ends the subscription. null when the provider does not know it. */
  readSchedule(id: string): Promise<ProviderSchedule | null>;
}

export interface ProviderChange {
  idempotencyKey: string;
  id: string;
  items: PriceItem[];
  /** The moment at which the new prices begin to count. */
  prorationDate: Date | null;
  /** A promotion code by the provider's id, which lowers this change's invoice and those after it beside the discounts that run already. */
  promotionCodeId?: string | null;
  /** Whether a new period begins now, at the full price and without proration: the running one is not owed. */
  isAnew?: boolean;
  /** Time that was paid elsewhere, which the provider does not know of: what is given back for it, on the invoice of the change. */
  unused?: ProviderCredit[];
  /** Lines of the running period of which a part went back to the customer already: unused time of what is kept alone is given back. */
  reduced?: ProviderReduced[];
}

export interface PreviewedPeriod extends Pick<ProviderChange, "id" | "items" | "promotionCodeId"> {
  /** When the change is made. */
  at: Date;
  /** When the period begins. */
  startsAt: Date;
  /** Whether the change is made at once: its own invoice uses up what is taken off once. */
  isAtOnce: boolean;
}

/** A line of an invoice for a stretch of time, and what is kept of its amount; minor units. */
export interface ProviderReduced {
  lineId: string;
  amount: bigint;
  kept: bigint;
  start: Date;
  end: Date;
}

/** A stretch of time that is given back. */
export interface ProviderCredit {
  description: string;
  /** Minor units, negative. */
  amount: bigint;
  start: Date;
  end: Date;
}

/** One line of an invoice, or of the preview of one. */
export interface ProviderPreviewLine {
  description: string;
  /** Minor units; negative for a credit. */
  amount: bigint;
  isProration: boolean;
  periodStart: Date;
  periodEnd: Date;
}

export interface ProviderPreview {
  currency: string;
  /** The sum of the lines with taxes and discounts; negative when the customer gets credit. */
  total: bigint;
  /** What discounts take off the lines. */
  discount: bigint;
  /** Taxes in the total, those that prices contain, too; less than 0 in a credit. */
  tax: bigint;
  /** What is charged now: the total less the customer's credit, never below 0. */
  amountDue: bigint;
  lines: ProviderPreviewLine[];
}

export interface ProviderSchedule {
  /** The phases that have not begun, in order. */
  coming: { startsAt: Date; items: PriceItem[] }[];
  /** Whether the subscription is canceled when the last phase ends. */
  endsSubscription: boolean;
}
