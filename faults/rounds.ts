import { writeSync } from "node:fs";

/** How often each fault is let happen: 200 times by `npm run test:faults`, a few with `--short`. */
export const ROUNDS = Number(process.env.USHER_FAULT_ROUNDS ?? 2);

/** When set, customers do nothing but start and change subscriptions, and killing goes on until so many have been. */
export const SUBSCRIPTIONS = Number(process.env.USHER_FAULT_SUBSCRIPTIONS ?? 0);

/** Whether this is the long form. */
export const isLong = ROUNDS > 20;

/** So many times, of the rounds: dear faults come less often. At least one. */
export const oneIn = (part: number) => Math.max(1, Math.round(ROUNDS / part));

/** Prints one line of figures for the long form. */
export function tell(fault: string, figures: Record<string, number | string>): void {
  const words = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  writeSync(2, `faults · ${fault}: ${words.join(", ")}\n`);
}
