-- Returns the open counter of a customer, feature and dimension, locked. Closes counters whose period has ended, and opens a
-- counter where none is open, with the units that roll over. A counter whose period was cut short by a change of interval
-- continues in the new period. The caller holds the locks of usher_lock_usage.
create or replace function "usher_open_counter"(p_tenant text, p_item jsonb, p_now timestamptz) returns "usage_records"
language plpgsql as $$
declare
  v_customer text := p_item->>'customer_id';
  v_feature text := p_item->>'feature_id';
  v_dimension text := p_item->>'dimension';
  v_start timestamptz := (p_item->>'period_start')::timestamptz;
  v_end timestamptz := (p_item->>'period_end')::timestamptz;
  v_limit numeric := (p_item->>'limit')::numeric;
  v_most numeric := (p_item->>'rollover_max')::numeric;
  v_by_dimension boolean := (p_item->>'limit_by_dimension')::boolean;
  v_is_apart boolean := (p_item->>'is_apart')::boolean;
  v_rolled numeric := 0;
  counter "usage_records";
begin
  select * into counter from "usage_records"
    where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature
      and "dimension" = v_dimension and "status" = 'OPEN'
    for update;
  if found and counter."period_start" = v_start and counter."period_end" = v_end then return counter; end if;

  -- Of dimensions that share nothing each closes its own: others' writers hold theirs.
  if v_is_apart then
    update "usage_records" set "status" = 'CLOSED', "updated_at" = p_now
      where "tenant_id" = p_tenant and "id" = counter."id" and "period_end" <= v_start;
  else
    update "usage_records" set "status" = 'CLOSED', "updated_at" = p_now
      where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature and "status" = 'OPEN'
        and "period_end" <= v_start;
  end if;
  if v_most is not null and v_limit is not null and (v_by_dimension or not exists (
    select 1 from "usage_records" where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature
      and "status" = 'OPEN'
  )) then
    v_rolled := "usher_rolled_over"(p_tenant, v_customer, p_item->>'subscription_id', v_feature,
      case when v_by_dimension then v_dimension end, v_start, (p_item->>'since')::timestamptz, v_limit, v_most,
      (p_item->>'anchor')::timestamptz, p_item->>'interval');
  end if;
  insert into "usage_records" ("tenant_id", "id", "customer_id", "subscription_id", "feature_id", "dimension", "rolled_over",
    "included", "period_start", "period_end", "created_at", "updated_at")
  values (p_tenant, p_item->>'record_id', v_customer, p_item->>'subscription_id', v_feature, v_dimension, v_rolled,
    v_limit, v_start, v_end, p_now, p_now)
  on conflict ("tenant_id", "customer_id", "feature_id", "dimension") where "status" = 'OPEN'
  -- A transaction that read the period before it ended must not set it back.
  do update set "period_start" = excluded."period_start", "period_end" = excluded."period_end",
    "subscription_id" = excluded."subscription_id"
    where excluded."period_start" >= "usage_records"."period_start"
  returning * into counter;
  if not found then
    select * into counter from "usage_records"
      where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature
        and "dimension" = v_dimension and "status" = 'OPEN'
      for update;
  end if;
  return counter;
end $$;
