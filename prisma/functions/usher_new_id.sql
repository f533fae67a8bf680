-- An identifier as the application makes them (TypeID: a UUIDv7 in Crockford's base32), for rows that triggers write.
create or replace function "usher_new_id"("prefix" text, "moment" timestamptz) returns text language plpgsql volatile as $$
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
