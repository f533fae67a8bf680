import type { Period } from "../model/calendar.ts";
import type { Customer } from "../model/customer.ts";
import type { Check } from "../model/usage.ts";
import { type PartAnswer, readParts, readRecord } from "./answers.ts";
import type { Body } from "./service.ts";

/** What differs, and in which figure: differences of one kind are one class of fault. */
export interface Difference {
  kind: string;
  text: string;
}

/** Notes what differs, and how much was compared. */
export class Comparison {
  readonly differences: Difference[] = [];
  checks = 0;

  same(kind: string, what: string, found: unknown, ...expected: unknown[]): void {
    this.checks++;
    if (expected.some((one) => one === found)) return;
    const text = `${what}: expected ${expected.map(shown).join(" or ")}, found ${shown(found)}`;
    this.differences.push({ kind, text });
  }

  add({ differences, checks }: Comparison): void {
    this.differences.push(...differences);
    this.checks += checks;
  }
}

const shown = (value: unknown) => (typeof value === "bigint" ? String(value) : JSON.stringify(value));
const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** Compares a check's answer with the model's. */
export function compareCheck(
  comparison: Comparison,
  what: string,
  found: Body,
  expected: Check,
  nameOf: (part: PartAnswer) => string,
): void {
  const same = (kind: string, one: unknown, ...others: unknown[]) =>
    comparison.same(kind, `${what} ${kind}`, one, ...others);
  same("allowed", found.allowed, expected.allowed);
  if (expected.isSwitchedOff) {
    same("enabled", found.enabled, false);
    return;
  }
  same("limit", found.limit, expected.limit);
  same("used", found.used, expected.used);
  same("remaining", found.remaining, expected.remaining);
  same("overage_behavior", found.overage_behavior, expected.overage);
  if (expected.type === "METERED") same("resets_at", found.resets_at, moment(expected.resetsAt));
  if (expected.billed !== null) same("billed_amount", found.billed_amount, Number(expected.billed));
  const parts = readParts(found);
  if (!parts || expected.type === "ALLOCATED") return;
  const list = (rows: string[]) => JSON.stringify(rows.toSorted());
  const row = (name: string, limit: unknown, used: unknown, at: number | null) =>
    `${name}: ${used} of ${limit} until ${moment(at)}`;
  same(
    "parts",
    list(parts.map((part) => row(nameOf(part), part.limit, part.used, part.resetsAt))),
    list(expected.parts.map((part) => row(part.source, part.limit, part.used, part.resetsAt))),
  );
}

/** A record of a free plan names no subscription, so those of all free plans are compared as one. */
function keyOf(feature: string, source: string): string {
  return `${feature} of ${source.startsWith("free plan") ? "a free plan" : source}`;
}

/** Compares usage records with the model's, by source and allowance period; the phases of a period are added up. */
export function compareRecords(
  comparison: Comparison,
  found: Body[],
  model: Customer,
  names: { feature(key: string): string | undefined; source(subscriptionId: string | null): string },
): void {
  const sums = new Map<string, { found: number; expected: number }>();
  const add = (side: "found" | "expected", key: string, from: number, value: number) => {
    const sum = sums.get(`${key} from ${moment(from)}`) ?? { found: 0, expected: 0 };
    sum[side] += value;
    sums.set(`${key} from ${moment(from)}`, sum);
  };
  const periods = new Map<string, Period[]>();
  for (const { feature, source, period, value } of [...model.counters.records, ...model.counters.open]) {
    const key = keyOf(feature, source);
    periods.set(key, [...(periods.get(key) ?? []), period]);
    add("expected", key, period.from, value);
  }
  for (const { featureKey, subscriptionId, from, to, value } of found.map(readRecord)) {
    const feature = names.feature(featureKey);
    if (!feature) continue;
    const key = keyOf(feature, names.source(subscriptionId));
    add("found", key, periodOf({ from, to }, periods.get(key) ?? [])?.from ?? from, value);
  }
  for (const [key, sum] of sums) comparison.same("record", `the record ${key}`, sum.found, sum.expected);
}

/**
 * The allowance period that a record is of: the last phase ends with it, the first begins with it, any other is within it. The order
 * counts: where a change replaces a month by a week, the week's last phase may be within the month as well.
 */
function periodOf({ from, to }: Period, periods: Period[]): Period | undefined {
  const around = periods.filter((period) => period.from <= from && to <= period.to);
  const latest = (some: Period[]) => some.toSorted((a, b) => b.from - a.from)[0];
  return (
    latest(around.filter((period) => period.to === to)) ??
    latest(around.filter((period) => period.from === from)) ??
    latest(around)
  );
}
