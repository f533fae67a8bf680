-- The product whose free plan grants a feature, the first one where several do; '' without any. Counters under a free plan were its
-- before they had sources, and are where a process of an older version counts.
create or replace function "usher_free_source"(p_tenant text, p_feature text) returns text language sql stable as $$
  select coalesce((
    select p."id" from "products" p
    join "packs" k on k."tenant_id" = p."tenant_id" and k."plan_id" = p."free_plan_id" and k."status" = 'ACTIVE'
    join "pack_entitlements" e on e."tenant_id" = k."tenant_id" and e."pack_id" = k."id" and e."feature_id" = p_feature
    where p."tenant_id" = p_tenant and p."archived_at" is null
    order by p."position", p."id" limit 1
  ), '')
$$;
