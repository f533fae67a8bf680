import { z } from "zod";
import type { TaxId as PlainTaxId } from "../../providers/port.ts";
import { TaxId } from "./schema.ts";

/** The tax ids of one of the provider's customers: when they were last sent or read (null: never), and now. */
export interface TaxIdsThere {
  known: readonly PlainTaxId[] | null;
  now: readonly PlainTaxId[];
}

type Stored = z.output<typeof TaxId>;

/**
 * Our tax ids with what was added and removed at the provider since they were last sent or read there. A provider's customer that was
 * never read adds what it has.
 */
export function mergeTaxIds(ours: readonly Stored[], there: readonly TaxIdsThere[]): Stored[] {
  const merged = new Map(ours.map((one) => [nameOf(one), one]));
  for (const { known, now } of there) {
    const before = new Set((known ?? []).map(nameOf));
    for (const { type, value } of now) {
      const one = TaxId.safeParse({ type, value });
      if (one.success && !before.has(nameOf(one.data))) merged.set(nameOf(one.data), one.data);
    }
    const present = new Set(now.map(nameOf));
    for (const name of before) if (!present.has(name)) merged.delete(name);
  }
  return [...merged.values()];
}

/** Whether both name the same numbers, in whatever order. */
export function areSameTaxIds(some: readonly PlainTaxId[], others: readonly PlainTaxId[]): boolean {
  const names = (all: readonly PlainTaxId[]) => [...new Set(all.map(nameOf))].toSorted().join("\n");
  return names(some) === names(others);
}

/** Tax ids as a column has them; null: none are stored. */
export function storedTaxIds(column: unknown): Stored[] | null {
  return z.array(TaxId).nullable().parse(column);
}

/** What tells tax ids apart. */
export function nameOf({ type, value }: PlainTaxId): string {
  return `${type} ${value}`;
}
