-- Suspending a tenant ends the grants that it gave and those that it received. The audit log of the tenant that gave a grant
-- shows the end like a revocation.
create or replace function "tenants_end_grants"() returns trigger language plpgsql as $$
begin
  with ended as (
    delete from "tenant_grants" where "tenant_id" = new."id" or "granted_tenant_id" = new."id" returning *
  ), change as (
    select "granted_tenant_id" as "owner", jsonb_build_object('tenant_id', "tenant_id", 'granted_tenant_id', "granted_tenant_id",
      'created_at', to_char("created_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as "grant"
    from ended
  )
  insert into "audit_entries" ("tenant_id", "id", "actor_type", "actor_id", "action", "object_type", "object_id", "before", "after",
    "request_id", "created_at")
  select "owner", "usher_new_id"('aud', new."suspended_at"), 'SYSTEM', 'suspension', 'tenant.access_revoked', 'tenant', "owner",
    "grant", "grant", '', new."suspended_at"
  from change;
  return null;
end $$;

create or replace trigger "tenants_end_grants" after update of "suspended_at" on "tenants"
  for each row when (new."suspended_at" is not null and old."suspended_at" is null)
  execute function "tenants_end_grants"();
