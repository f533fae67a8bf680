-- A grant's row belongs to the tenant that may read, so that row-level security shows it there. It must not be able to write
-- one: what runs for a tenant never adds or changes a grant, whatever the statement says.
create function "tenant_grants_from_outside"() returns trigger language plpgsql as $$
begin
  if current_user = 'usher_web' then
    raise exception 'new row violates row-level security: a grant is given by the tenant that is read'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger "tenant_grants_from_outside" before insert or update on "tenant_grants"
  for each row execute function "tenant_grants_from_outside"();

-- A tenant that is suspended ends the grants that it gave and those that it was given; deleting it does so by the foreign keys.
create function "tenants_end_grants"() returns trigger language plpgsql as $$
begin
  delete from "tenant_grants" where "tenant_id" = new."id" or "granted_tenant_id" = new."id";
  return null;
end $$;
create trigger "tenants_end_grants" after update of "suspended_at" on "tenants"
  for each row when (new."suspended_at" is not null and old."suspended_at" is null)
  execute function "tenants_end_grants"();
