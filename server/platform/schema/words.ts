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

/** Who collects: the card provider, or the tenant by invoices. */
export const COLLECTED = { PROVIDER_A: "By card", PROVIDER_B: "By transfer" } as const;
