import { type Period, periodAt } from "./calendar.ts";
import { type Charge, Charges, dueOf, HOUR } from "./charges.ts";
import { billedOf, type Counter, Counters, freeOf, mayTakePast, type Settled } from "./counters.ts";
import { Held, limitOf, mayHold } from "./held.ts";
import { freeSource, isSwitchedOff, overridesOf, type Part, partsOf } from "./parts.ts";
import { changeLines } from "./proration.ts";
import {
  amountOf,
  givesAccess,
  type Phase,
  type Provider,
  phaseOf,
  type Subscription,
} from "./subscription.ts";
import type { Entitlement, Override, Price, Product } from "./types.ts";

/** What the check shows of all sources together (money.md §3b). */
export interface Check {
  type: "METERED" | "ALLOCATED";
  limit: number | null;
  used: number;
  /** Each reading of what is left: of the sums, and of the parts. */
  remaining: (number | null)[];
  overage: Entitlement["overage"];
  /** Of the bearer in this period; null where it bills nothing, or money.md does not say it. */
  billed: bigint | null;
  resetsAt: number | null;
  allowed: boolean;
  isSwitchedOff: boolean;
  parts: PartCheck[];
}

export interface PartCheck {
  source: string;
  limit: number | null;
  used: number;
  resetsAt: number;
}

export interface Reservation {
  feature: string;
  taken: [Counter, number][];
}

/** A customer's money by the rules of money.md. All moments are milliseconds, all amounts minor units. */
export class Customer {
  readonly subscriptions: Subscription[] = [];
  readonly overrides: Override[] = [];
  readonly counters = new Counters();
  now: number;
  readonly named: number;
  readonly products: Product[];
  readonly #charges = new Charges();
  readonly #held = new Held();
  /** The dimensions that were used, by feature and period. */
  readonly #dimensions = new Map<string, Set<string>>();

  /** Products are those with a free plan, by position. */
  constructor(now: number, products: Product[] = []) {
    this.now = now;
    this.named = now;
    this.products = products;
  }

  get charges(): readonly Charge[] {
    return this.#charges.all;
  }

  start(
    name: string,
    product: Product,
    price: Price,
    { provider, steps = {} }: { provider: Provider; steps?: Record<string, number> },
  ): Subscription {
    const trialEnd = price.trialDays > 0 ? this.now + price.trialDays * 24 * HOUR : null;
    const collecting = trialEnd ? "TRIAL" : "PAID";
    const phase: Phase = { from: this.now, to: null, price, steps, anchor: trialEnd ?? this.now, collecting };
    const period = trialEnd ? { from: this.now, to: trialEnd } : periodAt(this.now, price.interval, this.now);
    const subscription: Subscription = {
      ...{ name, product, provider, phases: [phase], period, trialEnd },
      ...{ pending: null, endsAtPeriodEnd: false, endedAt: null, isPeriodCharged: false },
    };
    const before = this.#usedOfFree(product, price);
    this.subscriptions.push(subscription);
    if (!trialEnd) this.#chargeBase(subscription);
    for (const [feature, used] of before) {
      const part = this.parts(feature).parts.find(({ source }) => source === name);
      if (part) this.counters.of(part, feature, null).carried = used;
    }
    this.#retune();
    return subscription;
  }

  parts(feature: string): { parts: Part[]; bearer: Part | undefined } {
    return partsOf(this, feature);
  }

