import { queryNamed } from "../../../platform/database/named.ts";
import type { Scope } from "../../../platform/scope.ts";

interface Names {
  product_name: string;
  plan_name: string;
}

/** Of a free plan that its product stopped having between two reads. */
export const NO_NAMES: Names = { product_name: "", plan_name: "" };

/** The names of subscriptions and free plans, by the id of the subscription or of the free plan's product, in one statement. */
export async function namesOfSources(scope: Scope, ids: string[]): Promise<Map<string, Names>> {
  const rows = await queryNamed<Names & { id: string }>(scope, scope.db, {
    name: "names-of-sources",
    text: TEXT,
    values: [scope.tenantId, [...new Set(ids)]],
  });
  return new Map(rows.map(({ id, product_name, plan_name }) => [id, { product_name, plan_name }]));
}

const TEXT = `
  select s.id, p.name as product_name, l.name as plan_name
  from subscriptions s
  join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
  join plans l on l.tenant_id = s.tenant_id and l.id = s.plan_id
  where s.tenant_id = $1 and s.id = any($2::text[])
  union all
  select p.id, p.name, l.name
  from products p
  join plans l on l.tenant_id = p.tenant_id and l.id = p.free_plan_id
  where p.tenant_id = $1 and p.id = any($2::text[])`;
