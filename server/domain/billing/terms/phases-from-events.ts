import { z } from "zod";
import type { Interval } from "../../../platform/calendar.ts";
import { PROVIDERS, type Provider } from "../../../platform/provider.ts";

/** An event of a subscription, as far as its terms can be read from it. */
export interface PastEvent {
  createdAt: Date;
  data: unknown;
}

/** Terms before those that are known, read from events. */
export interface PastPhase {
  from: Date;
  to: Date;
  planId: string;
  planPriceId: string;
  amount: bigint;
  currency: string;
  interval: Interval;
  /** The start of the billing period in which they began: events do not hold the anchor itself. */
  anchor: Date;
  packId: string | null;
  drivers: { featureKey: string; steps: number; stepAmount: bigint | null }[];
  provider: Provider;
  collecting: "TRIAL" | "PAID" | "PAUSED";
}

const moment = z.iso.datetime().transform((text) => new Date(text));

const Seen = z.object({
  plan_price_id: z.string(),
  pack_id: z.string().nullable(),
  provider: z.enum(PROVIDERS),
  status: z.enum(["ACTIVE", "TRIALING", "PAST_DUE", "UNPAID", "PAUSED", "CANCELED"]),
  current_period_start: moment.nullable(),
  trial_end: moment.nullable(),
  plan: z.object({ id: z.string() }),
  plan_price: z.object({
    amount: z.number().int(),
    currency: z.string(),
    interval: z.enum(["DAY", "WEEK", "MONTH", "YEAR"]),
  }),
  drivers: z
    .array(
      z.object({ feature_key: z.string(), steps: z.number().int().positive(), amount: z.number().int() }),
    )
    .default([]),
});
type Seen = z.output<typeof Seen>;

/**
 * The phases of a subscription before the first that is known (`until`), from its events, the oldest first. They reach back to the
 * oldest event from which on every one can be read: one that was erased, or that an older version wrote otherwise, hides what was
 * before it. The result has no gap and ends at `until`.
 */
export function phasesFromEvents(events: readonly PastEvent[], until: Date): PastPhase[] {
  const past = events.filter(({ createdAt }) => createdAt < until);
  const seen = past.map(({ createdAt, data }) => ({ createdAt, state: Seen.safeParse(data).data ?? null }));
  const firstKnown = seen.findLastIndex(({ state }) => state === null || state.status === "CANCELED") + 1;
  const phases: PastPhase[] = [];
  let before: Seen | null = null;
  for (const { createdAt, state } of seen.slice(firstKnown)) {
    if (!state) continue;
    const last = phases.at(-1);
    const next = phaseOf(state, createdAt);
    const from = last && before ? changedAt(before, state, createdAt) : beginOf(state, createdAt, firstKnown);
    before = state;
    if (last && isSame(last, next)) continue;
    if (from >= until) break;
    if (last && from <= last.from) phases[phases.length - 1] = { ...next, from: last.from, to: until };
    else {
      if (last) last.to = from;
      phases.push({ ...next, from, to: until });
    }
  }
  return phases;
}

/** A subscription began with its first period; one whose first events are not known was there when the first known one came. */
function beginOf({ current_period_start: start }: Seen, createdAt: Date, firstKnown: number): Date {
  return firstKnown === 0 && start !== null && start < createdAt ? start : createdAt;
}

function changedAt(before: Seen, after: Seen, createdAt: Date): Date {
  const isTrialOver = before.status === "TRIALING" && after.status !== "TRIALING";
  if (isTrialOver && after.trial_end !== null && after.trial_end <= createdAt) return after.trial_end;
  const start = after.current_period_start;
  const isNewPeriod = start !== null && +start !== +(before.current_period_start ?? 0) && start <= createdAt;
  return isNewPeriod && before.plan_price_id !== after.plan_price_id ? start : createdAt;
}

function phaseOf(state: Seen, createdAt: Date): Omit<PastPhase, "from" | "to"> {
  const { amount, currency, interval } = state.plan_price;
  return {
    planId: state.plan.id,
    planPriceId: state.plan_price_id,
    amount: BigInt(amount),
    currency,
    interval,
    anchor: (state.status === "TRIALING" ? state.trial_end : state.current_period_start) ?? createdAt,
    packId: state.pack_id,
    drivers: state.drivers.map(({ feature_key: featureKey, steps, amount: cost }) => ({
      featureKey,
      steps,
      stepAmount: BigInt(Math.round(cost / steps)),
    })),
    provider: state.provider,
    collecting: state.status === "TRIALING" ? "TRIAL" : state.status === "PAUSED" ? "PAUSED" : "PAID",
  };
}

/** Whether two phases sell the same; a renewal's event shows another period of the same terms. */
function isSame(a: Omit<PastPhase, "from" | "to">, b: Omit<PastPhase, "from" | "to">): boolean {
  const text = ({ planPriceId, packId, drivers, provider, collecting }: typeof a) =>
    JSON.stringify([
      planPriceId,
      packId,
      drivers.map(({ featureKey, steps }) => [featureKey, steps]),
      provider,
      collecting,
    ]);
  return text(a) === text(b);
}
