-- Processes cache the catalog (free plans, answers about prices). Any change of a row they show notifies every process with the
-- commit, whichever statement made it.
create or replace function "usher_forget_catalog"() returns trigger language plpgsql as $$
begin
  perform pg_notify('usher_cache', 'key ' || coalesce(new."tenant_id", old."tenant_id"));
  return null;
end $$;

create or replace trigger "products_free_plans" after insert or update or delete on "products"
  for each row execute function "usher_forget_catalog"();
create or replace trigger "packs_free_plans" after insert or update or delete on "packs"
  for each row execute function "usher_forget_catalog"();
create or replace trigger "plans_catalog" after insert or update or delete on "plans"
  for each row execute function "usher_forget_catalog"();
create or replace trigger "plan_prices_catalog" after insert or update or delete on "plan_prices"
  for each row execute function "usher_forget_catalog"();
create or replace trigger "features_catalog" after update or delete on "features"
  for each row execute function "usher_forget_catalog"();
