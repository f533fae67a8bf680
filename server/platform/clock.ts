/** Where every "now" comes from. Domain functions take a Clock (or a Date), never the system's time. */
export interface Clock {
  /** The present moment, UTC. */
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Seconds added to a moment. */
export function addSeconds(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
