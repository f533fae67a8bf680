import type { z } from "zod";
import { type Feature, Prisma } from "../../platform/database/client/client.ts";
import type { Scope } from "../../platform/scope.ts";
import { isCounted } from "../../platform/units.ts";
import { getFeatureByKeyOrThrow } from "../catalog/features/get-feature.ts";
import { listAllFeatures } from "../catalog/features/list-all-features.ts";
import { getCustomerOrThrow } from "../customers/find-customer.ts";
import { edgesOf, flow, viewBuckets } from "./buckets.ts";
import type { UsageRange, UsageSeries } from "./get-usage-series-schema.ts";

const SHOWN = 5;

/**
 * How much of a feature was used, day by day, by customer or dimension, from the sums of the ledger. Throws customer_not_found or
 * feature_key_unknown.
 */
export async function getUsageSeries(
  scope: Scope,
  input: z.output<typeof UsageRange>,
): Promise<z.output<typeof UsageSeries>> {
  const { db, tenantId } = scope;
  const edges = edgesOf(new Date(input.from), new Date(input.to));
  const feature =
    input.feature_key === undefined
      ? await findUsedFeature(scope, edges)
      : await getFeatureByKeyOrThrow(scope, input.feature_key);
  if (!feature) return { feature_key: null, buckets: viewBuckets(edges), total: 0, groups: [] };
  const customer = input.customer === undefined ? null : await getCustomerOrThrow(db, scope, input.customer);
  const name = {
    none: Prisma.sql`'All'::text`,
    dimension: Prisma.sql`case u.dimension when '' then 'No dimension' else u.dimension end`,
    customer: Prisma.sql`coalesce(c.name, c.external_id)`,
  }[input.by];
  const ofCustomer = customer === null ? Prisma.empty : Prisma.sql`and u.customer_id = ${customer.id}`;
  const sums = await db.$queryRaw<{ name: string; bucket: number; sum: number }[]>`
    select ${name} as name, width_bucket(l.occurred_at, ${edges}::timestamptz[]) as bucket, sum(l.delta)::float8 as sum
    from usage_records u
    join usage_ledger l on l.tenant_id = u.tenant_id and l.record_id = u.id
    ${input.by === "customer" ? Prisma.sql`join customers c on c.tenant_id = u.tenant_id and c.id = u.customer_id` : Prisma.empty}
    where u.tenant_id = ${tenantId} and u.feature_id = ${feature.id} ${ofCustomer}
      and l.occurred_at >= ${edges[0]} and l.occurred_at < ${edges.at(-1)} and l.kind <> 'ROLLOVER'
    group by 1, 2`;
  const groups = [...Map.groupBy(sums, (part) => part.name)]
    .map(([group, parts]) => {
      const series = flow(edges, parts);
      return { name: group, series, total: series.reduce((sum, value) => sum + value, 0) };
    })
    .sort((a, b) => b.total - a.total);
  const others = groups.slice(SHOWN);
  return {
    feature_key: feature.key,
    buckets: viewBuckets(edges),
    total: groups.reduce((sum, group) => sum + group.total, 0),
    groups: [...groups.slice(0, SHOWN), ...(others.length > 0 ? [together(others)] : [])],
  };
}

/** The first feature of the catalog with usage between the edges; without any, the first that is counted. */
async function findUsedFeature(scope: Scope, edges: Date[]): Promise<Feature | null> {
  const counted = (await listAllFeatures(scope)).filter(({ type }) => isCounted(type));
  const used = await scope.db.$queryRaw<{ id: string }[]>`
    select f.id from unnest(${counted.map(({ id }) => id)}::text[]) as f (id)
    where exists (
      select 1 from usage_records u
      join usage_ledger l on l.tenant_id = u.tenant_id and l.record_id = u.id
      where u.tenant_id = ${scope.tenantId} and u.feature_id = f.id
        and l.occurred_at >= ${edges[0]} and l.occurred_at < ${edges.at(-1)} and l.kind <> 'ROLLOVER'
    )`;
  return counted.find((feature) => used.some(({ id }) => id === feature.id)) ?? counted[0] ?? null;
}

function together(groups: { series: number[]; total: number }[]) {
  const [first] = groups;
  return {
    name: "Others",
    total: groups.reduce((sum, group) => sum + group.total, 0),
    series: (first?.series ?? []).map((_, index) =>
      groups.reduce((sum, { series }) => sum + (series[index] ?? 0), 0),
    ),
  };
}
