import { compareEntitlements } from "./rules.ts";
import { entitlementInWords, type SoldAt, type Worded } from "./words.ts";

/** One feature that differs between two versions, as a sentence before and after; null where a version does not have it. */
export interface WordedChange {
  feature_key: string;
  feature_name: string;
  before: string | null;
  after: string | null;
}

/** The differences between two versions for people to read, in the order of the later one, removed features last. */
export function changesInWords(before: Worded[], after: Worded[], sold: SoldAt[]): WordedChange[] {
  const { added, removed, changed } = compareEntitlements(before, after);
  const differs = new Set([...added, ...removed, ...changed.map(({ feature_key }) => feature_key)]);
  const features = new Map([...after, ...before].map((one) => [one.feature_key, one]));
  return [...features.values()].flatMap(({ feature_key, feature_name }) => {
    if (!differs.has(feature_key)) return [];
    const [old, fresh] = [before, after].map((entitlements) => {
      const one = entitlements.find((entitlement) => entitlement.feature_key === feature_key);
      return one ? entitlementInWords(one, sold) : null;
    });
    return [{ feature_key, feature_name, before: old ?? null, after: fresh ?? null }];
  });
}
