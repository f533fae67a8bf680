/**
 * What one subscription will be, by the documentation alone: what was accepted last is what comes, and what was promised is what is
 * charged. It shares no code with the product.
 */

export type Provider = "PROVIDER_A" | "PROVIDER_B";
export type Plan = "basic" | "pro" | "max";
export type Interval = "MONTH" | "WEEK";

/** What can be sold: a plan at an interval, with steps that were bought (seats). */
export interface Sale {
  plan: Plan;
  interval: Interval;
  seats: number;
}

/** Minor units of USD for each period. */
export const AMOUNTS: Record<Plan, Record<Interval, number>> = {
  basic: { MONTH: 1000, WEEK: 300 },
  pro: { MONTH: 3000, WEEK: 900 },
  max: { MONTH: 5000, WEEK: 1500 },
};
export const SEAT: Record<Interval, number> = { MONTH: 500, WEEK: 150 };
/** Calls that a plan includes; the pack to which basic is migrated has more. */
export const CALLS: Record<Plan, number> = { basic: 100, pro: 500, max: 1000 };
export const MIGRATED_CALLS = 200;
const EXTRA_CALLS = 50;
export const HELD_CALLS = 80;
export const TRIAL_DAYS = 14;

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

interface Taken {
  amount: number;
  from: number;
}

export interface Future {
  provider: Provider;
  /** What runs. */
  sale: Sale;
  /** What begins with the next period; null: what runs. */
  comes: Sale | null;
  /** A change that waits for its cardholder. */
  waits: { sale: Sale; price: number; at: number; until: number } | null;
  isTrial: boolean;
  isPaused: boolean;
  isEnding: boolean;
  isEnded: boolean;
  isPastDue: boolean;
  /** The card provider's retries are used up, which takes less than a month. */
  isUnpaid: boolean;
  /** What comes is said nowhere: it is not compared any more. */
  isOpen: boolean;
  period: { start: number; end: number };
  /** From which monthly periods are counted. */
  anchor: number;
  /** What was charged last for the plan and for the seats of the running period, and from when it counts. */
  taken: Record<"plan" | "seats", Taken>;
  /** Whether the running period was charged, so that a change gives time of it back. */
  isCharged: boolean;
  /** The sum of all charges. */
  owed: number;
  /** How many charges for whole periods there were after a renewal, each with its amount. */
  renewals: number[];
  card: "pays" | "fails" | "asks";
  /** Units that are held, and until when; the counter that they belong to runs until `of`. */
  held: { units: number; until: number; of: number } | null;
  /** Units used in the running allowance period; null where the documentation leaves it open. */
  used: number | null;
  /** How many overrides are in force; they add up. */
  overrides: number;
  /** Whether basic's new pack is what it has while it is on basic. */
  isMigrated: boolean;
}

export function begin(provider: Provider, start: number, options: { isTrial: boolean }): Future {
  const sale: Sale = { plan: "basic", interval: "MONTH", seats: 3 };
  const { isTrial } = options;
  const end = isTrial ? start + TRIAL_DAYS * DAY : later(start, "MONTH", 1);
  return {
    provider,
    sale,
    comes: null,
    waits: null,
    isTrial,
    isPaused: false,
    isEnding: false,
    isEnded: false,
    isPastDue: false,
    isUnpaid: false,
    isOpen: false,
    period: { start, end },
    anchor: start,
    taken: fullPrice(sale, start),
    isCharged: !isTrial,
    owed: isTrial ? 0 : amountOf(sale),
    renewals: [],
    card: "pays",
    held: null,
    used: 0,
    overrides: 0,
    isMigrated: false,
  };
}

export const amountOf = ({ plan, interval, seats }: Sale): number =>
  AMOUNTS[plan][interval] + seats * SEAT[interval];

function fullPrice({ plan, interval, seats }: Sale, from: number): Future["taken"] {
  return { plan: { amount: AMOUNTS[plan][interval], from }, seats: { amount: seats * SEAT[interval], from } };
}

export const isSame = (one: Sale, other: Sale): boolean =>
  one.plan === other.plan && one.interval === other.interval && one.seats === other.seats;

/** So many periods after an anchor; months keep its day. All anchors here lie on a day that every month has. */
export function later(anchor: number, interval: Interval, count: number): number {
  if (interval === "WEEK") return anchor + count * 7 * DAY;
  const date = new Date(anchor);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.getTime();
}

function periodAfter({ period, anchor, sale }: Future): { start: number; end: number } {
  let count = 1;
  while (later(anchor, sale.interval, count) <= period.end) count++;
  return { start: period.end, end: later(anchor, sale.interval, count) };
}

/** Half away from zero. */
const round = (amount: number): number => Math.sign(amount) * Math.round(Math.abs(amount));

/** What a change at once charges. */
export function priceOfChange(future: Future, to: Sale, now: number): number {
  const { plan, seats } = linesOfChange(future, to, now);
  return plan.back + plan.taken + seats.back + seats.taken;
}

/**
 * Each line is rounded by itself. By invoice what was charged for the rest of the period is given back; the card provider gives back that
 * part of the price (https://docs.stripe.com/billing/subscriptions/prorations).
 */
