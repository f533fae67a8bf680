import { allowanceInterval, type Period, periodAt } from "./calendar.ts";
import { type BilledBefore, charge, mayGoPast, NOTHING_BILLED } from "./overage.ts";
import type { Part } from "./parts.ts";
import type { Entitlement, Interval } from "./types.ts";

/** A counter of one METERED feature, source and allowance period; `share` is the dimension where each has the limit to itself. */
export interface Counter {
  source: string;
  feature: string;
  share: string;
  period: Period;
  /** null after its source has stopped granting the feature. */
  terms: Entitlement | null;
  /** Unused units of the period before. */
  rolled: number;
  /** Included units that earlier phases of the period used. */
  carried: number;
  value: number;
  /** Units that reservations hold. */
  held: number;
  billedBefore: BilledBefore;
}

/** A usage record: what a counter counted in one phase of a period. */
export interface UsageRecord {
  source: string;
  feature: string;
  share: string;
  period: Period;
  value: number;
  /** What of the value is past the limit, and whether that was billed. */
  past: BilledBefore & { isBilled: boolean };
}

/** What a counter of another source, or of another free price, begins with. */
export interface TakenOver {
  carried: number;
  before: BilledBefore;
}

export interface Settled {
  counter: Counter;
  amount: bigint;
}

/** The counters of one customer. Parts say what is granted; methods return what they settle. */
export class Counters {
  /** Of settled phases. */
  readonly records: UsageRecord[] = [];
  #open: Counter[] = [];
  /** The units left when a period ended, of features that roll over. */
  #left = new Map<string, { to: number; units: number }>();

  get open(): readonly Counter[] {
    return this.#open;
  }

  /** The open counter of a part; opened when there is none. */
  of(part: Part, feature: string, dimension: string | null): Counter {
    const share = part.entitlement.isByDimension ? (dimension ?? "") : "";
    const found = this.#open.find(
      (one) => one.source === part.source && one.feature === feature && one.share === share,
    );
    if (found) return found;
    const { source, period, entitlement: terms } = part;
    const rolled = this.#rolledInto(part, feature);
    const made: Counter = {
      source,
      feature,
      share,
      period,
      terms,
      rolled,
      carried: 0,
      value: 0,
      held: 0,
      billedBefore: NOTHING_BILLED,
    };
    this.#open.push(made);
    return made;
  }

  /** Lets the counter of a part begin with what was used elsewhere: one free allowance, one ceiling and one cap. */
  takeOver(part: Part, feature: string, share: string, { carried, before }: TakenOver): void {
    const counter = this.of(part, feature, share);
    counter.carried += carried;
    const { units, amount } = counter.billedBefore;
    counter.billedBefore = { units: units + before.units, amount: amount + before.amount };
  }

  /** What sources used in allowance periods that still run, without what they had taken over; by feature and share. */
  usedUnder(sources: string[], now: number): { feature: string; share: string; used: TakenOver }[] {
    const running = this.#open.map((one) => ({ ...one, past: { ...NOTHING_BILLED, isBilled: false } }));
    const found = [...this.records, ...running].filter(
      ({ source, period, value }) => sources.includes(source) && period.to > now && value > 0,
    );
    const groups = Map.groupBy(found, ({ feature, share }) => `${feature} ${share}`);
    return [...groups.values()].map((group) => {
      // A group has at least one.
      const { feature, share } = group[0] as UsageRecord;
      const used: TakenOver = { carried: 0, before: { units: 0, amount: 0n } };
      for (const { value, past } of group) {
        used.carried += value - (past.isBilled ? past.units : 0);
        used.before = { units: used.before.units + past.units, amount: used.before.amount + past.amount };
      }
      return { feature, share, used };
    });
  }

  /** Ends every counter whose period is over. */
  end(now: number): Settled[] {
    return this.#close((one) => one.period.to <= now);
  }

  /** Ends the counters of one source only. */
  endSource(source: string): Settled[] {
    return this.#close((one) => one.source === source);
  }

  /**
   * Settles each open counter of a source whose terms or period have changed. In the same period the included units that were
   * used are carried; in another period counting starts at 0.
   */
  applyTerms(source: string, partOf: (feature: string) => Part | undefined): Settled[] {
    const settled: Settled[] = [];
    for (const counter of this.#open.filter((one) => one.source === source)) {
      const part = partOf(counter.feature);
      if (part && (part.period.from !== counter.period.from || part.period.to !== counter.period.to)) {
        settled.push(...this.#close((one) => one === counter));
        continue;
      }
      const terms = part?.entitlement ?? null;
      if (sameTerms(terms, counter.terms)) continue;
      settled.push(this.#settle(counter, { goesOnUnder: terms }));
      counter.terms = terms;
    }
    return settled;
  }

  #close(isOver: (counter: Counter) => boolean): Settled[] {
    const over = this.#open.filter(isOver);
    for (const counter of over) {
      const units = freeOf(counter);
      if (counter.terms?.rolloverMax !== undefined)
        this.#left.set(`${counter.source} ${counter.feature}`, { to: counter.period.to, units });
    }
    this.#open = this.#open.filter((one) => !over.includes(one));
    return over.map((counter) => this.#settle(counter, null));
  }

  /**
   * Billed overage no longer counts as used, and lowers ceiling and cap for the rest of the period. Units past the limit that cost
   * nothing stay used; if the next terms bill overage, they count as included.
   */
  #settle(counter: Counter, next: { goesOnUnder: Entitlement | null } | null): Settled {
    const { source, feature, period, terms, value, billedBefore } = counter;
    const units = overageOf(counter);
    const amount = terms ? charge(units, terms, billedBefore) : 0n;
    const isBilled = terms?.overage === "BILL";
    const stays = !next || isBilled || next.goesOnUnder?.overage === "BILL" ? 0 : units;
    if (value !== stays) {
      const past = { units: stays === 0 ? units : 0, amount, isBilled };
      this.records.push({ source, feature, share: counter.share, period, value: value - stays, past });
    }
    counter.carried += value - (isBilled ? units : stays);
    counter.value = stays;
    // What goes on elsewhere has had these units past its ceiling, also where they cost nothing.
    if (isBilled || !next)
      counter.billedBefore = { units: billedBefore.units + units, amount: billedBefore.amount + amount };
    return { counter, amount };
  }

  /** What was left of the last period, and the limit of each whole period since, never more than the maximum. */
  #rolledInto({ source, subscription, entitlement, period }: Part, feature: string): number {
    const max = entitlement.rolloverMax;
    if (max === undefined || !subscription || entitlement.limit === null) return 0;
    const last = this.#left.get(`${source} ${feature}`);
    const first = subscription.phases.find(({ collecting }) => collecting === "PAID");
    let rolled = last ? Math.min(max, last.units) : 0;
    let from = last?.to ?? first?.anchor ?? period.from;
    for (const to of endsUntil(subscription.phases, entitlement, from, period.from)) {
      rolled = Math.min(max, entitlement.limit + rolled);
      from = to;
    }
    return rolled;
  }
}

