-- A charge that is nowhere else when a transaction commits waits for an invoice.
create or replace function "usher_wait_charge"() returns trigger language plpgsql as $$
declare
  v_charge text := case tg_table_name when 'charges' then to_jsonb(new)->>'id' else to_jsonb(new)->>'charge_id' end;
  v_moment timestamptz := case tg_table_name when 'charges' then to_jsonb(new)->>'created_at' else to_jsonb(new)->>'ended_at' end;
begin
  insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "actor_type", "actor_id", "created_at")
  select new."tenant_id", "usher_new_id"('place', v_moment), v_charge, 'WAITING', 'SYSTEM', 'charges', v_moment
  where not exists (
    select 1 from "charge_placements" p
    where p."tenant_id" = new."tenant_id" and p."charge_id" = v_charge and p."ended_at" is null);
  return null;
end $$;

create constraint trigger "charges_wait" after insert on "charges"
  deferrable initially deferred for each row execute function "usher_wait_charge"();
create constraint trigger "charge_placements_wait" after update on "charge_placements"
  deferrable initially deferred for each row when (old."ended_at" is null and new."ended_at" is not null)
  execute function "usher_wait_charge"();