function linesOfChange(future: Future, to: Sale, now: number) {
  const { sale, period, isTrial, isCharged, provider, taken } = future;
  const isNew = beginsPeriod(future, to);
  const left = (period.end - now) / (period.end - period.start);
  const line = (was: Taken, before: number, after: number) => {
    if (isTrial || (!isNew && before === after)) return { back: 0, taken: 0 };
    const unused =
      provider === "PROVIDER_B" ? (was.amount * (period.end - now)) / (period.end - was.from) : before * left;
    return { back: isCharged ? -round(unused) : 0, taken: isNew ? after : round(after * left) };
  };
  return {
    plan: line(taken.plan, AMOUNTS[sale.plan][sale.interval], AMOUNTS[to.plan][to.interval]),
    seats: line(taken.seats, sale.seats * SEAT[sale.interval], to.seats * SEAT[to.interval]),
  };
}

/** "Another interval begins a new period"; so does a change where the running period was not charged. */
function beginsPeriod({ sale, isCharged, isTrial }: Future, to: Sale): boolean {
  return !isTrial && (sale.interval !== to.interval || !isCharged);
}

/** A change at once that was accepted, and paid where it costs something. */
export function changeNow(future: Future, to: Sale, now: number): void {
  dropWishes(future);
  if (isSame(future.sale, to)) return;
  const { sale } = future;
  const lines = linesOfChange(future, to, now);
  future.owed += priceOfChange(future, to, now);
  for (const part of ["plan", "seats"] as const)
    if (lines[part].taken > 0) future.taken[part] = { amount: lines[part].taken, from: now };
  if (beginsPeriod(future, to)) {
    future.period = { start: now, end: later(now, to.interval, 1) };
    future.anchor = now;
    // With another interval counting starts at 0; what a new period at the same interval does to counters is left open.
    future.used = sale.interval === to.interval ? null : 0;
    future.isCharged = true;
  } else if (future.isTrial && sale.interval !== to.interval) future.used = null;
  if (future.sale.plan !== to.plan && to.plan === "basic") future.isMigrated = false;
  future.sale = to;
}

/** "A change drops one that was scheduled and one that waits for its cardholder." */
function dropWishes(future: Future): void {
  future.comes = null;
  future.waits = null;
}

export function changeLater(future: Future, to: Sale): void {
  dropWishes(future);
  if (!isSame(future.sale, to)) future.comes = to;
}

/** Without refund. "A change at once, or an end, drops one that waits." */
export function endNow(future: Future): void {
  dropWishes(future);
  Object.assign(future, {
    isEnded: true,
    isEnding: false,
    isPaused: false,
    isTrial: false,
    isPastDue: false,
    isUnpaid: false,
  });
}

/** "Canceling releases the schedule and drops the scheduled change"; one that waits for its cardholder is not named. */
export function endLater(future: Future): void {
  future.isEnding = true;
  future.comes = null;
}

export function pause(future: Future): void {
  future.isPaused = true;
  future.waits = null;
}

/** "Each undoing undoes one": a pause first. */
export function resume(future: Future): void {
  if (future.isPaused) future.isPaused = false;
  else future.isEnding = false;
}

/** Time passes: periods end, trials end, changes that were scheduled begin, what waits for the bank too long is given up. */
export function passTo(future: Future, now: number): void {
  while (!future.isEnded && future.period.end <= now) renew(future);
  if (future.waits && future.waits.until <= now) future.waits = null;
  if (future.held && future.held.until <= now) future.held = null;
}

function renew(future: Future): void {
  const at = future.period.end;
  future.waits = null;
  if (future.isEnding) {
    endNow(future);
    return;
  }
  if (future.isTrial) {
    future.anchor = at;
    future.isTrial = false;
  }
  if (future.comes) {
    if (future.comes.interval !== future.sale.interval) future.anchor = at;
    future.sale = future.comes;
    future.comes = null;
  }
  future.period = periodAfter(future);
  future.taken = fullPrice(future.sale, future.period.start);
  future.used = 0;
  // "A period that began while it was UNPAID is not owed."
  // The retries take longer than a week: how many of its periods they last is the card provider's setting.
  if (future.isPastDue && future.sale.interval === "WEEK") future.isOpen = true;
  if (future.isPastDue && future.provider === "PROVIDER_A") future.isUnpaid = !future.isPaused;
  future.isCharged = !future.isPaused && !future.isUnpaid;
  if (!future.isCharged) return;
  const amount = amountOf(future.sale);
  future.owed += amount;
  future.renewals.push(amount);
  if (future.provider === "PROVIDER_A" && future.card !== "pays") future.isPastDue = true;
}

export const givesAccess = ({ isEnded, isPaused, isUnpaid }: Future): boolean =>
  !isEnded && !isPaused && !isUnpaid;

export function limitOf({ sale, overrides, isMigrated }: Future): number {
  const included = sale.plan === "basic" && isMigrated ? MIGRATED_CALLS : CALLS[sale.plan];
  return included + overrides * EXTRA_CALLS;
}

export function statusOf({ isEnded, isPaused, isTrial, isPastDue, isUnpaid }: Future): string {
  if (isEnded) return "CANCELED";
  if (isPaused) return "PAUSED";
  if (isTrial) return "TRIALING";
  if (isUnpaid) return "UNPAID";
  return isPastDue ? "PAST_DUE" : "ACTIVE";
}
