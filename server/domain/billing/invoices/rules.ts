import type { ChargeCause, Invoice } from "../../../platform/database/client/client.ts";
import { chargeKey, type NewCharge, type Priced } from "../charges/rules.ts";
import type { Period } from "../terms/period.ts";

// Pure rules of invoices of ours: values in, values out. Amounts are minor units.

/** What of an invoice is written off: what is not paid of one that is given up. */
export function writtenOffOf({
  status,
  amountDue,
  amountPaid,
}: Pick<Invoice, "status" | "amountDue" | "amountPaid">): bigint {
  return status === "UNCOLLECTIBLE" && amountDue > amountPaid ? amountDue - amountPaid : 0n;
}

/** The price of a whole period of a subscription: a charge for each item that is not free. */
export function chargePeriod(subscriptionId: string, wanted: readonly Priced[], period: Period): NewCharge[] {
  return wanted.flatMap((one) => {
    if (one.amount === 0n) return [];
    const key = chargeKey.period(subscriptionId, period.start, one.item);
    return [chargeOf(one, { key, cause: "PERIOD", period, isProration: false })];
  });
}

interface Occasion {
  key: string;
  cause: ChargeCause;
  period: Period;
  isProration: boolean;
}

/** A charge for the whole price of an item. */
export function chargeOf({ item, description, amount }: Priced, occasion: Occasion): NewCharge {
  return { ...occasion, item, description, amount, price: amount };
}
