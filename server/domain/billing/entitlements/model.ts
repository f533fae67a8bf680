// A slow, obvious model of the rules, in memory, with which the engine must agree. It shares no code with the engine.

export interface ModelGrant {
  type: "METERED" | "ALLOCATED";
  limit: number | null;
  overage: "BLOCK" | "ALLOW" | "BILL";
  /** Units past the limit; null = none. */
  ceiling: number | null;
  /** Minor units, for a price of 1 a unit; null = none. */
  cap: number | null;
  limitByDimension: boolean;
  capByDimension: boolean;
  maxDimensions: number | null;
  rolloverMax: number | null;
}

interface Hold {
  dimension: string;
  quantity: number;
  expiresAt: number;
  state: "HELD" | "CONFIRMED" | "RELEASED";
  period: number;
}

interface Counter {
  used: number;
}

/** The units left over from the last period with a counter, and the number of periods without one since. */
interface Rest {
  left: number;
  idle: number;
  /** The units rolled over when the counter of the current period was opened; null while there is none. */
  opened: number | null;
}

const nothing = (idle: number): Rest => ({ left: 0, idle, opened: null });

/** One customer and one feature through time. Quantities are whole numbers; periods are counted from 0. */
export class Model {
  grant: ModelGrant;
  added = 0;
  period = 0;
  now = 0;
  counters = new Map<string, Counter>();
  holds: Hold[] = [];
  shared: Rest = nothing(0);
  rests = new Map<string, Rest>();

  constructor(grant: ModelGrant) {
    this.grant = grant;
  }

  limit(): number | null {
    return this.grant.limit === null ? null : Math.max(0, this.grant.limit + this.added);
  }

  held(dimension: string): number {
    return this.holds
      .filter((hold) => hold.dimension === dimension && hold.state === "HELD" && hold.expiresAt > this.now)
      .filter((hold) => this.grant.type === "ALLOCATED" || hold.period === this.period)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  }

  used(dimension: string): number {
    return (this.counters.get(dimension)?.used ?? 0) + this.held(dimension);
  }

  dimensions(): string[] {
    return [...new Set([...this.counters.keys(), ...this.holds.map(({ dimension }) => dimension)])];
  }

  total(): number {
    return this.dimensions().reduce((sum, dimension) => sum + this.used(dimension), 0);
  }

  restOf(dimension: string): Rest {
    return this.grant.limitByDimension ? (this.rests.get(dimension) ?? nothing(this.period)) : this.shared;
  }

  /** Units rolled over into the current period, or those that would be if it were used now. */
  rolledFor(dimension: string): number {
    const { type, rolloverMax } = this.grant;
    const limit = this.limit();
    if (type === "ALLOCATED" || rolloverMax === null || limit === null) return 0;
    const { left, idle, opened } = this.restOf(dimension);
    return opened ?? Math.min(rolloverMax, left + idle * limit);
  }

  /** The first try opens the counter, and fixes what rolls over. */
  open(dimension: string): void {
    const opened = this.rolledFor(dimension);
    const rest = { ...this.restOf(dimension), opened };
    if (this.grant.limitByDimension) this.rests.set(dimension, rest);
    else this.shared = rest;
    if (!this.counters.has(dimension)) this.counters.set(dimension, { used: 0 });
  }

  /** The limit that a check of the dimension shows. */
  included(dimension: string): number | null {
    const limit = this.limit();
    return limit === null ? null : limit + this.rolledFor(dimension);
  }

  /** A limit of 0 without overage switches a feature off, whatever rolled over. */
  isEnabled(): boolean {
    const { overage, ceiling, cap } = this.grant;
    if ((this.limit() ?? 1) > 0) return true;
    if (overage === "BLOCK") return false;
    const bounds = [ceiling, overage === "BILL" ? cap : null].filter((bound) => bound !== null);
    return bounds.length === 0 || Math.min(...bounds) > 0;
  }

