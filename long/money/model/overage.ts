import { ceiling, divided, plus, type Rational, rational, times } from "./rational.ts";
import { roundTo } from "./step.ts";
import type { Entitlement } from "./types.ts";

/** What units past the limit cost before the cap, in minor units, rounded once, to what the currency is charged in. */
function price(units: number, entitlement: Entitlement): bigint {
  if (units <= 0 || entitlement.overage !== "BILL") return 0n;
  const steps = ceiling(divided(rational(units), rational(entitlement.step ?? 1)));
  const rounded = (exact: Rational) => roundTo(entitlement.chargedIn ?? 1, exact);
  if (!entitlement.tiers) return rounded(times(rational(steps), rational(entitlement.unitAmount ?? "0")));
  let [sum, below]: [Rational, bigint] = [rational(0), 0n];
  for (const { upTo, unitAmount } of entitlement.tiers) {
    const top = upTo === null || BigInt(upTo) > steps ? steps : BigInt(upTo);
    if (top > below) sum = plus(sum, times(rational(top - below), rational(unitAmount)));
    if (top > below) below = top;
  }
  return rounded(sum);
}

/** The overage that was billed earlier in the period. */
export interface BilledBefore {
  units: number;
  amount: bigint;
}

export const NOTHING_BILLED: BilledBefore = { units: 0, amount: 0n };

/** What is billed for units past the limit: at most what is left of the cap, which earlier terms may have passed already. */
export function charge(
  units: number,
  entitlement: Entitlement,
  before: BilledBefore = NOTHING_BILLED,
): bigint {
  const amount = price(units, entitlement);
  if (entitlement.cap === undefined) return amount;
  const left = BigInt(entitlement.cap) - before.amount;
  if (left <= 0n) return 0n;
  return amount < left ? amount : left;
}

/** Whether so many units may go past the limit: neither ceiling nor cap may be passed. */
export function mayGoPast(
  units: number,
  entitlement: Entitlement,
  before: BilledBefore = NOTHING_BILLED,
): boolean {
  if (units <= 0) return true;
  if (entitlement.overage === "BLOCK") return false;
  if (entitlement.ceiling !== undefined && units > entitlement.ceiling - before.units) return false;
  return (
    entitlement.cap === undefined || price(units, entitlement) <= BigInt(entitlement.cap) - before.amount
  );
}
