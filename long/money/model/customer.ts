import { allowanceInterval, type Period, periodAt } from "./calendar.ts";
import { charge, type Had, mayGoPast, NOTHING_HAD } from "./overage.ts";
import { changeLines } from "./proration.ts";
import type { Entitlement, Price, Product } from "./types.ts";

export type Provider = "PROVIDER_A" | "PROVIDER_B";

/** What a subscription was sold as from one moment to the next (money.md §1). */
export interface Phase {
  number: number;
  from: number;
  to: number | null;
  price: Price;
  steps: Record<string, number>;
  anchor: number;
  collecting: "TRIAL" | "PAID" | "PAUSED";
}

export interface Subscription {
  name: string;
  product: Product;
  provider: Provider;
  phases: Phase[];
  /** The end of the running billing period. */
  period: Period;
  trialEnd: number | null;
  pending: Price | null;
  endsAtPeriodEnd: boolean;
  endedAt: number | null;
  /** Whether a charge stands on an invoice for the running period (money.md §5). */
  isPeriodCharged: boolean;
}

/** What is owed (money.md §4). */
export interface Charge {
  subscription: string;
  cause: "base" | `overage:${string}`;
  /** Of the allowance or billing period that it is for. */
  from: number;
  amount: bigint;
  /** From when it has to stand on an invoice; null while the subscription is paused. */
  due: number | null;
}

/** A counter of one METERED feature, source, phase and allowance period (money.md §3). */
interface Counter {
  source: string;
  feature: string;
  phase: Phase;
  period: Period;
  entitlement: Entitlement;
  /** Included units that earlier phases of the period used. */
  carried: number;
  value: number;
  had: Had;
}

const HOUR = 3_600_000;

/** A customer's money by the rules of money.md. All moments are milliseconds, all amounts minor units. */
export class Customer {
  readonly subscriptions: Subscription[] = [];
  readonly charges: Charge[] = [];
  now: number;
  #counters: Counter[] = [];
  /** Held units of ALLOCATED features: one counter, whatever is bought (money.md §3b). */
  #held = new Map<string, { value: number; peak: number }>();

  constructor(now: number) {
    this.now = now;
  }

  start(
    name: string,
    product: Product,
    price: Price,
    { provider, steps = {} }: { provider: Provider; steps?: Record<string, number> },
  ): Subscription {
    const trialEnd = price.trialDays > 0 ? this.now + price.trialDays * 24 * HOUR : null;
    const phase: Phase = {
      number: 0,
      from: this.now,
      to: null,
      price,
      steps,
      anchor: trialEnd ?? this.now,
      collecting: trialEnd ? "TRIAL" : "PAID",
    };
    const subscription: Subscription = {
      name,
      product,
      provider,
      phases: [phase],
      period: trialEnd ? { from: this.now, to: trialEnd } : periodAt(this.now, price.interval, this.now),
      trialEnd,
      pending: null,
      endsAtPeriodEnd: false,
      endedAt: null,
      isPeriodCharged: false,
    };
    this.subscriptions.push(subscription);
    if (!trialEnd) this.#chargeBase(subscription);
    return subscription;
  }