/** The ends of the allowance periods from a moment until another. */
function endsUntil(
  phases: { anchor: number; price: { interval: Interval } }[],
  { resetInterval }: Entitlement,
  from: number,
  until: number,
): number[] {
  const phase = phases.at(-1);
  if (!phase) return [];
  const interval = allowanceInterval(resetInterval, phase.price.interval);
  const ends: number[] = [];
  for (let at = from; at < until; ) {
    at = periodAt(phase.anchor, interval, at).to;
    ends.push(at);
  }
  return ends;
}

/** The included units: the limit and what rolled over, or what earlier phases used if that is more. */
function includedOf({ terms, rolled, carried }: Counter): number | null {
  if (!terms) return carried;
  return terms.limit === null ? null : Math.max(terms.limit + rolled, carried);
}

/** Included units that are left. */
export function freeOf(counter: Counter): number {
  const included = includedOf(counter);
  if (included === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, included - counter.carried - counter.value - counter.held);
}

/** Units past what is included. */
function overageOf(counter: Counter): number {
  const included = includedOf(counter);
  return included === null ? 0 : Math.max(0, counter.carried + counter.value - included);
}

/** Whether so many units more may go past what is included. */
export function mayTakePast(counter: Counter, units: number): boolean {
  if (!counter.terms) return false;
  const included = includedOf(counter);
  if (included === null) return true;
  const taken = counter.carried + counter.value + counter.held;
  return mayGoPast(Math.max(0, taken - included) + units, counter.terms, counter.billedBefore);
}

/** What is billed so far for the period's overage, in all phases. */
export function billedOf(counter: Counter): bigint {
  const running = counter.terms ? charge(overageOf(counter), counter.terms, counter.billedBefore) : 0n;
  return counter.billedBefore.amount + running;
}

const TERMS = ["limit", "overage", "ceiling", "step", "unitAmount", "tiers", "cap", "resetInterval"] as const;

function sameTerms(a: Entitlement | null, b: Entitlement | null): boolean {
  if (!a || !b) return a === b;
  return TERMS.every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}