  /** Counts if it is granted; answers whether it was. Held units are given back by a quantity below 0. */
  use(feature: string, quantity: number, dimension: string | null = null): boolean {
    const { parts, bearer } = this.parts(feature);
    if (!bearer || isSwitchedOff(this, feature)) return false;
    if (bearer.entitlement.type === "ALLOCATED") return this.#held.take(feature, quantity, parts, bearer);
    if (!this.#mayUseDimension(feature, bearer, dimension)) return false;
    const taken = this.#fill(feature, quantity, dimension);
    if (!taken) return false;
    for (const [counter, units] of taken) counter.value += units;
    if (dimension !== null) this.#dimensionsOf(feature, bearer).add(dimension);
    return true;
  }

  /** Whether setting is told by the rules: not where earlier phases or reservations have had units of the period. */
  maySet(feature: string): boolean {
    return this.parts(feature).parts.every((part) => {
      const { carried, held, had } = this.counters.of(part, feature, null);
      return carried === 0 && held === 0 && had.units === 0;
    });
  }

  /** Sets the sum, filling in the order of consumption; what no source includes is the bearer's (money.md §3b). */
  set(feature: string, value: number): void {
    const { parts, bearer } = this.parts(feature);
    if (!bearer) return;
    if (bearer.entitlement.type === "ALLOCATED") {
      this.#held.put(feature, value);
      return;
    }
    for (const part of parts) this.counters.of(part, feature, null).value = 0;
    const [taken, left] = this.#included(feature, value, null);
    for (const [counter, units] of taken) counter.value += units;
    this.counters.of(bearer, feature, null).value += left;
  }

  /** Holds units of a METERED feature; null when it is refused. */
  reserve(feature: string, quantity: number): Reservation | null {
    if (isSwitchedOff(this, feature)) return null;
    const taken = this.#fill(feature, quantity, null);
    for (const [counter, units] of taken ?? []) counter.held += units;
    return taken && { feature, taken };
  }

  /** Counts up to what is held, in the order in which it was taken. */
  confirm(reservation: Reservation, quantity: number): void {
    let left = quantity;
    for (const [counter, units] of reservation.taken) {
      const counted = Math.min(left, units);
      counter.held -= units;
      counter.value += counted;
      left -= counted;
    }
  }

  check(feature: string, dimension: string | null = null): Check | null {
    const { parts, bearer } = this.parts(feature);
    if (!bearer) return null;
    const { type, overage, isByDimension } = bearer.entitlement;
    // Whether the amount is the dimension's or the sum of all is not said.
    const isBilled = overage === "BILL" && !isByDimension;
    const isOff = isSwitchedOff(this, feature);
    if (type === "ALLOCATED") {
      const limit = limitOf(parts);
      const used = this.#held.of(feature).value;
      const remaining = [limit === null ? null : Math.max(0, limit - used)];
      const allowed = !isOff && mayHold(used + 1, parts, bearer);
      const rest = { billed: null, resetsAt: null, isSwitchedOff: isOff, parts: [] };
      return { type, limit, used, remaining, overage, allowed, ...rest };
    }
    const counters = parts.map((part) => this.counters.of(part, feature, dimension));
    const shown = counters.map(({ source, terms, rolled, carried, value, period }) => ({
      source,
      limit: terms?.limit == null ? null : terms.limit + rolled,
      used: carried + value,
      resetsAt: period.to,
    }));
    const limit = shown.reduce<number | null>(
      (sum, one) => (sum === null || one.limit === null ? null : sum + one.limit),
      0,
    );
    const used = shown.reduce((sum, one) => sum + one.used, 0);
    const free = counters.reduce((sum, counter) => sum + freeOf(counter), 0);
    const held = counters.reduce((sum, counter) => sum + counter.held, 0);
    return {
      type,
      limit,
      used,
      remaining: limit === null ? [null] : [Math.max(0, limit - used - held), free],
      overage,
      billed: isBilled ? billedOf(this.counters.of(bearer, feature, dimension)) : null,
      resetsAt: Math.min(...shown.map(({ resetsAt }) => resetsAt)),
      allowed:
        !isOff &&
        this.#mayUseDimension(feature, bearer, dimension) &&
        this.#fill(feature, 1, dimension) !== null,
      isSwitchedOff: isOff,
      parts: shown,
    };
  }

  /** Whether an override of the feature is in force. */
  isPromised(feature: string): boolean {
    return overridesOf(this, feature).length > 0;
  }

  override(override: Override): void {
    this.overrides.push(override);
    this.#retune();
  }

  /** A change of price and steps at once (domain.md §5), or with the next period. */
  change(
    subscription: Subscription,
    price: Price,
    effective: "now" | "period_end",
    steps?: Record<string, number>,
  ): void {
    if (effective === "period_end") {
      subscription.pending = price;
      return;
    }
    const old = phaseOf(subscription);
    const next = { price, steps: steps ?? old.steps };
    if (old.price.id === price.id && !steps) return;
    subscription.pending = null;
    const isTrial = old.collecting === "TRIAL";
    const isFirstPaid = old.price.amount === 0 && price.amount > 0;
    const beginsNewPeriod = !isTrial && (price.interval !== old.price.interval || isFirstPaid);
    if (!isTrial) this.#prorate(subscription, next, beginsNewPeriod);
    this.#beginPhase(subscription, { ...next, anchor: beginsNewPeriod ? this.now : old.anchor });
    if (beginsNewPeriod) {
      this.#billPeaks(subscription);
      subscription.period = periodAt(this.now, price.interval, this.now);
      subscription.isPeriodCharged = price.amount > 0;
    }
    this.#retune();
  }

  cancel(subscription: Subscription, at: "now" | "period_end"): void {
    if (at === "now") this.#end(subscription);
    else subscription.endsAtPeriodEnd = true;
    subscription.pending = null;
    this.#retune();
  }

  pause(subscription: Subscription): void {
    this.#beginPhase(subscription, { collecting: "PAUSED" });
    this.#charges.pause(subscription.name, this.now);
    this.#retune();
  }

  resume(subscription: Subscription): void {
    subscription.endsAtPeriodEnd = false;
    if (phaseOf(subscription).collecting === "PAUSED") {
      this.#beginPhase(subscription, { collecting: "PAID" });
      this.#charges.resume(subscription.name, subscription.period.to + 2 * HOUR);
    }
    this.#retune();
  }

  /** Lets time pass: every moment on the way at which something ends or begins has its effect once, in order (money.md §7). */
  advance(to: number): void {
    for (;;) {
      const next = this.#nextMoment();
      if (next > to) break;
      this.now = next;
      this.#owe(this.counters.end(next));
      for (const subscription of this.subscriptions)
        if (subscription.endedAt === null && subscription.period.to === next) this.#renew(subscription);
      this.#retune();
    }
    this.now = to;
  }

  #nextMoment(): number {
    const ends = this.counters.open.map(({ period }) => period.to);
    for (const { endedAt, period } of this.subscriptions) if (endedAt === null) ends.push(period.to);
    for (const { from, to } of this.overrides) ends.push(from, to ?? Number.POSITIVE_INFINITY);
    return Math.min(Number.POSITIVE_INFINITY, ...ends.filter((end) => end > this.now));
  }

