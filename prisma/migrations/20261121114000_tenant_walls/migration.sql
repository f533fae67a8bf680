-- The second wall: whoever is not the tables' owner sees and writes the rows of one tenant alone, named for the transaction by
-- the setting usher.tenant_id; without it, none. The owner, who migrates and works for all tenants, is not held by it. A new
-- table with tenant_id needs the same two lines.
do $$
declare
  name text;
begin
  for name in
    select c.relname from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy "own_tenant" on %I using ("tenant_id" = current_setting(''usher.tenant_id'', true))', name);
  end loop;
end $$;

alter table "tenants" enable row level security;
create policy "own_tenant" on "tenants" using ("id" = current_setting('usher.tenant_id', true));
