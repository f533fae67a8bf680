import type { Override } from "../../../platform/database/client/client.ts";
import { queryNamed } from "../../../platform/database/named.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { FeatureTerms, OverrideTerms } from "./apply-overrides.ts";

/** An override with its feature. */
export type FeatureOverride = OverrideTerms & { feature: FeatureTerms };

/** An override as our statement returns it: quantities as text, because a JSON number has too few digits. */
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

export function readOverride(stored: StoredOverride): FeatureOverride {
  const { overageCapAmount: cap } = stored;
  return { ...stored, overageCapAmount: cap === null ? null : BigInt(cap) };
}

const whose = { tenant: "$1", customer: "q.id", now: "$2::timestamptz" };
const overridesStatement = (feature: string | null) =>
  `select q.id as "customerId", ${overridesText({ ...whose, feature })} as overrides
   from unnest((select $3::text[])) as q (id)`;
const OF_ALL_FEATURES = overridesStatement(null);
const OF_ONE_FEATURE = overridesStatement("$4");

/**
 * The overrides in force now, oldest first, by customer: of one feature, or of all. The same subselect as in the statements of
 * hot paths (customer context, shown subscription), which read overrides together with other things.
 */
export async function loadOverrides(
  tx: Tx,
  scope: Scope,
  customerIds: string[],
  featureId: string | null = null,
): Promise<Map<string, FeatureOverride[]>> {
  const of = [scope.tenantId, scope.clock.now(), customerIds];
  const rows = await queryNamed<{ customerId: string; overrides: StoredOverride[] | null }>(
    scope,
    tx,
    featureId === null
      ? { name: "overrides-in-force", text: OF_ALL_FEATURES, values: of }
      : { name: "overrides-in-force-of-feature", text: OF_ONE_FEATURE, values: [...of, featureId] },
  );
  return new Map(rows.map(({ customerId, overrides }) => [customerId, (overrides ?? []).map(readOverride)]));
}

/** As loadOverrides, of one customer; null for one who was not created yet and so has none. */
export async function loadOverridesOf(
  tx: Tx,
  scope: Scope,
  customerId: string | null,
  featureId: string | null = null,
): Promise<FeatureOverride[]> {
  if (customerId === null) return [];
  return (await loadOverrides(tx, scope, [customerId], featureId)).get(customerId) ?? [];
}
