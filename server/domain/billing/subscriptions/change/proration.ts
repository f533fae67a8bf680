import { Decimal } from "../../../../platform/decimal.ts";
import { roundCharge } from "../../../../platform/money.ts";
import { chargeKey, type NewCharge, type Priced } from "../../charges/rules.ts";
import { type ChargedItem, remainingTime } from "../../charges/running-period.ts";
import { chargeOf } from "../../invoices/rules.ts";
import type { Period } from "../../terms/period.ts";

// Pure rules for the price of a change of plan within a period. Amounts are minor units.

/**
 * The unused part of an amount at a time in its period: to the second, rounded to what its currency is charged in, and never more than
 * the amount, which may be an older one that is not.
 */
function remainder(amount: bigint, currency: string, { start, end }: Period, at: Date): bigint {
  const whole = seconds(end) - seconds(start);
  if (whole <= 0) return 0n;
  const left = Math.min(Math.max(seconds(end) - seconds(at), 0), whole);
  const unused = roundCharge(new Decimal(amount.toString()).mul(left).div(whole), currency);
  return left === whole || unused > amount ? amount : unused;
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** The time in whole seconds: proration counts in whole seconds, as card providers do. */
export function toSecond(moment: Date): Date {
  return new Date(seconds(moment) * 1000);
}

/**
 * Whether the running period has a price, and nothing that was charged for it is owed or paid: its invoice is void, or it began in a
 * pause. Not at the end of a period, when so little is left that nothing is charged for it.
 */
export function isUnowed(
  charged: readonly ChargedItem[],
  present: readonly Priced[],
  currency: string,
  period: Period,
  at: Date,
): boolean {
  return isNoneKept(charged) && present.some(({ amount }) => remainder(amount, currency, period, at) > 0n);
}

/** Whether nothing is kept of what was charged. */
export function isNoneKept(charged: readonly ChargedItem[]): boolean {
  return charged.every(({ amount }) => amount === 0n);
}

interface Change {
  /** Of the change: its charges have keys made of it. */
  id: string;
  /** What is charged for the running period; an item of which nothing is kept was charged, too. */
  charged: readonly ChargedItem[];
  /** The items to pay for each period from now on. */
  wanted: Priced[];
  /** Those of them that stay what they are where they cost the same. */
  staying: readonly string[];
  currency: string;
  period: Period;
  at: Date;
  /** Whether a new period begins with the change: another interval, the first price that is not free, or none that is paid for. */
  isReset: boolean;
  /** The period that then begins. */
  next: Period;
}

export interface Changed {
  charges: NewCharge[];
  /** The sum of the rounded charges; negative is credit. */
  net: bigint;
}

/**
 * The price of a change now. The charge for the rest of the period is credited and the new price charged for it, item by item,
 * each rounded by itself; items that stay cost nothing. A new period is charged in full.
 * The card provider's rule, so that the same change costs the same on both:
 * https://docs.stripe.com/billing/subscriptions/prorations. Of a currency that is not charged in all minor units the card provider
 * rounds what is due in all, and keeps the difference as the customer's balance; here each charge is rounded, and nothing is left over.
 */
export function prorateChange(change: Change): Changed {
  const { id, charged, wanted, staying, currency, period, at, isReset, next } = change;
  const stays = (charge: ChargedItem) =>
    !isReset &&
    staying.includes(charge.item) &&
    wanted.some((one) => one.item === charge.item && one.amount === charge.price);
  const kept = charged.filter(stays);
  const credits = charged
    .filter((charge) => !stays(charge))
    .flatMap((charge): NewCharge[] => {
      const amount = remainder(charge.amount, currency, charge, at);
      if (amount === 0n) return [];
      const start = charge.start > at ? charge.start : at;
      return [
        {
          key: chargeKey.unused(id, `${charge.item}:${charge.start.getTime()}`),
          cause: "CHANGE",
          description: `Unused time: ${charge.description}`,
          amount: -amount,
          isProration: true,
          period: { start, end: charge.end },
          correctsKey: charge.chargeKey,
        },
      ];
    });
  const span = isReset ? next : { start: at, end: period.end };
  const debits = wanted
    .filter((one) => !kept.some(({ item }) => item === one.item))
    .flatMap((one): NewCharge[] => {
      const { item, description, amount: price } = one;
      const amount = isReset ? price : remainder(price, currency, period, at);
      if (amount === 0n) return [];
      const key = chargeKey.change(id, item);
      const occasion = { key, cause: "CHANGE", period: span, isProration: !isReset } as const;
      if (isReset) return [chargeOf(one, occasion)];
      return [{ ...occasion, item, price, amount, description: remainingTime(description) }];
    });
  const charges = [...credits, ...debits];
  const net = charges.reduce((sum, { amount }) => sum + amount, 0n);
  return { charges, net };
}
