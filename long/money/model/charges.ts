import { type Period, periodAt } from "./calendar.ts";
import type { Subscription } from "./subscription.ts";

export const HOUR = 3_600_000;

/** What a charge is for: a period's plan and steps, the net of a change within a period, or overage of a feature. */
export type Cause = "plan" | "change" | `overage:${string}`;

/** What is owed. */
export interface Charge {
  subscription: string;
  cause: Cause;
  /** The allowance or billing period that it is for; of a change from its moment to the period's end. */
  period: Period;
  amount: bigint;
  /** Since when it is owed. */
  owedAt: number;
  /** From when it has to be on an invoice; null while nothing says when: until then it may be on one. */
  due: number | null;
  /** In a pause: from when it would have to be on one otherwise. */
  dueOtherwise?: number | null;
  /** Whether it is on an invoice of ours by now. One of the card provider's may be a draft until it is due. */
  isIssued: boolean;
  /** False when the rules do not define the amount: it is not compared. */
  isFirm: boolean;
}

/** The charges of one customer. */
export class Charges {
  #all: Charge[] = [];

  get all(): readonly Charge[] {
    return this.#all;
  }

  owe(charge: Omit<Charge, "isFirm" | "isIssued"> & { isFirm?: boolean; isIssued?: boolean }): void {
    if (charge.amount !== 0n) this.#all.push({ isFirm: true, isIssued: false, ...charge });
  }

  /** Overage that is not due yet waits until the subscription is resumed: a paused one is not invoiced. */
  pause(subscription: string, now: number): void {
    for (const one of this.#waiting(subscription, now).filter(isOverage)) {
      one.dueOtherwise ??= one.due;
      one.due = null;
    }
  }

  /**
   * What waited past its due time is invoiced at the resume at the card provider, or with a draft that the resume finds; with us by the
   * next renewal.
   */
  resume({ name, provider, period }: Subscription, now: number, hasDraft: boolean): void {
    const earliest = hasDraft ? period.from + 2 * HOUR : now + 1;
    for (const one of this.#all.filter(isOverage)) {
      if (one.subscription !== name || one.due !== null) continue;
      const renewal = period.to + 2 * HOUR;
      one.due = provider === "PROVIDER_A" ? Math.max(one.dueOtherwise ?? renewal, earliest) : renewal;
      one.dueOtherwise = null;
    }
  }

  /** A change that begins a new period of ours, and is not invoiced: what waits is invoiced by the new period's renewal. */
  putOff(subscription: Subscription, now: number): void {
    const renewal = dueOf(subscription, now, { isOfThisMoment: true });
    for (const one of this.#waiting(subscription.name, now).filter(isOverage))
      if (one.due !== null && renewal !== null && one.due < renewal) one.due = renewal;
  }

  /** Nothing is owed for the plan of a period whose draft a pause voids. */
  dropPlan(subscription: string, { from }: Period): void {
    this.#all = this.#all.filter(
      (one) => one.subscription !== subscription || one.cause !== "plan" || one.period.from !== from,
    );
  }

  /**
   * An invoice that is made takes along what waits, credit of a change included; overage of this moment only where it is known yet,
   * which it need not be before the clock moves.
   */
  takeAlong(
    { name, provider }: Subscription,
    due: number,
    { since = due + 1 }: { since?: number } = {},
  ): void {
    for (const one of this.#waiting(name, due)) {
      if (isOverage(one) && one.owedAt >= since) continue;
      one.due = due;
      one.isIssued = provider === "PROVIDER_B";
    }
  }

  /** What a subscription still owes is due at once when it ends. Of an invoice of ours nothing is left to pay if credit is more. */
  end(subscription: Subscription, now: number): void {
    const { name, provider } = subscription;
    const waiting = this.#waiting(name, now);
    const left = sumOf(waiting) - this.#credit(name, now);
    const isToPay = left > 0n && waiting.every(({ isFirm }) => isFirm);
    if (provider === "PROVIDER_A" || isToPay) this.takeAlong(subscription, now);
    else for (const one of waiting) one.due = null;
  }

  /** What invoices of ours have carried on as credit. */
  #credit(subscription: string, now: number): bigint {
    const invoiced = this.#all.filter(
      (one) => one.subscription === subscription && (one.isIssued || isDue(one, now)),
    );
    const invoices = [...Map.groupBy(invoiced, ({ due }) => due ?? now)].toSorted(([a], [b]) => a - b);
    return invoices.reduce((credit, [, charges]) => {
      const left = credit - sumOf(charges);
      return left > 0n ? left : 0n;
    }, 0n);
  }

  #waiting(subscription: string, now: number): Charge[] {
    return this.#all.filter(
      (one) => one.subscription === subscription && !one.isIssued && (one.due === null || one.due > now),
    );
  }
}

const sumOf = (charges: Charge[]) => charges.reduce((sum, { amount }) => sum + amount, 0n);
const isOverage = ({ cause }: Charge) => cause.startsWith("overage:");

/**
 * When overage that is settled now is invoiced, but for a pause: at the renewal, or a month after the last overage invoice, and two
 * hours. A change that begins a new period is a renewal to the card provider, but for what was used in that moment alone.
 */
export function dueOf(
  { provider, endedAt, phases, period }: Subscription,
  now: number,
  { isOfThisMoment }: { isOfThisMoment: boolean },
): number | null {
  // What is owed by us is decided when all of it is known.
  if (endedAt !== null) return provider === "PROVIDER_A" ? now : null;
  if (provider === "PROVIDER_A" && period.from === now && !isOfThisMoment) return now + 2 * HOUR;
  const anchor = phases.at(-1)?.anchor ?? now;
  const month = periodAt(anchor, "MONTH", Math.max(now - 1, anchor)).to;
  return Math.min(period.to, month) + 2 * HOUR;
}

/** Whether a charge has to be on an invoice. */
export function isDue({ due }: Charge, now: number): boolean {
  return due !== null && due <= now;
}

/** Whether a charge has to be in the ledger: overage and changes are as soon as the clock has moved, wherever they wait. */
export function isInLedger(charge: Charge, now: number): boolean {
  return isDue(charge, now) || (charge.cause !== "plan" && charge.owedAt < now);
}

/** Each sum that there may be: of all that has to be there, with any of the rest. */
export function allowed(charges: Charge[], hasToBe: (charge: Charge) => boolean): bigint[] {
  let sums = [sumOf(charges.filter(hasToBe))];
  for (const { amount } of charges.filter((one) => !hasToBe(one)))
    sums = [...sums, ...sums.map((sum) => sum + amount)];
  return sums;
}
