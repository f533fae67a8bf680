-- Processes keep free plans in memory. Whoever changes a product or a pack, by whatever way, tells them so with the commit.
create function "usher_forget_free_plans"() returns trigger language plpgsql as $$
begin
  perform pg_notify('usher_cache', 'key ' || coalesce(new."tenant_id", old."tenant_id"));
  return null;
end $$;

create trigger "products_free_plans" after insert or update or delete on "products"
  for each row execute function "usher_forget_free_plans"();
create trigger "packs_free_plans" after insert or update or delete on "packs"
  for each row execute function "usher_forget_free_plans"();