  /** Counts if it is granted; answers whether it was. Held units are given back by a quantity below 0. */
  use(feature: string, quantity: number): boolean {
    const sources = this.#sources(feature);
    if (sources.length === 0) return false;
    if (this.#type(feature) === "ALLOCATED") return this.#hold(feature, quantity);
    const taken = this.#fill(feature, quantity);
    if (!taken) return false;
    for (const [counter, units] of taken) counter.value += units;
    return true;
  }

  /** What the check shows of all sources together (money.md §3b). */
  check(feature: string): { limit: number | null; used: number; billed: bigint; allowed: boolean } | null {
    const sources = this.#sources(feature);
    if (sources.length === 0) return null;
    const limits = sources.map(({ entitlement }) => entitlement.limit);
    const limit = limits.includes(null) ? null : limits.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    if (this.#type(feature) === "ALLOCATED") {
      const used = this.#held.get(feature)?.value ?? 0;
      const bearer = this.#bearer(feature);
      const over = limit === null ? 0 : used + 1 - limit;
      return { limit, used, billed: 0n, allowed: bearer ? mayGoPast(over, bearer.entitlement) : false };
    }
    const counters = sources.map((source) => this.#counter(source));
    const bearer = this.#bearer(feature);
    const own = bearer && this.#counter(bearer);
    return {
      limit,
      used: counters.reduce((sum, { carried, value }) => sum + carried + value, 0),
      billed: own ? own.had.amount + charge(overageOf(own), own.entitlement, own.had) : 0n,
      allowed: this.#fill(feature, 1) !== null,
    };
  }

  /** A change of price at once (domain.md §5), or with the next period. */
  change(subscription: Subscription, price: Price, effective: "now" | "period_end"): void {
    if (effective === "period_end") {
      subscription.pending = price;
      return;
    }
    const old = phaseOf(subscription);
    if (old.price.id === price.id) return;
    subscription.pending = null;
    const beginsNewPeriod = price.interval !== old.price.interval || old.price.amount === 0;
    if (old.collecting === "PAID") {
      const lines = changeLines(
        amountOf(subscription, old),
        amountOf(subscription, { ...old, price }),
        subscription.period,
        this.now,
        beginsNewPeriod,
      );
      // Unused time is credited only where its charge stands on an invoice (money.md §5).
      if (subscription.isPeriodCharged) this.#owe(subscription, "base", this.now, lines.credit, this.now);
      if (beginsNewPeriod || subscription.isPeriodCharged)
        this.#owe(subscription, "base", this.now, lines.charge, this.now);
    }
    this.#beginPhase(subscription, {
      price,
      anchor: beginsNewPeriod ? this.now : old.anchor,
    });
    if (beginsNewPeriod) {
      subscription.period = periodAt(this.now, price.interval, this.now);
      subscription.isPeriodCharged = price.amount > 0;
    }
  }

  cancel(subscription: Subscription, at: "now" | "period_end"): void {
    if (at === "period_end") subscription.endsAtPeriodEnd = true;
    else this.#end(subscription);
  }

  pause(subscription: Subscription): void {
    this.#beginPhase(subscription, { collecting: "PAUSED" });
    // Overage that waits goes back to waiting, and nothing is handed to a paused subscription (money.md §5, §6).
    for (const one of this.charges)
      if (one.subscription === subscription.name && (one.due ?? 0) > this.now) one.due = null;
  }

  resume(subscription: Subscription): void {
    subscription.endsAtPeriodEnd = false;
    if (phaseOf(subscription).collecting !== "PAUSED") return;
    this.#beginPhase(subscription, { collecting: "PAID" });
    for (const one of this.charges)
      if (one.subscription === subscription.name && one.due === null)
        one.due = subscription.period.to + 2 * HOUR;
  }

  /** Lets time pass: every end of a period on the way, in order, leads to its charges once (money.md §7). */
  advance(to: number): void {
    for (;;) {
      const next = this.#nextMoment();
      if (next > to) break;
      this.now = next;
      for (const counter of this.#counters.filter(({ period }) => period.to === next)) this.#settle(counter);
      this.#counters = this.#counters.filter(({ period }) => period.to > next);
      for (const subscription of this.subscriptions)
        if (subscription.endedAt === null && subscription.period.to === next) this.#renew(subscription);
    }
    this.now = to;
  }

  #nextMoment(): number {
    const ends = this.#counters.map(({ period }) => period.to);
    for (const { endedAt, period } of this.subscriptions) if (endedAt === null) ends.push(period.to);
    return Math.min(Number.POSITIVE_INFINITY, ...ends);
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
    for (const counter of this.#counters.filter(({ source }) => source === subscription.name))
      this.#settle(counter, this.now);
    this.#counters = this.#counters.filter(({ source }) => source !== subscription.name);
    if (this.now < subscription.period.to) this.#billPeaks(subscription);
    subscription.endedAt = this.now;
    for (const one of this.charges)
      if (one.subscription === subscription.name && (one.due === null || one.due > this.now))
        one.due = this.now;
  }

  /** Overage of held units: the most that was held at once in the period, billed by the bearer (money.md §3b). */
  #billPeaks(subscription: Subscription): void {
    for (const [feature, held] of this.#held) {
      const bearer = this.#bearer(feature);
      if (bearer?.source !== subscription.name) continue;
      const sources = this.#sources(feature);
      const limit = sources.reduce((sum, { entitlement }) => sum + (entitlement.limit ?? 0), 0);
      if (!sources.some(({ entitlement }) => entitlement.limit === null)) {
        const amount = charge(held.peak - limit, bearer.entitlement);
        this.#owe(subscription, `overage:${feature}`, subscription.period.from, amount, this.now + 2 * HOUR);
      }
      held.peak = held.value;
    }
  }

