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

function readMoment(text: string | null | undefined): number | null {
  return text ? Date.parse(text) : null;
}
