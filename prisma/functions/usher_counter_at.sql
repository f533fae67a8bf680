-- The open counter of an item's source in whose period the use happened, locked; null where that period is closed, or never was.
-- The caller holds the locks of usher_lock_usage.
create or replace function "usher_counter_at"(p_tenant text, p_item jsonb) returns "usage_records" language sql as $$
  select * from "usage_records"
  where "tenant_id" = p_tenant and "customer_id" = p_item->>'customer_id' and "feature_id" = p_item->>'feature_id'
    and "dimension" = p_item->>'dimension' and "source_id" = "usher_source_of"(p_tenant, p_item)
    and "status" = 'OPEN' and coalesce("allowance_start", "period_start") <= (p_item->>'occurred_at')::timestamptz
    and "period_end" > (p_item->>'occurred_at')::timestamptz
  for update
$$;
