import type { Override } from "../../../platform/database/client/client.ts";
import type { FeatureTerms, OverrideTerms } from "../grants/apply-overrides.ts";

/** An override as a statement of ours brings it: quantities as text, for a JSON number has not digits enough. */
export interface StoredOverride
  extends Pick<Override, "featureId" | "enabled" | "unlimited" | "value" | "overage"> {
  limitSet: string | null;
  limitAdd: string | null;
  overageCeiling: string | null;
  overageCapAmount: string | null;
  feature: FeatureTerms;
}

interface Whose {
  tenant: string;
  customer: string;
  /** null: those of all features. */
  feature: string | null;
  now: string;
}

/** A subselect of the overrides in force at a moment, oldest first, as JSON; null where there are none. For expressions of SQL. */
export function overridesText({ tenant, customer, feature, now }: Whose): string {
  return `(
    select json_agg(json_build_object('featureId', o.feature_id, 'enabled', o.enabled, 'unlimited', o.unlimited,
      'value', o.value, 'overage', o.overage, 'limitSet', o.limit_set::text, 'limitAdd', o.limit_add::text,
      'overageCeiling', o.overage_ceiling::text, 'overageCapAmount', o.overage_cap_amount::text,
      'feature', json_build_object('id', f.id, 'key', f.key, 'name', f.name, 'type', f.type, 'unitLabel', f.unit_label,
        'valueType', f.value_type, 'position', f.position)) order by o.id)
    from overrides o join features f on f.tenant_id = ${tenant} and f.id = o.feature_id
    where o.tenant_id = ${tenant} and o.customer_id = ${customer} ${feature === null ? "" : `and o.feature_id = ${feature}`}
      and o.revoked_at is null and o.starts_at <= ${now} and (o.ends_at is null or o.ends_at > ${now})
  )`;
}

export function readOverride(stored: StoredOverride): OverrideTerms & { feature: FeatureTerms } {
  const { overageCapAmount: cap } = stored;
  return { ...stored, overageCapAmount: cap === null ? null : BigInt(cap) };
}
