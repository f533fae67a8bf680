import type { ChargeCause } from "../../../platform/database/client/client.ts";
import { chargeKey, type NewCharge } from "../charges/rules.ts";
import type { Period } from "../terms/period.ts";

// Pure rules of invoices of ours: values in, values out. Amounts are minor units.

/** Something that a subscription pays for each period: the plan itself, or a driver's steps. */
export interface Priced {
  /** "plan", or the driver's feature. */
  item: string;
  description: string;
  /** For a whole period. */
  amount: bigint;
}

/** What was charged for an item in a span of time. */
export interface ChargedItem {
  item: string;
  description: string;
  /** The item's price for a whole period. */
  price: bigint;
  amount: bigint;
  start: Date;
  end: Date;
  /** The key of its charge; null where nothing was charged, or by another provider. */
  chargeKey: string | null;
}

/** The price of a whole period of a subscription: a charge for each item that is not free. */
export function chargePeriod(
  subscriptionId: string,
  wanted: Priced[],
  period: Period,
): { charges: NewCharge[]; charged: ChargedItem[] } {
  const keyOf = ({ item, amount }: Priced) =>
    amount === 0n ? null : chargeKey.period(subscriptionId, period.start, item);
  return {
    charges: wanted.flatMap((one) => {
      const key = keyOf(one);
      return key === null ? [] : [chargeOf(one, { key, cause: "PERIOD", period, isProration: false })];
    }),
    charged: wanted.map((one) => ({ ...one, price: one.amount, ...period, chargeKey: keyOf(one) })),
  };
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
