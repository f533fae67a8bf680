/** The period of a counter, in UTC; its end is exclusive. */
export interface Period {
  start: Date;
  end: Date;
}

/** Held units (seats) are never reset, so their counter spans all time. */
export const HELD: Period = {
  start: new Date("1970-01-01T00:00:00.000Z"),
  end: new Date("9999-12-31T00:00:00.000Z"),
};

/**
 * By when a subscription's periods have ended: a period is over when the provider has begun the next one, or when our clock has
 * passed its end. Neither decides alone, because the clocks differ and callbacks come late.
 */
export function periodsEndedBy({ currentPeriodStart }: { currentPeriodStart: Date | null }, now: Date): Date {
  return currentPeriodStart !== null && currentPeriodStart > now ? currentPeriodStart : now;
}
