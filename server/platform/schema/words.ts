import { BY_CARD, BY_INVOICE } from "./provider.ts";
// What people read instead of the API's values: on pages, and in files beside those.

export const INVOICE_STATUSES = {
  DRAFT: "Draft",
  OPEN: "Open",
  PAID: "Paid",
  VOID: "Void",
  UNCOLLECTIBLE: "Written off",
} as const;

/** What an open invoice is called of which a part was paid. */
export const PARTLY_PAID = "Partly paid";

/** What an invoice is called of which a part was paid and the rest was given up. */
export const PARTLY_WRITTEN_OFF = "Partly paid, rest written off";

/** Who collects: the card provider, or the tenant by invoices. */
export const COLLECTED = { [BY_CARD]: "By card", [BY_INVOICE]: "By transfer" } as const;

/** Why an invoice came. */
export const INVOICE_REASONS: Record<string, string> = {
  subscription_create: "First period",
  subscription_cycle: "Renewal",
  subscription_update: "Change of plan",
  final: "Final invoice",
  one_off: "One-off",
  manual: "Outside a renewal",
};
