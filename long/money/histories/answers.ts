import type { Cause } from "../model/charges.ts";
import type { Provider } from "../model/subscription.ts";
import type { Body } from "./service.ts";

// Reads the fields whose names the rules leave open. No other file reads them.

/** One source in a check's `parts`. */
export interface PartAnswer {
  subscriptionId: string | null;
  productId: string | null;
  limit: number | null;
  used: number | null;
  resetsAt: number | null;
}

/** The check's parts; null where the service does not list them. */
export function readParts(check: Body): PartAnswer[] | null {
  if (!Array.isArray(check.parts)) return null;
  return check.parts.map((part: Body) => {
    const source = part.source ?? part;
    return {
      subscriptionId: source.subscription_id ?? null,
      productId: source.product_id ?? null,
      limit: part.limit ?? null,
      used: part.used ?? null,
      resetsAt: readMoment(part.resets_at),
    };
  });
}

/** A usage record: what one phase of an allowance period has counted. */
export interface RecordAnswer {
  featureKey: string;
  subscriptionId: string | null;
  from: number;
  to: number;
  value: number;
}

export function readRecord(record: Body): RecordAnswer {
  const { feature_key: featureKey, subscription_id, period_start, period_end, value } = record;
  const [from, to] = [Date.parse(period_start), Date.parse(period_end)];
  return { featureKey, subscriptionId: subscription_id ?? null, from, to, value };
}

/** What a line bills. `carry` moves credit from one invoice of ours to the next. */
export interface LineAnswer {
  cause: Cause | "carry";
  from: number;
  to: number;
  amount: number;
}

/** An invoice, and its lines by what they bill. */
export interface InvoiceAnswer {
  id: string;
  subscriptionId: string | null;
  provider: Provider;
  providerInvoiceId: string | null;
  currency: string;
  status: string;
  issuedAt: number;
  subtotal: number;
  total: number;
  due: number;
  paid: number;
  remaining: number;
  lines: LineAnswer[];
}

/** featureOf finds the feature whose overage a line bills: its name begins the description. */
export function readInvoice(
  invoice: Body,
  featureOf: (description: string) => string | undefined,
): InvoiceAnswer {
  const { subscription_id: subscriptionId, provider, provider_invoice_id: providerInvoiceId } = invoice;
  const { currency, status, issued_at, subtotal, total, lines } = invoice;
  const { amount_due: due, amount_paid: paid, amount_remaining: remaining } = invoice;
  return {
    id: invoice.id,
    subscriptionId,
    provider,
    providerInvoiceId,
    currency,
    status,
    issuedAt: readMoment(issued_at) ?? 0,
    subtotal,
    total,
    due,
    paid,
    remaining,
    lines: lines.map(({ description, is_proration, period_start, period_end, amount }: Body) => {
      const feature = featureOf(description);
      const own = is_proration ? "change" : "plan";
      const cause = feature ? `overage:${feature}` : description.startsWith("Credit") ? "carry" : own;
      return { cause, from: readMoment(period_start) ?? 0, to: readMoment(period_end) ?? 0, amount };
    }),
  };
}

/** What the customer owes, or is owed, and where it is. */
export interface ChargeAnswer {
  subscriptionId: string | null;
  /** The feature whose overage it is; null of a price, or a change of it. */
  feature: string | null;
  /** Whether it is credit on its way from one invoice of ours to the next. */
  isCarried: boolean;
  state: string;
  invoiceId: string | null;
  from: number;
  to: number;
  amount: number;
}

export function readCharge(
  charge: Body,
  featureOf: (description: string) => string | undefined,
): ChargeAnswer {
  const {
    subscription_id: subscriptionId,
    invoice_id: invoiceId,
    state,
    cause,
    amount,
    description,
  } = charge;
  const [from, to] = [Date.parse(charge.period_start), Date.parse(charge.period_end)];
  const isCarried = cause === "CREDIT" || cause === "CARRIED";
  return {
    subscriptionId,
    invoiceId,
    state,
    amount,
    from,
    to,
    isCarried,
    feature: featureOf(description) ?? null,
  };
}

/** A customer's balance with one provider, in minor units. */
export interface BalanceAnswer {
  provider: Provider;
  credit: number;
  waiting: number;
  held: number;
  receivable: number;
}

export function readBalances({ balances }: Body): BalanceAnswer[] {
  return balances.flatMap(({ providers }: Body) => providers);
}

function readMoment(text: string | null | undefined): number | null {
  return text ? Date.parse(text) : null;
}
