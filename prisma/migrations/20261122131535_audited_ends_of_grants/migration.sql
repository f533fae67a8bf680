-- An identifier as the application makes them (TypeID: a UUIDv7 in Crockford's base32), for rows that triggers write.
create function "usher_new_id"("prefix" text, "moment" timestamptz) returns text language plpgsql volatile as $$
declare
  random text := replace(gen_random_uuid()::text, '-', '');
  hex text := lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || substr(random, 14, 19);
  bits bit varying := b'00' || ('x' || hex)::bit(128);
begin
  return prefix || '_' || (
    select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from i * 5 + 1 for 5)::bit(5)::int + 1, 1), ''
      order by i)
    from generate_series(0, 25) as i
  );
end $$;

-- A suspension ends grants: the tenant that gave each one finds that in its audit log, as if it had been taken back.
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
