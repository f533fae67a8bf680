/** The source of every "now". Domain functions take a Clock (or a Date), never the system's time. */
export interface Clock {
  /** The present moment, UTC. */
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that is moved by hand; for tests and test clocks. */
export class ManualClock implements Clock {
  #now: Date;

  constructor(start: Date) {
    this.#now = start;
  }

  now(): Date {
    return new Date(this.#now);
  }

  /** Moves the clock to a moment. Throws RangeError for one before the present. */
  moveTo(moment: Date): void {
    if (moment < this.#now) throw new RangeError("A clock cannot be moved back.");
    this.#now = new Date(moment);
  }

  /** Moves the clock forward by a number of seconds. */
  advance(seconds: number): void {
    this.moveTo(new Date(this.#now.getTime() + seconds * 1000));
  }
}

/** Seconds added to a moment. */
export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

/** Clocks differ a little: how far ahead of ours a caller's may be, seconds. */
export const MAX_AHEAD_SECONDS = 300;

/**
 * A moment that a caller says has passed. One ahead by no more than the allowed clock difference counts as now; null: it is further
 * ahead.
 */
export function pastMoment(said: Date, now: Date): Date | null {
  if (said <= now) return said;
  return said > addSeconds(now, MAX_AHEAD_SECONDS) ? null : now;
}
