/** How fast the requests of one key are sent. */
export interface Pace {
  /** Requests in any second. */
  perSecond: number;
  /** Requests that may wait at once; a further one fails. */
  most: number;
  /** Milliseconds for which one waits at most; it then fails. */
  longest: number;
}

/** Of each second, the part that background work may use. */
const BACKGROUND_SHARE = 0.6;
const SECOND = 1000;

interface Waiting {
  /** When it fails, in milliseconds. */
  until: number;
  go: () => void;
  fail: (error: Error) => void;
}

/** The time, in milliseconds from any moment on, and what wakes the pacer later. */
export interface Timer {
  now(): number;
  after(milliseconds: number, work: () => void): void;
}

const REAL: Timer = {
  now: () => performance.now(),
  after: (milliseconds, work) => {
    setTimeout(work, milliseconds).unref();
  },
};

/**
 * Lets no more requests go in any second than the pace has. Those that somebody waits for go first; background work uses a part of the
 * second alone, as https://support.stripe.com/questions/rate-limit-error-when-creating-bulk-api-requests advises. Each key has its own:
 * one that is busy keeps no other waiting.
 */
export class Pacer {
  readonly #pace: Pace;
  readonly #timer: Timer;
  /** When the requests of the last second went, the oldest first. */
  #gone: number[] = [];
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #isWaking = false;
  readonly #first: Waiting[] = [];
  readonly #background: Waiting[] = [];

  constructor(pace: Pace, timer: Timer = REAL) {
    this.#pace = pace;
    this.#timer = timer;
  }

  /** Waits until the next request may go. Rejects when too many wait, or after too long. */
  take(isBackground: boolean): Promise<void> {
    const lane = isBackground ? this.#background : this.#first;
    if (this.#first.length + this.#background.length >= this.#pace.most)
      return Promise.reject(new Error(`${this.#pace.most} requests of this key are waiting already.`));
    return new Promise((go, fail) => {
      lane.push({ until: this.#timer.now() + this.#pace.longest, go, fail });
      this.#send();
    });
  }

  /** Sends nothing for a while: Stripe has said that there was too much. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#timer.now() + milliseconds);
  }

  #send(): void {
    const now = this.#timer.now();
    this.#gone = this.#gone.filter((moment) => moment > now - SECOND);
    this.#failLate(now);
    if (now >= this.#pausedUntil) {
      this.#sendFrom(this.#first, this.#pace.perSecond, now);
      if (this.#first.length === 0)
        this.#sendFrom(this.#background, Math.ceil(this.#pace.perSecond * BACKGROUND_SHARE), now);
    }
    this.#wakeLater(now);
  }

  #sendFrom(lane: Waiting[], most: number, now: number): void {
    while (this.#gone.length < most) {
      const next = lane.shift();
      if (!next) return;
      this.#gone.push(now);
      next.go();
    }
  }

  #failLate(now: number): void {
    for (const lane of [this.#first, this.#background]) {
      for (let next = lane[0]; next && next.until <= now; next = lane[0]) {
        lane.shift();
        next.fail(new Error("A request of this key waited too long for those before it."));
      }
    }
  }

  /** When the oldest request of this second is a second ago, or the pause is over; a request that is late then fails. */
  #wakeLater(now: number): void {
    if (this.#isWaking || this.#first.length + this.#background.length === 0) return;
    this.#isWaking = true;
    const [oldest = now] = this.#gone;
    const at = Math.max(oldest + SECOND, this.#pausedUntil);
    this.#timer.after(Math.max(1, Math.ceil(at - now)), () => {
      this.#isWaking = false;
      this.#send();
    });
  }
}
