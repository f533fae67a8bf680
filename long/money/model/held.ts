import { charge, mayGoPast } from "./overage.ts";
import type { Part } from "./parts.ts";

/** Units of ALLOCATED features: one counter for each customer and feature, whichever subscriptions grant it. */
export class Held {
  #units = new Map<string, Units>();

  of(feature: string): Units {
    const found = this.#units.get(feature) ?? { value: 0, peak: 0, terms: "", changedAt: 0 };
    this.#units.set(feature, found);
    return found;
  }

  features(): string[] {
    return [...this.#units.keys()];
  }

  /** Holds more, or gives back by a quantity below 0; returns whether it was granted. */
  take(feature: string, quantity: number, parts: Part[], bearer: Part | undefined): boolean {
    const units = this.of(feature);
    const value = units.value + quantity;
    if (value < 0) return false;
    if (quantity > 0 && !mayHold(value, parts, bearer)) return false;
    this.put(feature, value);
    return true;
  }

  put(feature: string, value: number): void {
    const units = this.of(feature);
    units.value = value;
    units.peak = Math.max(units.peak, value);
  }

  /** Notes when limit or bearer changed: overage of a peak in that period is not compared. */
  noteTerms(feature: string, parts: Part[], bearer: Part | undefined, now: number): void {
    const units = this.of(feature);
    const terms = JSON.stringify([limitOf(parts), bearer?.source, bearer?.entitlement]);
    if (terms !== units.terms) units.changedAt = now;
    units.terms = terms;
  }

  /** What is billed for the most units held at once since the last call; the next peak starts from the units held now. */
  billPeak(feature: string, parts: Part[], bearer: Part): bigint {
    const units = this.of(feature);
    const limit = limitOf(parts);
    const { peak } = units;
    units.peak = units.value;
    return limit === null ? 0n : charge(peak - limit, bearer.entitlement);
  }
}

interface Units {
  value: number;
  /** The most that was held at once in the bearer's period. */
  peak: number;
  terms: string;
  changedAt: number;
}

export function mayHold(value: number, parts: Part[], bearer: Part | undefined): boolean {
  const limit = limitOf(parts);
  if (limit === null) return true;
  return bearer !== undefined && mayGoPast(value - limit, bearer.entitlement);
}

/** The sum of what all parts grant; null where one is unlimited. */
export function limitOf(parts: Part[]): number | null {
  return parts.reduce<number | null>((sum, { entitlement: { limit } }) => {
    return sum === null || limit === null ? null : sum + limit;
  }, 0);
}
