import { Decimal } from "../../../../platform/decimal.ts";
import { roundMinor } from "../../../../platform/money.ts";
import { type Charge, invoiceLine, type Line, type Priced } from "../../invoices/rules.ts";
import type { Period } from "../../terms/period.ts";

// Pure rules for the price of a change of plan within a period. Amounts are minor units.

/** The unused part of an amount at a time in its period: to the second, rounded half away from zero. */
function remainder(amount: bigint, { start, end }: Period, at: Date): bigint {
  const whole = seconds(end) - seconds(start);
  if (whole <= 0) return 0n;
  const left = Math.min(Math.max(seconds(end) - seconds(at), 0), whole);
  return roundMinor(new Decimal(amount.toString()).mul(left).div(whole));
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** The time in whole seconds: proration counts in whole seconds, as card providers do. */
export function toSecond(moment: Date): Date {
  return new Date(seconds(moment) * 1000);
}

interface Change {
  /** The charges for the current period. */
  charged: Charge[];
  /** The items to pay for each period from now on. */
  wanted: Priced[];
  period: Period;
  at: Date;
  /** Whether a new period begins with the change: another interval, or the first price that is not free. */
  isReset: boolean;
  /** The period that then begins. */
  next: Period;
}

export interface Changed {
  lines: Line[];
  /** The sum of the rounded lines; negative is credit. */
  net: bigint;
  /** The charges of the items after the change. */
  charged: Charge[];
}

/**
 * The price of a change now. The charge for the rest of the period is credited and the new price charged for it, item by item,
 * each line rounded by itself; items that stay cost nothing. A new period is charged in full.
 * The card provider's rule, so that the same change costs the same on both:
 * https://docs.stripe.com/billing/subscriptions/prorations.
 */
export function prorateChange({ charged, wanted, period, at, isReset, next }: Change): Changed {
  const stays = (charge: Charge) =>
    !isReset && wanted.some((one) => one.item === charge.item && one.amount === charge.price);
  const leaving = charged.filter((charge) => !stays(charge));
  const kept = charged.filter(stays);
  const credits = leaving.flatMap((charge): Line[] => {
    const amount = remainder(charge.amount, charge, at);
    if (amount === 0n) return [];
    const start = charge.start > at ? charge.start : at;
    return [invoiceLine(`Unused time: ${charge.description}`, -amount, { start, end: charge.end }, true)];
  });
  const fresh = wanted.filter((one) => !kept.some(({ item }) => item === one.item));
  const span = isReset ? next : { start: at, end: period.end };
  const debits = fresh.map((one): Charge => {
    const amount = isReset ? one.amount : remainder(one.amount, period, at);
    return { item: one.item, description: one.description, price: one.amount, amount, ...span };
  });
  const lines = [
    ...credits,
    ...debits.flatMap((debit) =>
      debit.amount === 0n
        ? []
        : [
            invoiceLine(
              isReset ? debit.description : `Remaining time: ${debit.description}`,
              debit.amount,
              span,
              !isReset,
            ),
          ],
    ),
  ];
  const net = lines.reduce((sum, { amount }) => sum + amount, 0n);
  return { lines, net, charged: [...kept, ...debits] };
}
