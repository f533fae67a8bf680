-- Writes the event usage.limit_reached when a change of a counter takes the usage under its limit from below what is included
-- to it or past it, once for each crossing. The caller holds the locks of usher_lock_usage. p_before and p_after are the usage
-- under the limit, of one dimension or of all that share it, and p_included is the limit with units that rolled over; null =
-- unlimited.
create or replace function "usher_reach_limit"(p_tenant text, p_now timestamptz, p_item jsonb, p_counter "usage_records",
  p_before numeric, p_after numeric, p_included numeric) returns void
language plpgsql as $$
declare
  v_sequence int;
begin
  if p_included is null or p_before >= p_included or p_after < p_included then return; end if;
  insert into "object_sequences" ("tenant_id", "object_id", "last") values (p_tenant, p_counter."id", 1)
    on conflict ("tenant_id", "object_id") do update set "last" = "object_sequences"."last" + 1
    returning "last" into v_sequence;
  insert into "events" ("tenant_id", "id", "type", "object_type", "object_id", "sequence", "data", "created_at")
  -- A process of an older version names no id when it sets a counter.
  values (p_tenant, coalesce(p_item->>'outbox_id', "usher_new_id"('evt', p_now)), 'usage.limit_reached', 'usage_record',
    p_counter."id", v_sequence, jsonb_build_object(
      'id', p_counter."id", 'customer_id', p_counter."customer_id", 'feature_key', p_item->>'feature_key',
      'dimension', nullif(p_counter."dimension", ''), 'used', p_after, 'limit', p_included,
      'period_start', p_counter."period_start", 'period_end', p_counter."period_end"), p_now);
end $$;
