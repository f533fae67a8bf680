-- Sets a counter to a value: opens it when there is none, and writes the difference to the ledger. Returns the counter as it
-- was and as it is; setting the same value again writes nothing. Returns no row when the counters of a limit would together
-- hold more than 10^15 units.
create or replace function "usher_set_usage"(p_tenant text, p_now timestamptz, p_actor_type text, p_actor_id text, p_item jsonb)
returns setof "usage_records" language plpgsql as $$
declare
  v_value numeric := (p_item->>'value')::numeric;
  counter "usage_records";
begin
  perform "usher_lock_usage"(p_tenant, jsonb_build_array(p_item));
  counter := "usher_open_counter"(p_tenant, p_item, p_now);
  -- Counters that are added up hold 10^15 units together at most; no row says that they would hold more.
  if v_value > counter."value" and not (p_item->>'is_apart')::boolean and v_value + counter."reserved" + (
    select coalesce(sum("value" + "reserved"), 0) from "usage_records"
    where "tenant_id" = p_tenant and "customer_id" = counter."customer_id" and "feature_id" = counter."feature_id"
      and "status" = 'OPEN' and "id" <> counter."id"
      and "period_start" < counter."period_end" and "period_end" > counter."period_start"
  ) > 1000000000000000 then
    return;
  end if;
  return next counter;
  if counter."value" <> v_value then
    insert into "usage_ledger" ("tenant_id", "id", "record_id", "customer_id", "kind", "delta", "actor_type", "actor_id",
      "reason", "occurred_at", "created_at")
    values (p_tenant, p_item->>'ledger_id', counter."id", counter."customer_id", 'SET', v_value - counter."value",
      p_actor_type::"ActorType", p_actor_id, p_item->>'reason', (p_item->>'occurred_at')::timestamptz, p_now);
    update "usage_records" set "value" = v_value, "included" = (p_item->>'limit')::numeric, "updated_at" = p_now
      where "tenant_id" = p_tenant and "id" = counter."id"
      returning * into counter;
  end if;
  return next counter;
end $$;