  #renew(subscription: Subscription): void {
    this.#billPeaks(subscription);
    if (subscription.endsAtPeriodEnd) {
      this.#end(subscription);
      return;
    }
    const phase = phaseOf(subscription);
    if (subscription.trialEnd === this.now && phase.collecting === "TRIAL")
      this.#beginPhase(subscription, { collecting: "PAID" });
    const pending = subscription.pending;
    if (pending) {
      const isOther = pending.interval !== phase.price.interval;
      this.#beginPhase(subscription, { price: pending, anchor: isOther ? this.now : phase.anchor });
      subscription.pending = null;
    }
    const { anchor, price, collecting } = phaseOf(subscription);
    subscription.period = periodAt(anchor, price.interval, this.now);
    subscription.isPeriodCharged = false;
    if (collecting === "PAID") this.#chargeBase(subscription);
  }

  #end(subscription: Subscription): void {
    if (this.now < subscription.period.to) this.#billPeaks(subscription);
    subscription.endedAt = this.now;
    this.#owe(this.counters.endSource(subscription.name));
    this.#charges.end(subscription.name, this.now);
  }

  /** Closes the running phase and opens the next (money.md §1). */
  #beginPhase(subscription: Subscription, more: Partial<Phase>): void {
    const old = phaseOf(subscription);
    old.to = this.now;
    subscription.phases.push({ ...old, ...more, from: this.now, to: null });
  }

  /** Settles what runs under other terms from now on: after every event, so that no call in between matters (money.md §3). */
  #retune(): void {
    const running = new Set(this.counters.open.map(({ source }) => source));
    for (const source of running) {
      const subscription = this.subscriptions.find(({ name }) => name === source);
      const isHidden = subscription
        ? !givesAccess(subscription)
        : this.subscriptions.some(
            ({ endedAt, product }) => endedAt === null && source === freeSource(product),
          );
      if (isHidden) continue;
      const partOf = (feature: string) => this.parts(feature).parts.find((part) => part.source === source);
      this.#owe(this.counters.retune(source, partOf));
    }
    for (const feature of this.#held.features()) {
      const { parts, bearer } = this.parts(feature);
      this.#held.retune(feature, parts, bearer, this.now);
    }
  }

  #owe(settled: Settled[]): void {
    for (const { counter, amount } of settled) {
      const subscription = this.subscriptions.find(({ name }) => name === counter.source);
      if (!subscription) continue;
      const due = dueOf(subscription, counter.period, this.now);
      const { name } = subscription;
      this.#charges.owe({
        ...{ subscription: name, cause: `overage:${counter.feature}` },
        ...{ from: counter.period.from, amount, due },
      });
    }
  }

  #chargeBase(subscription: Subscription): void {
    const amount = BigInt(amountOf(subscription, phaseOf(subscription)));
    this.#charge(subscription, amount, this.now + 2 * HOUR);
    subscription.isPeriodCharged = amount > 0n;
  }

  /** Unused time is credited only where its charge stands on an invoice (money.md §5). */
  #prorate(subscription: Subscription, next: Pick<Phase, "price" | "steps">, beginsNewPeriod: boolean): void {
    const old = phaseOf(subscription);
    const [before, after] = [amountOf(subscription, old), amountOf(subscription, { ...old, ...next })];
    const lines = changeLines(before, after, subscription.period, this.now, beginsNewPeriod);
    if (subscription.isPeriodCharged) this.#charge(subscription, lines.credit, this.now);
    if (beginsNewPeriod || subscription.isPeriodCharged) this.#charge(subscription, lines.charge, this.now);
  }

  #charge({ name, period }: Subscription, amount: bigint, due: number): void {
    this.#charges.owe({ subscription: name, cause: "base", from: period.from, amount, due });
  }

  /** Overage of held units: the most that was held at once in the period, billed by the bearer (money.md §3b). */
  #billPeaks(subscription: Subscription): void {
    for (const feature of this.#held.features()) {
      const { parts, bearer } = this.parts(feature);
      if (bearer?.source !== subscription.name) continue;
      const { alteredAt } = this.#held.of(feature);
      const { from, to }: Period = subscription.period;
      const amount = this.#held.billPeak(feature, parts, bearer);
      const isFirm = alteredAt <= from && this.now === to;
      const cause = `overage:${feature}` as const;
      this.#charges.owe({
        subscription: subscription.name,
        ...{ cause, from, amount, due: this.now + 2 * HOUR, isFirm },
      });
    }
  }

  #fill(feature: string, quantity: number, dimension: string | null): [Counter, number][] | null {
    const { bearer } = this.parts(feature);
    if (!bearer) return null;
    const [taken, left] = this.#included(feature, quantity, dimension);
    if (left === 0) return taken;
    const own = this.counters.of(bearer, feature, dimension);
    const ofOwn = taken.reduce((sum, [counter, units]) => (counter === own ? sum + units : sum), 0);
    own.held += ofOwn;
    const mayTake = mayTakePast(own, left);
    own.held -= ofOwn;
    return mayTake ? [...taken, [own, left]] : null;
  }

  /** Takes included units, from the period that ends first, then from the older source; answers what is left over (money.md §3b). */
  #included(feature: string, quantity: number, dimension: string | null): [[Counter, number][], number] {
    const { parts } = this.parts(feature);
    const counters = parts.map((part) => this.counters.of(part, feature, dimension));
    const taken: [Counter, number][] = [];
    let left = quantity;
    for (const counter of counters.toSorted((a, b) => a.period.to - b.period.to)) {
      const units = Math.min(left, freeOf(counter));
      if (units > 0) taken.push([counter, units]);
      left -= units;
    }
    return [taken, left];
  }

  #mayUseDimension(feature: string, bearer: Part, dimension: string | null): boolean {
    const max = bearer.entitlement.maxDimensions;
    if (max === undefined || dimension === null) return true;
    const used = this.#dimensionsOf(feature, bearer);
    return used.has(dimension) || used.size < max;
  }

  #dimensionsOf(feature: string, { period, source }: Part): Set<string> {
    const key = `${source} ${feature} ${period.from}`;
    const used = this.#dimensions.get(key) ?? new Set<string>();
    this.#dimensions.set(key, used);
    return used;
  }

  /** A price-0 subscription started again takes over what an ended one used, while its allowance period runs (money.md §3b). */
  #usedOfFree(product: Product, price: Price): Map<string, number> {
    const used = new Map<string, number>();
    if (price.amount > 0) return used;
    const ended = this.subscriptions.filter(
      (one) => one.product === product && one.endedAt !== null && phaseOf(one).price.amount === 0,
    );
    for (const { source, feature, period, value } of this.counters.records)
      if (ended.some(({ name }) => name === source) && period.to > this.now)
        used.set(feature, (used.get(feature) ?? 0) + value);
    return used;
  }
}
