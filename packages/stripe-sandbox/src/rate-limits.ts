import { Failure } from "./wire/failure.ts";

/** How often an account may call, as https://docs.stripe.com/rate-limits has it. */
export interface RateLimits {
  /** Requests of an account in a second, in its test mode. */
  testPerSecond: number;
  /** The same in its live mode. */
  livePerSecond: number;
  /** Requests of an account to one operation in a second. */
  operationPerSecond: number;
  /** New invoices of one subscription in a minute, and in a day. */
  invoicesPerMinute: number;
  invoicesPerDay: number;
  /** Changes of the quantities of one subscription in an hour. */
  quantityUpdatesPerHour: number;
}

/** Stripe's own: https://docs.stripe.com/rate-limits. */
export const STRIPE_RATE_LIMITS: RateLimits = {
  testPerSecond: 25,
  livePerSecond: 100,
  operationPerSecond: 25,
  invoicesPerMinute: 10,
  invoicesPerDay: 20,
  quantityUpdatesPerHour: 200,
};

/** The values of the header Stripe-Rate-Limited-Reason that the sandbox sends. */
type Reason = "global-rate" | "endpoint-rate" | "resource-specific";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Counters that have been silent longer than this are dropped when others are counted. */
const SWEEP_EACH = 1000;

/**
 * Counts what an account does, by real time and in this process alone. Stripe counts by buckets that it does not describe; here
 * a window slides, so that no second, wherever it begins, has more than the limit.
 */
export class RateLimiter {
  readonly #limits: RateLimits;
  readonly #now: () => number;
  readonly #moments = new Map<string, number[]>();
  #counted = 0;

  constructor(limits: RateLimits, now: () => number = Date.now) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Counts a request. Throws 429 with the reason when there were too many. */
  request(account: string, isLive: boolean, operation: string): void {
    const most = isLive ? this.#limits.livePerSecond : this.#limits.testPerSecond;
    this.#count(`request ${account}`, [[most, SECOND]], "global-rate");
    this.#count(`${operation} ${account}`, [[this.#limits.operationPerSecond, SECOND]], "endpoint-rate");
  }

  /** Counts a new invoice of a subscription. Throws 429 when there were too many. */
  newInvoice(subscription: string): void {
    const { invoicesPerMinute, invoicesPerDay } = this.#limits;
    const windows: [number, number][] = [
      [invoicesPerMinute, MINUTE],
      [invoicesPerDay, DAY],
    ];
    this.#count(`invoice ${subscription}`, windows, "resource-specific");
  }

  /** Counts a change of a subscription's quantities. Throws 429 when there were too many. */
  quantityUpdate(subscription: string): void {
    this.#count(
      `quantity ${subscription}`,
      [[this.#limits.quantityUpdatesPerHour, HOUR]],
      "resource-specific",
    );
  }

  #count(name: string, windows: [most: number, length: number][], reason: Reason): void {
    const now = this.#now();
    const longest = Math.max(...windows.map(([, length]) => length));
    const moments = (this.#moments.get(name) ?? []).filter((moment) => moment > now - longest);
    for (const [most, length] of windows) {
      if (moments.filter((moment) => moment > now - length).length >= most) throw rateLimited(reason);
    }
    this.#moments.set(name, [...moments, now]);
    if (++this.#counted % SWEEP_EACH === 0) this.#sweep(now);
  }

  #sweep(now: number): void {
    for (const [name, moments] of this.#moments)
      if (moments.every((moment) => moment <= now - DAY)) this.#moments.delete(name);
  }
}

/** Stripe's refusal of a request too many: https://docs.stripe.com/rate-limits. */
export function rateLimited(reason: Reason): Failure {
  const message =
    "Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.";
  return new Failure({
    status: 429,
    type: "invalid_request_error",
    code: "rate_limit",
    message,
    headers: { "stripe-rate-limited-reason": reason },
  });
}
