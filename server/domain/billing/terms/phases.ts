import { z } from "zod";
import { type Interval, periodAt } from "../../../platform/calendar.ts";
import type { SubscriptionTerms } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { Period } from "./period.ts";

/** What a subscription was sold as, from a moment to before another. */
export interface Phase {
  id: string;
  subscriptionId: string;
  customerId: string;
  from: Date;
  /** Exclusive; null: it goes on. */
  to: Date | null;
  planId: string;
  planPriceId: string;
  /** The plan's price for each interval, in minor units, without drivers. */
  amount: bigint;
  currency: string;
  interval: Interval;
  /** From where billing and allowance periods are counted. */
  anchor: Date;
  packId: string | null;
  drivers: PhaseDriver[];
  provider: SubscriptionTerms["provider"];
  /** PAID: its price and usage are billed. In a TRIAL and while PAUSED nothing is. */
  collecting: SubscriptionTerms["collecting"];
}

export interface PhaseDriver {
  featureId: string;
  steps: number;
  /** What one step costs for each interval, in minor units; null: the pack has no price for it. */
  stepAmount: bigint | null;
}

const Drivers = z.array(
  z
    .object({ feature_id: z.string(), steps: z.number().int(), step_amount: z.string().nullable() })
    .transform(({ feature_id: featureId, steps, step_amount: amount }) => ({
      featureId,
      steps,
      stepAmount: amount === null ? null : BigInt(amount),
    })),
);

/** A row in the form of the rules. */
export function toPhase({ tenantId: _, fromAt: from, toAt: to, drivers, ...row }: SubscriptionTerms): Phase {
  return { ...row, from, to, drivers: Drivers.parse(drivers) };
}

/** All phases of a subscription, the oldest first: without gaps, the last one open unless the subscription has ended. */
export async function phasesOf(tx: Tx, { tenantId }: Scope, subscriptionId: string): Promise<Phase[]> {
  const where = { tenantId, subscriptionId };
  return (await tx.subscriptionTerms.findMany({ where, orderBy: { fromAt: "asc" } })).map(toPhase);
}

/** Whether a phase costs nothing, with its bought steps. */
export function isFree({ amount, drivers }: Phase): boolean {
  return amount === 0n && drivers.every(({ stepAmount }) => !stepAmount);
}

/** Whether a subscription costs nothing now, with its bought steps. */
export async function isFreeNow(tx: Tx, scope: Scope, subscriptionId: string): Promise<boolean> {
  const now = (await phasesOf(tx, scope, subscriptionId)).at(-1);
  return now !== undefined && isFree(now);
}

/** The phase in force at a moment; null before the first and after the end. */
export function termsAt(phases: readonly Phase[], moment: Date): Phase | null {
  return phases.find(({ from, to }) => from <= moment && (to === null || moment < to)) ?? null;
}

/** The phases in force at any moment from `start` to before `end`, the oldest first. */
export function phasesBetween(phases: readonly Phase[], start: Date, end: Date): Phase[] {
  return phases.filter(({ from, to }) => from < end && (to === null || to > start));
}

/**
 * The billing period under a phase in which a moment lies: counted from the phase's anchor in its interval. What comes before the
 * anchor, such as a trial, is one period from the phase's beginning. A period may begin before the phase and end after it.
 */
export function billingPeriodAt(
  { from, anchor, interval }: Pick<Phase, "from" | "anchor" | "interval">,
  moment: Date,
): Period {
  return moment < anchor ? { start: from, end: anchor } : periodAt(anchor, interval, moment);
}
