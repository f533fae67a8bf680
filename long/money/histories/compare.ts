import type { Period } from "../model/calendar.ts";
import type { Customer } from "../model/customer.ts";
import type { Subscription } from "../model/subscription.ts";
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
    // A record of a later phase begins within its allowance period.
    const around = (periods.get(key) ?? []).filter((period) => period.from <= from && to <= period.to);
    add("found", key, Math.max(...around.map((period) => period.from), around.length > 0 ? 0 : from), value);
  }
  for (const [key, sum] of sums) comparison.same("record", `the record ${key}`, sum.found, sum.expected);
}

/** Compares the overage on invoices, by feature: at least what is due by now, at most everything that is owed. */
export function compareInvoices(
  comparison: Comparison,
  lines: { feature: string | null; amount: number }[],
  model: Customer,
): void {
  const features = new Set(
    model.charges.flatMap(({ cause }) => (cause === "base" ? [] : [cause.slice("overage:".length)])),
  );
  for (const { feature } of lines) if (feature) features.add(feature);
  for (const feature of features) {
    const ofFeature = model.charges.filter(({ cause }) => cause === `overage:${feature}`);
    if (ofFeature.some(({ isFirm }) => !isFirm)) continue;
    const found = lines
      .filter((line) => line.feature === feature)
      .reduce((sum, { amount }) => sum + amount, 0);
    const least = sumOf(ofFeature.filter(({ due }) => due !== null && due <= model.now));
    const most = sumOf(ofFeature);
    const isWithin = BigInt(found) >= least && BigInt(found) <= most;
    comparison.same(
      "overage on invoices",
      `the overage of ${feature} on invoices`,
      isWithin ? "right" : found,
      "right",
      `${least} to ${most}`,
    );
  }
}

function sumOf(charges: readonly { amount: bigint }[]): bigint {
  return charges.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Compares base prices, unless there were credits, which wait for a later invoice, or a pause, which leaves periods uncharged. */
export function compareBase(
  comparison: Comparison,
  lines: { feature: string | null; amount: number }[],
  model: Customer,
): void {
  const base = model.charges.filter(({ cause }) => cause === "base");
  const isPlain = base.every(({ amount, due }) => amount > 0n && due !== null && due <= model.now);
  const wasPaused = (one: Subscription) => one.phases.some(({ collecting }) => collecting === "PAUSED");
  if (!isPlain || model.subscriptions.some(wasPaused)) return;
  const found = lines.filter(({ feature }) => feature === null).reduce((sum, { amount }) => sum + amount, 0);
  comparison.same("base on invoices", "the base prices on invoices", BigInt(found), sumOf(base));
}
