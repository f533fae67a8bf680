import { type Period, periodAt } from "./calendar.ts";
import { type Charge, Charges, dueOf, HOUR } from "./charges.ts";
import type { Counter, Counters, Settled } from "./counters.ts";
import { freeSource } from "./parts.ts";
import { changeItems, sum, wholePeriod } from "./proration.ts";
import { stepOf } from "./step.ts";
import {
  givesAccess,
  itemsOf,
  type Phase,
  type Provider,
  phaseOf,
  type Subscription,
} from "./subscription.ts";
import type { Override, Price, Product } from "./types.ts";
import { Usage } from "./usage.ts";

/** What a customer may use and owes, by the rules of billing. Moments are in milliseconds, amounts in minor units. */
export class Customer extends Usage {
  readonly subscriptions: Subscription[] = [];
  readonly overrides: Override[] = [];
  now: number;
  readonly createdAt: number;
  readonly products: Product[];
  readonly #charges = new Charges();

  /** Products are those with a free plan, by position. */
  constructor(now: number, products: Product[] = []) {
    super();
    this.now = now;
    this.createdAt = now;
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
      name,
      product,
      provider,
      phases: [phase],
      period,
      trialEnd,
      pending: null,
      endsAtPeriodEnd: false,
      endedAt: null,
      renewedAt: null,
      debits: [],
    };
    const before = this.#usedOfFree(product, price);
    this.subscriptions.push(subscription);
    if (!trialEnd) this.#chargePlan(subscription, this.now);
    this.#takeOver(name, before);
    this.#applyTerms();
    return subscription;
  }

  override(override: Override): void {
    this.overrides.push(override);
    this.#applyTerms();
  }

  /** A change of price and steps at once, or with the next period. */
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
    const isFree = old.collecting === "PAID" && old.price.amount === 0 && price.amount === 0;
    const isOtherFree = isFree && price.interval !== old.price.interval;
    const isFirstPaid = old.price.amount === 0 && price.amount > 0;
    // Nothing is given back for a period that was not charged, such as one that began in a pause.
    const isUnpaid = old.price.amount > 0 && subscription.debits.length === 0;
    const beginsNewPeriod = !isTrial && (price.interval !== old.price.interval || isFirstPaid || isUnpaid);
    this.#beginPhase(subscription, { ...next, anchor: beginsNewPeriod ? this.now : old.anchor });
    const period = beginsNewPeriod ? periodAt(this.now, price.interval, this.now) : subscription.period;
    if (!isTrial) this.#prorate(subscription, period);
    if (beginsNewPeriod) {
      this.#billPeaks(subscription);
      subscription.period = period;
      if (subscription.provider === "PROVIDER_B") this.#charges.putOff(subscription, this.now);
    }
    const open = isOtherFree ? this.counters.open.filter(({ source }) => source === subscription.name) : [];
    this.#applyTerms();
    // The next free price takes over what was used of the old one, where it opened new counters.
    const closed = open.filter((one) => !this.counters.open.includes(one));
    for (const { feature, share, carried, value, billedBefore: before } of closed)
      this.#takeOver(subscription.name, [{ feature, share, used: { carried: carried + value, before } }]);
  }

  /** Gives what was used elsewhere to the counters of a source. */
  #takeOver(source: string, before: ReturnType<Counters["usedUnder"]>): void {
    for (const { feature, share, used } of before) {
      const part = this.parts(feature).parts.find((one) => one.source === source);
      if (part) this.counters.takeOver(part, feature, share, used);
    }
  }

  cancel(subscription: Subscription, at: "now" | "period_end"): void {
    if (at === "now") this.#end(subscription);
    else subscription.endsAtPeriodEnd = true;
    subscription.pending = null;
    this.#applyTerms();
  }

  pause(subscription: Subscription): void {
    this.#beginPhase(subscription, { collecting: "PAUSED" });
    if (this.#hasDraft(subscription)) {
      this.#charges.dropPlan(subscription.name, subscription.period);
      subscription.debits = [];
    }
    this.#charges.pause(subscription.name, this.now);
    this.#applyTerms();
  }

  resume(subscription: Subscription): void {
    subscription.endsAtPeriodEnd = false;
    if (phaseOf(subscription).collecting === "PAUSED") {
      this.#beginPhase(subscription, { collecting: "PAID" });
      const hasDraft = this.#hasDraft(subscription);
      this.#charges.resume(subscription, this.now, hasDraft);
      // The draft is issued as if there had been no pause.
      if (hasDraft) this.#owePlan(subscription, subscription.period.from + 2 * HOUR);
    }
    this.#applyTerms();
  }

  /** The card provider keeps a renewal's invoice a draft for an hour, and voids it in a pause. */
  #hasDraft({ provider, period, renewedAt }: Subscription): boolean {
    return provider === "PROVIDER_A" && period.from === renewedAt && this.now < period.from + HOUR;
  }

  /** Lets time pass: everything that ends or begins until then takes effect once, in order. */
  advance(to: number): void {
    for (;;) {
      const next = this.#nextMoment();
      if (next > to) break;
      this.now = next;
      this.#owe(this.counters.end(next));
      for (const subscription of this.subscriptions)
        if (subscription.endedAt === null && subscription.period.to === next) this.#renew(subscription);
      this.#applyTerms();
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
    subscription.renewedAt = this.now;
    subscription.debits = [];
    if (collecting === "PAID") this.#chargePlan(subscription, this.now + 2 * HOUR);
  }

  #end(subscription: Subscription): void {
    if (this.now < subscription.period.to) this.#billPeaks(subscription);
    subscription.endedAt = this.now;
    this.#owe(this.counters.endSource(subscription.name));
    this.#giveToFreePlan(subscription);
    this.#charges.end(subscription, this.now);
  }

  /** Closes the running phase and opens the next. */
  #beginPhase(subscription: Subscription, more: Partial<Phase>): void {
    const old = phaseOf(subscription);
    old.to = this.now;
    subscription.phases.push({ ...old, ...more, from: this.now, to: null });
  }

  /** Settles every counter whose terms have changed. Runs after every event, so that figures do not depend on later calls. */
  #applyTerms(): void {
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
      this.#owe(this.counters.applyTerms(source, partOf));
    }
    for (const feature of this.held.features()) {
      const { parts, bearer } = this.parts(feature);
      this.held.noteTerms(feature, parts, bearer, this.now);
    }
  }

  #owe(settled: Settled[]): void {
    for (const { counter, amount } of settled) {
      const subscription = this.subscriptions.find(({ name }) => name === counter.source);
      if (!subscription) continue;
      const isOfThisMoment = this.#beganNow(subscription, counter);
      const due = dueOf(subscription, this.now, { isOfThisMoment });
      const isPaused = subscription.endedAt === null && phaseOf(subscription).collecting === "PAUSED";
      this.#charges.owe({
        subscription: subscription.name,
        cause: `overage:${counter.feature}`,
        period: counter.period,
        amount,
        owedAt: this.now,
        ...(isPaused ? { due: null, dueOtherwise: due } : { due }),
      });
    }
  }

  /** Whether a counter, or another change before this one, began in this moment. */
  #beganNow({ phases }: Subscription, { period }: Counter): boolean {
    const begun = [period, ...phases.slice(0, -1), ...this.overrides];
    return begun.some(({ from }) => from === this.now);
  }

  /** Charges the running period; the invoice takes along what waits. */
  #chargePlan(subscription: Subscription, due: number): void {
    const items = itemsOf(subscription, phaseOf(subscription));
    if (items.length > 0) this.#charges.takeAlong(subscription, due);
    this.#owePlan(subscription, due);
  }

  #owePlan(subscription: Subscription, due: number): void {
    const { name, provider, period } = subscription;
    subscription.debits = wholePeriod(itemsOf(subscription, phaseOf(subscription)), period);
    const amount = sum(subscription.debits.map((debit) => debit.amount));
    const isIssued = provider === "PROVIDER_B";
    this.#charges.owe({ subscription: name, cause: "plan", period, amount, due, owedAt: this.now, isIssued });
  }

  /**
   * The lines of a change: unused time is credited only if its period was charged. The card provider issues them at once; an invoice
   * of ours is made when there is something to pay, and takes along what waited before the change.
   */
  #prorate(subscription: Subscription, next: Period): void {
    const { name, provider, period } = subscription;
    const beginsNewPeriod = next !== period;
    const phase = phaseOf(subscription);
    // The card provider's lines are to the minor unit.
    const step = provider === "PROVIDER_B" ? stepOf(phase.price.currency) : 1;
    const { credit, charge, debits } = changeItems(subscription.debits, itemsOf(subscription, phase), {
      at: this.now,
      period,
      next: beginsNewPeriod ? next : null,
      step,
    });
    subscription.debits = debits;
    const [rest, whole] = beginsNewPeriod ? [0n, charge] : [charge, 0n];
    const isInvoiced = provider === "PROVIDER_A" || credit + charge > 0n;
    const isIssued = isInvoiced && provider === "PROVIDER_B";
    if (isIssued) this.#charges.takeAlong(subscription, this.now, { since: this.now });
    const due = isInvoiced ? this.now : null;
    const left = { from: this.now, to: period.to };
    const owed = { subscription: name, due, owedAt: this.now, isIssued };
    this.#charges.owe({ ...owed, cause: "change", period: left, amount: credit + rest });
    this.#charges.owe({ ...owed, cause: "plan", period: next, amount: whole });
  }

  /** Overage of held units: the most that was held at once in the period, billed by the bearer. */
  #billPeaks(subscription: Subscription): void {
    for (const feature of this.held.features()) {
      const { parts, bearer } = this.parts(feature);
      if (bearer?.source !== subscription.name) continue;
      const { changedAt } = this.held.of(feature);
      const { period } = subscription;
      const amount = this.held.billPeak(feature, parts, bearer);
      const isFirm = changedAt <= period.from && this.now === period.to;
      const cause = `overage:${feature}` as const;
      this.#charges.owe({
        subscription: subscription.name,
        cause,
        period,
        amount,
        owedAt: this.now,
        due: this.now + 2 * HOUR,
        isFirm,
      });
    }
  }

  /**
   * A price-0 subscription takes over what the product's free plan and ended ones at price 0 used, while those allowance periods
   * run.
   */
  #usedOfFree(product: Product, price: Price): ReturnType<Counters["usedUnder"]> {
    if (price.amount > 0) return [];
    const ended = this.subscriptions.filter(
      (one) => one.product === product && one.endedAt !== null && phaseOf(one).price.amount === 0,
    );
    return this.counters.usedUnder([freeSource(product), ...ended.map(({ name }) => name)], this.now);
  }

  /** The free plan takes over what an ended subscription at price 0 used. */
  #giveToFreePlan({ name, product, phases }: Subscription): void {
    if (phases.at(-1)?.price.amount !== 0) return;
    this.#takeOver(freeSource(product), this.counters.usedUnder([name], this.now));
  }
}
