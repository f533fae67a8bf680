import { type Period, periodAt } from "./calendar.ts";
import { phaseOf, type Subscription } from "./subscription.ts";

export const HOUR = 3_600_000;

/** What is owed. */
export interface Charge {
  subscription: string;
  cause: "base" | `overage:${string}`;
  /** Of the allowance or billing period that it is for. */
  from: number;
  amount: bigint;
  /** From when it has to be on an invoice; null while the subscription is paused. */
  due: number | null;
  /** False when the rules do not define the amount: it is not compared. */
  isFirm: boolean;
}

/** The charges of one customer. */
export class Charges {
  readonly all: Charge[] = [];

  owe(charge: Omit<Charge, "isFirm"> & { isFirm?: boolean }): void {
    if (charge.amount !== 0n) this.all.push({ isFirm: true, ...charge });
  }

  /** Overage that is not due yet waits until the subscription is resumed: a paused one is not invoiced. */
  pause(subscription: string, now: number): void {
    for (const one of this.all) if (one.subscription === subscription && (one.due ?? 0) > now) one.due = null;
  }

  resume(subscription: string, due: number): void {
    for (const one of this.all) if (one.subscription === subscription && one.due === null) one.due = due;
  }

  /** What a subscription still owes is due at once when it ends. */
  end(subscription: string, now: number): void {
    for (const one of this.all)
      if (one.subscription === subscription && (one.due === null || one.due > now)) one.due = now;
  }
}

/** When overage is invoiced: at the renewal, or a month after the last overage invoice, and two hours. */
export function dueOf(subscription: Subscription, { to }: Period, now: number): number | null {
  if (subscription.endedAt !== null) return now;
  const { anchor, collecting } = phaseOf(subscription);
  if (collecting === "PAUSED") return null;
  const month = periodAt(anchor, "MONTH", Math.max(to - 1, anchor)).to;
  return Math.min(Math.max(subscription.period.to, to), month) + 2 * HOUR;
}
