-- Releases reservations that have run out: those of one counter, or (p_record null) all of the customer's for the feature. The
-- caller holds the locks of usher_lock_usage.
create or replace function "usher_expire_reservations"(p_tenant text, p_customer text, p_feature text, p_record text, p_now timestamptz)
returns void language sql as $$
  with expired as (
    update "usage_reservations" set "status" = 'EXPIRED', "settled_at" = p_now
    where "tenant_id" = p_tenant and "customer_id" = p_customer and "feature_id" = p_feature and "status" = 'HELD'
      and "expires_at" <= p_now and (p_record is null or "record_id" = p_record)
    returning "record_id", "quantity"
  ), freed as (select "record_id", sum("quantity") as "quantity" from expired group by 1)
  update "usage_records" r set "reserved" = r."reserved" - f."quantity", "updated_at" = p_now
  from freed f where r."tenant_id" = p_tenant and r."id" = f."record_id";
$$;