  /** Closes the running phase and opens the next (money.md §1); counters whose terms alter are settled (§3). */
  #beginPhase(subscription: Subscription, more: Partial<Phase>): void {
    const old = phaseOf(subscription);
    old.to = this.now;
    const phase: Phase = { ...old, ...more, number: old.number + 1, from: this.now, to: null };
    subscription.phases.push(phase);
    for (const counter of this.#counters.filter(({ source }) => source === subscription.name)) {
      const next = entitlementOf(subscription, phase, counter.feature);
      const goesOn = phase.anchor === old.anchor && sameAllowance(counter.entitlement, next, old, phase);
      if (goesOn && sameTerms(counter.entitlement, next)) {
        counter.phase = phase;
        continue;
      }
      const settled = this.#settle(counter);
      this.#counters.splice(this.#counters.indexOf(counter), 1);
      if (!next || !goesOn) continue;
      const inclusive = counter.carried + counter.value - overageOf(counter);
      this.#counters.push({
        ...counter,
        phase,
        entitlement: next,
        carried: inclusive,
        value: 0,
        had: { units: counter.had.units + overageOf(counter), amount: counter.had.amount + settled },
      });
    }
  }

  #settle(counter: Counter, due?: number): bigint {
    const amount = charge(overageOf(counter), counter.entitlement, counter.had);
    const subscription = this.subscriptions.find(({ name }) => name === counter.source);
    if (subscription)
      this.#owe(
        subscription,
        `overage:${counter.feature}`,
        counter.period.from,
        amount,
        due ?? this.#nextInvoice(subscription, counter.period.to),
      );
    return amount;
  }

  /** At the renewal, or a month after the last overage invoice (money.md §2), and two hours (§6). */
  #nextInvoice(subscription: Subscription, ended: number): number | null {
    if (phaseOf(subscription).collecting === "PAUSED") return null;
    const { anchor } = phaseOf(subscription);
    const month = periodAt(anchor, "MONTH", Math.max(ended - 1, anchor)).to;
    return Math.min(Math.max(subscription.period.to, ended), month) + 2 * HOUR;
  }

  #chargeBase(subscription: Subscription): void {
    const amount = amountOf(subscription, phaseOf(subscription));
    this.#owe(subscription, "base", subscription.period.from, BigInt(amount), this.now + 2 * HOUR);
    subscription.isPeriodCharged = amount > 0;
  }

  #owe(
    { name }: Subscription,
    cause: Charge["cause"],
    from: number,
    amount: bigint,
    due: number | null,
  ): void {
    if (amount !== 0n) this.charges.push({ subscription: name, cause, from, amount, due });
  }

  /** Everything that grants a feature now, the oldest subscription first, free plans last (money.md §3b). */
  #sources(feature: string): Source[] {
    const sources: Source[] = [];
    for (const subscription of this.subscriptions) {
      const phase = phaseOf(subscription);
      if (subscription.endedAt !== null || phase.collecting === "PAUSED") continue;
      const entitlement = entitlementOf(subscription, phase, feature);
      if (entitlement) sources.push({ source: subscription.name, feature, subscription, phase, entitlement });
    }
    return sources;
  }

  #bearer(feature: string): Source | undefined {
    const sources = this.#sources(feature);
    return sources.find(({ entitlement }) => entitlement.overage !== "BLOCK") ?? sources[0];
  }

  #counter({ source, feature, phase, entitlement }: Source): Counter {
    const interval = allowanceInterval(entitlement.resetInterval, phase.price.interval);
    const trial = phase.collecting === "TRIAL";
    const subscription = this.subscriptions.find(({ name }) => name === source);
    const period = trial && subscription ? subscription.period : periodAt(phase.anchor, interval, this.now);
    const found = this.#counters.find(
      (one) => one.source === source && one.feature === feature && one.period.from === period.from,
    );
    if (found) return found;
    const made: Counter = {
      source,
      feature,
      phase,
      period,
      entitlement,
      carried: 0,
      value: 0,
      had: NOTHING_HAD,
    };
    this.#counters.push(made);
    return made;
  }

  /** Which counters a use is taken from; null when it is refused (money.md §3b). */
  #fill(feature: string, quantity: number): [Counter, number][] | null {
    const counters = this.#sources(feature).map((source) => this.#counter(source));
    const inOrder = counters.toSorted((a, b) => a.period.to - b.period.to);
    const taken: [Counter, number][] = [];
    let left = quantity;
    for (const counter of inOrder) {
      const { limit } = counter.entitlement;
      const free = limit === null ? left : Math.max(0, limit - counter.carried - counter.value);
      const units = Math.min(left, free);
      if (units > 0) taken.push([counter, units]);
      left -= units;
    }
    if (left === 0) return taken;
    const bearer = this.#bearer(feature);
    if (!bearer) return null;
    const own = this.#counter(bearer);
    if (!mayGoPast(overageOf(own) + left, own.entitlement, own.had)) return null;
    return [...taken, [own, left]];
  }

  #hold(feature: string, quantity: number): boolean {
    const held = this.#held.get(feature) ?? { value: 0, peak: 0 };
    const sources = this.#sources(feature);
    const bearer = this.#bearer(feature);
    const unlimited = sources.some(({ entitlement }) => entitlement.limit === null);
    const limit = sources.reduce((sum, { entitlement }) => sum + (entitlement.limit ?? 0), 0);
    const value = held.value + quantity;
    if (value < 0) return false;
    if (quantity > 0 && !unlimited && bearer && !mayGoPast(value - limit, bearer.entitlement)) return false;
    this.#held.set(feature, { value, peak: Math.max(held.peak, value) });
    return true;
  }

  #type(feature: string): "METERED" | "ALLOCATED" | undefined {
    return this.#sources(feature)[0]?.entitlement.type;
  }
}

