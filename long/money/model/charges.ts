import { type Period, periodAt } from "./calendar.ts";
import { phaseOf, type Subscription } from "./subscription.ts";

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
  /** From when it has to be on an invoice; null while nothing says when: until then it may be on one. */
  due: number | null;
  /** False when the rules do not define the amount: it is not compared. */
  isFirm: boolean;
}

/** The charges of one customer. */
export class Charges {
  #all: Charge[] = [];

  get all(): readonly Charge[] {
    return this.#all;
  }

  owe(charge: Omit<Charge, "isFirm"> & { isFirm?: boolean }): void {
    if (charge.amount !== 0n) this.#all.push({ isFirm: true, ...charge });
  }

  /** Overage that is not due yet waits until the subscription is resumed: a paused one is not invoiced. */
  pause(subscription: string, now: number): void {
    for (const one of this.#waiting(subscription, now)) if (isOverage(one)) one.due = null;
  }

  resume(subscription: string, due: number): void {
    for (const one of this.#all)
      if (one.subscription === subscription && one.due === null && isOverage(one)) one.due = due;
  }

  /** Nothing is owed for the plan of a period whose draft a pause voids. */
  dropPlan(subscription: string, { from }: Period): void {
    this.#all = this.#all.filter(
      (one) => one.subscription !== subscription || one.cause !== "plan" || one.period.from !== from,
    );
  }

  /** An invoice that is made takes along what waits, credit of a change included. */
  takeAlong(subscription: string, due: number): void {
    for (const one of this.#waiting(subscription, due)) one.due = due;
  }

  /** What a subscription still owes is due at once when it ends. Of an invoice of ours nothing is left to pay if credit is more. */
  end({ name, provider }: Subscription, now: number): void {
    const waiting = this.#waiting(name, now);
    const sum = waiting.reduce((total, { amount }) => total + amount, 0n);
    const isToPay = sum > 0n && waiting.every(({ isFirm }) => isFirm);
    if (provider === "PROVIDER_A" || isToPay) this.takeAlong(name, now);
    else for (const one of waiting) one.due = null;
  }

  #waiting(subscription: string, now: number): Charge[] {
    return this.#all.filter(
      (one) => one.subscription === subscription && (one.due === null || one.due > now),
    );
  }
}

const isOverage = ({ cause }: Charge) => cause.startsWith("overage:");

/** When overage is invoiced: at the renewal, or a month after the last overage invoice, and two hours. */
export function dueOf(subscription: Subscription, { to }: Period, now: number): number | null {
  // What is owed by us is decided when all of it is known.
  if (subscription.endedAt !== null) return subscription.provider === "PROVIDER_A" ? now : null;
  const { anchor, collecting } = phaseOf(subscription);
  if (collecting === "PAUSED") return null;
  const month = periodAt(anchor, "MONTH", Math.max(to - 1, anchor)).to;
  return Math.min(Math.max(subscription.period.to, to), month) + 2 * HOUR;
}

/** Each sum that invoices may have: of all that is due, with any of what is not. */
export function allowed(charges: Charge[], now: number): bigint[] {
  const isDue = ({ due }: Charge) => due !== null && due <= now;
  let sums = [charges.filter(isDue).reduce((sum, { amount }) => sum + amount, 0n)];
  for (const { amount } of charges.filter((one) => !isDue(one)))
    sums = [...sums, ...sums.map((sum) => sum + amount)];
  return sums;
}
