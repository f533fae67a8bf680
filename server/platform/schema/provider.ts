/**
 * Who collects what a customer pays. Inside we say BY_CARD and BY_INVOICE; the words of the interface and of the database's columns are
 * PROVIDER_A, the card provider, which charges a card and issues the invoice, and PROVIDER_B, the tenant, whose invoices we issue, number
 * and mail, and which are paid by transfer. docs/glossary.md, "provider".
 */
export const BY_CARD = "PROVIDER_A" as const;
export const BY_INVOICE = "PROVIDER_B" as const;

/** In the order of the database's type. */
export const PROVIDERS = [BY_CARD, BY_INVOICE] as const;

export type Provider = (typeof PROVIDERS)[number];