  /** Whether the counters would be valid after so many more units of a dimension: tried, not calculated. */
  fits(dimension: string, quantity: number): boolean {
    const { grant } = this;
    const limit = this.limit();
    const inUse = this.dimensions().filter((name) => name !== "" && this.used(name) > 0);
    const isNew = dimension !== "" && this.used(dimension) === 0;
    const others = inUse.filter((name) => name !== dimension);
    if (isNew && grant.maxDimensions !== null && others.length >= grant.maxDimensions) return false;
    if (limit === null) return true;
    const after = (name: string) => this.used(name) + (name === dimension ? quantity : 0);
    const names = [...new Set([...this.dimensions(), dimension])];
    const included = (name: string) => limit + this.rolledFor(name);
    const total = names.reduce((sum, name) => sum + after(name), 0);
    if (grant.overage === "BLOCK")
      return grant.limitByDimension ? after(dimension) <= included(dimension) : total <= included("");
    const bounds = [grant.ceiling, grant.overage === "BILL" ? grant.cap : null].filter(
      (bound) => bound !== null,
    );
    if (bounds.length === 0) return true;
    const most = Math.min(...bounds);
    if (grant.capByDimension) return after(dimension) <= included(dimension) + most;
    if (!grant.limitByDimension) return total <= included("") + most;
    const over = (name: string) => Math.max(0, after(name) - included(name));
    const elsewhere = names.filter((name) => name !== dimension).reduce((sum, name) => sum + over(name), 0);
    return over(dimension) <= Math.max(0, most - elsewhere);
  }

  /** How many of so many units are counted: all, those that fit when clipped, or none. */
  use(dimension: string, quantity: number, isClipped: boolean): number {
    if (quantity > 0 && !this.isEnabled()) return Number.NaN;
    this.open(dimension);
    if (quantity < 0) {
      const counter = this.counters.get(dimension)?.used ?? 0;
      if (counter + quantity >= 0) return this.count(dimension, quantity);
      return isClipped ? this.count(dimension, -counter) : Number.NaN;
    }
    for (let wanted = quantity; wanted > 0; wanted--) {
      if (this.fits(dimension, wanted)) return this.count(dimension, wanted);
      if (!isClipped) break;
    }
    return Number.NaN;
  }

  count(dimension: string, quantity: number): number {
    this.open(dimension);
    this.counters.set(dimension, { used: (this.counters.get(dimension)?.used ?? 0) + quantity });
    return quantity;
  }

  set(dimension: string, value: number): void {
    this.open(dimension);
    this.counters.set(dimension, { used: value });
  }

  reserve(dimension: string, quantity: number, seconds: number): boolean {
    if (!this.isEnabled()) return false;
    this.open(dimension);
    if (!this.fits(dimension, quantity)) return false;
    const hold = {
      dimension,
      quantity,
      expiresAt: this.now + seconds,
      state: "HELD",
      period: this.period,
    } as const;
    this.holds.push({ ...hold });
    return true;
  }

  /** Whether a reservation could be confirmed with so many units. */
  confirm(index: number, quantity: number): boolean {
    const hold = this.holds[index];
    if (hold?.state !== "HELD" || hold.expiresAt <= this.now) return false;
    this.open(hold.dimension);
    hold.state = "RELEASED";
    if (quantity > hold.quantity && !this.fits(hold.dimension, quantity)) {
      hold.state = "HELD";
      return false;
    }
    hold.state = "CONFIRMED";
    this.count(hold.dimension, quantity);
    return true;
  }

  release(index: number): boolean {
    const hold = this.holds[index];
    if (hold?.state !== "HELD" || hold.expiresAt <= this.now) return false;
    hold.state = "RELEASED";
    return true;
  }

  /** Whether units past the limit were billed in this period: an override then lets them count no more, which long/money plays. */
  hasBilled(): boolean {
    const { type, overage, limitByDimension } = this.grant;
    if (type === "ALLOCATED" || overage !== "BILL" || this.limit() === null) return false;
    const counted = [...this.counters].map(([dimension, { used }]) => ({ dimension, used }));
    if (limitByDimension)
      return counted.some(({ dimension, used }) => used > (this.included(dimension) ?? used));
    return counted.reduce((sum, { used }) => sum + used, 0) > (this.included("") ?? 0);
  }

  /** An override: the limit is higher from now on, and what was used stays used. */
  override(units: number): void {
    this.added += units;
  }

  /** Begins the next period: unused units roll over, used units are reset. */
  nextPeriod(): void {
    this.period++;
    if (this.grant.type === "ALLOCATED") return;
    const most = this.grant.rolloverMax ?? 0;
    const limit = this.limit() ?? 0;
    const after = ({ left, idle, opened }: Rest, used: number): Rest =>
      opened === null
        ? { left, idle: idle + 1, opened }
        : { left: Math.min(most, Math.max(0, limit + opened - used)), idle: 0, opened: null };
    const total = [...this.counters.values()].reduce((sum, { used }) => sum + used, 0);
    this.shared = after(this.shared, total);
    for (const [dimension, rest] of this.rests)
      this.rests.set(dimension, after(rest, this.counters.get(dimension)?.used ?? 0));
    this.counters.clear();
  }
}
