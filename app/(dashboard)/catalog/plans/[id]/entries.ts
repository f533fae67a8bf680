import type { z } from "zod";
import type { EntitlementInput as Schema } from "../../../../../server/domain/catalog/packs/schema.ts";
import type { Entitlement } from "./entitlement.ts";
import { asInput, type Feature } from "./entitlement-form.ts";

/** What the plan grants of a feature, with defaults for all that was left out. */
export type Granted = z.output<typeof Schema>;

/** A feature of the plan while it is edited. */
export interface Entry {
  feature: Feature;
  /** As it was last readable; null before anything was typed in a new one. */
  granted: Entitlement | null;
  isNew: boolean;
}

/** What a new feature grants before anything is typed: it is there, and counted ones are without limit. */
const UNTOUCHED = { enabled: true } as const;

/** The features of a version as entries, in the catalog's order. */
export function entriesOf(entitlements: Entitlement[], features: Feature[]): Entry[] {
  return entitlements.flatMap((granted) => {
    const feature = features.find(({ id }) => id === granted.feature_id);
    return feature ? [{ feature, granted, isNew: false }] : [];
  });
}

const GROUPS: { title: string; types: Feature["type"][] }[] = [
  { title: "Features", types: ["BOOLEAN", "STATIC"] },
  { title: "Quantities (seats and the like)", types: ["ALLOCATED"] },
  { title: "Usage", types: ["METERED"] },
];

/** The entries by kind, those that have some: what is on or off, what is held, and what is used up. */
export function inGroups(entries: Entry[]): { title: string; own: Entry[] }[] {
  return GROUPS.map(({ title, types }) => ({
    title,
    own: entries.filter(({ feature }) => types.includes(feature.type)),
  })).filter(({ own }) => own.length > 0);
}

/** The entry with what was typed. */
export function withGranted(entry: Entry, input: Granted): Entry {
  const { id, name, type } = entry.feature;
  return { ...entry, granted: { ...input, feature_id: id, feature_name: name, feature_type: type } };
}

/** The entries as the API takes them. */
export function inputsOf(entries: Entry[]) {
  return entries.map(({ feature, granted }) =>
    granted ? asInput(granted) : { feature_key: feature.key, ...UNTOUCHED },
  );
}

/** Whether two lists of features grant the same, in whatever order. */
export function isSame(one: ReturnType<typeof inputsOf>, other: ReturnType<typeof inputsOf>): boolean {
  const text = (list: typeof one) =>
    JSON.stringify(
      list
        .toSorted((a, b) => (a.feature_key < b.feature_key ? -1 : 1))
        .map((input) => Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      // The server keeps a tier without a flat amount as one of nothing.
      (_, value: unknown) =>
        isTier(value) ? [value.up_to, value.unit_amount, value.flat_amount ?? "0"] : value,
    );
  return text(one) === text(other);
}

function isTier(value: unknown): value is { up_to: unknown; unit_amount: unknown; flat_amount?: unknown } {
  return typeof value === "object" && value !== null && "up_to" in value && "unit_amount" in value;
}