interface Source {
  source: string;
  feature: string;
  subscription: Subscription;
  phase: Phase;
  entitlement: Entitlement;
}

export function phaseOf({ phases }: Subscription): Phase {
  const phase = phases.at(-1);
  if (!phase) throw new Error("A subscription has at least one phase.");
  return phase;
}

/** What a phase grants of a feature: steps enlarge the limit (domain.md §5), and in a trial BILL acts as BLOCK (§3a). */
function entitlementOf({ product }: Subscription, phase: Phase, feature: string): Entitlement | undefined {
  const entitlement = product.plans[phase.price.plan]?.entitlements[feature];
  if (!entitlement) return undefined;
  const bought = (phase.steps[feature] ?? 0) * (entitlement.driver?.size ?? 0);
  const limit = entitlement.limit === null ? null : entitlement.limit + bought;
  const isTrial = phase.collecting === "TRIAL" && entitlement.overage === "BILL";
  return { ...entitlement, limit, ...(isTrial && { overage: "BLOCK" }) };
}

/** What a period costs: the plan's price and the steps that were bought. */
function amountOf({ product }: Subscription, { price, steps }: Phase): number {
  const granted = product.plans[price.plan]?.entitlements ?? {};
  return Object.entries(steps).reduce(
    (sum, [feature, count]) => sum + count * (granted[feature]?.driver?.amount ?? 0),
    price.amount,
  );
}

/** Units past what is included: the limit, or what earlier phases used where that is more (money.md §3). */
function overageOf({ entitlement, carried, value }: Counter): number {
  if (entitlement.limit === null) return 0;
  return Math.max(0, carried + value - Math.max(entitlement.limit, carried));
}

function sameTerms(a: Entitlement, b: Entitlement | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function sameAllowance(a: Entitlement, b: Entitlement | undefined, old: Phase, next: Phase): boolean {
  const before = allowanceInterval(a.resetInterval, old.price.interval);
  return !b || before === allowanceInterval(b.resetInterval, next.price.interval);
}
