import { billedOf, type Counter, Counters, freeOf, mayTakePast } from "./counters.ts";
import { Held, limitOf, mayHold } from "./held.ts";
import { type Granting, isSwitchedOff, overridesOf, type Part, partsOf } from "./parts.ts";
import type { Subscription } from "./subscription.ts";
import type { Entitlement, Override, Product } from "./types.ts";

/** What the check shows of all sources together. */
export interface Check {
  type: "METERED" | "ALLOCATED";
  limit: number | null;
  used: number;
  /** What is left of all parts together. */
  remaining: number | null;
  overage: Entitlement["overage"];
  /** By the bearer in this period; null when it bills nothing, or when the rules do not define the amount. */
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

/** What a customer may use, and what was counted. */
export abstract class Usage implements Granting {
  abstract now: number;
  abstract readonly createdAt: number;
  abstract readonly subscriptions: Subscription[];
  abstract readonly products: Product[];
  abstract readonly overrides: Override[];
  readonly counters = new Counters();
  protected readonly held = new Held();
  /** The dimensions that were used, by feature and period. */
  readonly #dimensions = new Map<string, Set<string>>();

  parts(feature: string): { parts: Part[]; bearer: Part | undefined } {
    return partsOf(this, feature);
  }

  /** Counts a use that is granted; returns whether it was. A quantity below 0 gives units of an ALLOCATED feature back. */
  use(feature: string, quantity: number, dimension: string | null = null): boolean {
    const { parts, bearer } = this.parts(feature);
    // Held units can always be given back.
    if (!bearer || (quantity > 0 && isSwitchedOff(this, feature))) return false;
    if (bearer.entitlement.type === "ALLOCATED") return this.held.take(feature, quantity, parts, bearer);
    if (!this.#mayUseDimension(feature, bearer, dimension)) return false;
    const taken = this.#fill(feature, quantity, dimension);
    if (!taken) return false;
    for (const [counter, units] of taken) counter.value += units;
    if (dimension !== null) this.#dimensionsOf(feature, bearer).add(dimension);
    return true;
  }

  /**
   * Whether the rules define what a set does. They do not after earlier phases of the period have used units, while units are
   * reserved, or while the feature is switched off.
   */
  maySet(feature: string): boolean {
    if (isSwitchedOff(this, feature)) return false;
    return this.parts(feature).parts.every((part) => {
      const { carried, held, billedBefore } = this.counters.of(part, feature, null);
      return carried === 0 && held === 0 && billedBefore.units === 0;
    });
  }

  /**
   * Sets the sum: fills the sources in the order of consumption; units that no source includes are the bearer's. The sum that is
   * there already changes nothing.
   */
  set(feature: string, value: number): void {
    const { parts, bearer } = this.parts(feature);
    if (!bearer) return;
    if (bearer.entitlement.type === "ALLOCATED") {
      this.held.put(feature, value);
      return;
    }
    const counters = parts.map((part) => this.counters.of(part, feature, null));
    if (counters.reduce((sum, { carried, value: used }) => sum + carried + used, 0) === value) return;
    for (const counter of counters) counter.value = 0;
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
    // The rules do not say whether the amount is the dimension's or the sum of all.
    const isBilled = overage === "BILL" && !isByDimension;
    const isOff = isSwitchedOff(this, feature);
    if (type === "ALLOCATED") {
      const limit = limitOf(parts);
      const used = this.held.of(feature).value;
      const remaining = limit === null ? null : Math.max(0, limit - used);
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
    return {
      type,
      limit,
      used,
      remaining: limit === null ? null : free,
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
  hasOverride(feature: string): boolean {
    return overridesOf(this, feature).length > 0;
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

  /** Takes included units, from the period that ends first, then from the older source; returns these and the units left. */
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
}
