-- A grant's row belongs to the tenant that may read, so that row-level security shows it there. A statement that runs for a
-- tenant (role usher_web) must not add or change a grant.
create or replace function "tenant_grants_from_outside"() returns trigger language plpgsql as $$
begin
  if current_user = 'usher_web' then
    raise exception 'new row violates row-level security: a grant is given by the tenant that is read'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create or replace trigger "tenant_grants_from_outside" before insert or update on "tenant_grants"
  for each row execute function "tenant_grants_from_outside"();
