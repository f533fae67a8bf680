import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import Stripe from "stripe";
import { isInBackground } from "../../platform/background.ts";
import { Pacer } from "./pacer.ts";

type Http = InstanceType<typeof Stripe.HttpClient>;
type Answer = Awaited<ReturnType<Http["makeRequest"]>>;

/** Requests in a second that one process sends with a key: four fifths of what Stripe takes of an account (https://docs.stripe.com/rate-limits). */
export interface Rates {
  test: number;
  live: number;
}

export const RATES: Rates = { test: 20, live: 80 };

const MOST_WAITING = 500;
const LONGEST_WAIT_MS = 10_000;
/** How often a request is sent that Stripe refuses as one too many. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const MAX_KEYS = 10_000;

/** One for each key in use, whichever clients share it. */
const pacers = new LRUCache<string, Pacer>({ max: MAX_KEYS });

/** The pacer of a key: of its account and mode, where no other key of theirs is in use. */
export function pacerOf(key: string, { test, live }: Rates): Pacer {
  const perSecond = /^[a-z]+_live_/.test(key) ? live : test;
  const name = `${createHash("sha256").update(key).digest("base64url")} ${perSecond}`;
  const known = pacers.get(name);
  if (known) return known;
  const made = new Pacer({ perSecond, most: MOST_WAITING, longest: LONGEST_WAIT_MS });
  pacers.set(name, made);
  return made;
}

/**
 * The SDK's own client of HTTP, whose requests keep the pace of their key, where it has one. One that Stripe refuses as too
 * many is sent again after what Retry-After says, or after a pause that doubles, with jitter, and all of the key wait meanwhile:
 * https://docs.stripe.com/rate-limits.
 * Where Stripe says itself whether to repeat it (Stripe-Should-Retry, as for lock_timeout), the SDK does. A request that it refuses with
 * 429 did nothing.
 */
export class PacedHttpClient extends Stripe.HttpClient {
  readonly #inner = Stripe.createNodeHttpClient();
  readonly #pacer: Pacer | null;

  constructor(pacer: Pacer | null) {
    super();
    this.#pacer = pacer;
  }

  override getClientName(): string {
    return this.#inner.getClientName();
  }

  override async makeRequest(...request: Parameters<Http["makeRequest"]>): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      await this.#pacer?.take(isInBackground());
      const response = await this.#inner.makeRequest(...request);
      const pause = attempt < ATTEMPTS ? pauseAfter(response, attempt) : null;
      if (pause === null) return response;
      // Reads the answer to its end, so that its connection is free again.
      await response.toJSON().catch(() => undefined);
      if (this.#pacer) this.#pacer.pause(pause);
      else await sleep(pause);
    }
  }
}

/** Milliseconds until a request is sent again; null where it is not. */
function pauseAfter(response: Answer, attempt: number): number | null {
  const headers = response.getHeaders();
  if (response.getStatusCode() !== 429 || headers["stripe-should-retry"] !== undefined) return null;
  // The limit of one object, such as the invoices of a subscription: a minute, an hour or a day.
  if (headers["stripe-rate-limited-reason"] === "resource-specific") return null;
  const asked = Number(headers["retry-after"]) * 1000;
  if (asked > 0) return asked <= LONGEST_PAUSE_MS ? asked : null;
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}
