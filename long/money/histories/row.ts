import type { Entitlement } from "../model/types.ts";

// What the fixed histories share.

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const at = (text: string) => Date.parse(text);

/** The figures that a row found, and what each has to be. */
export interface Outcome {
  found: Record<string, unknown>;
  expected: Record<string, unknown>;
}

export const billed = (limit: number, unitAmount: string, more: Partial<Entitlement> = {}): Entitlement => ({
  type: "METERED",
  limit,
  overage: "BILL",
  unitAmount,
  ...more,
});
export const seats = (limit: number): Entitlement => ({ ...billed(limit, "700"), type: "ALLOCATED" });
