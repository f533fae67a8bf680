-- Sets what a period has used to a value, with what earlier terms of it carried, which a lower value takes back: opens the counter
-- when there is none, and writes the difference to the ledger. Returns the counter as it was and as it is; setting the same value
-- again writes nothing. Returns no row when the counters of a limit would together hold more than 10^15 units. Writes the event of
-- a limit that the new value reaches or crosses, unless the item is_part of a value that several sources share. Raises UST01 where
-- the item is stale, as usher_open_counter says it.
create or replace function "usher_set_usage"(p_tenant text, p_now timestamptz, p_actor_type text, p_actor_id text, p_item jsonb)
returns setof "usage_records" language plpgsql as $$
declare
  v_value numeric := (p_item->>'value')::numeric;
  v_by_dimension boolean := (p_item->>'limit_by_dimension')::boolean;
  v_delta numeric;
  v_used numeric;
  v_rolled numeric;
  counter "usage_records";
begin
  perform "usher_lock_usage"(p_tenant, jsonb_build_array(p_item));
  counter := "usher_open_counter"(p_tenant, p_item, p_now);
  if counter."id" is null then raise exception 'The terms of the usage have changed.' using errcode = 'UST01'; end if;
  v_delta := v_value - counter."carried" - counter."value";
  v_value := greatest(0, v_value - counter."carried");
  -- Counters that are added up hold 10^15 units together at most; no row says that they would hold more.
  if v_value > counter."value" and not (p_item->>'is_apart')::boolean and counter."carried" + v_value + counter."reserved" + (
    select coalesce(sum("carried" + "value" + "reserved"), 0) from "usage_records"
    where "tenant_id" = p_tenant and "customer_id" = counter."customer_id" and "feature_id" = counter."feature_id"
      and "source_id" = counter."source_id" and "status" = 'OPEN' and "id" <> counter."id"
      and "period_start" < counter."period_end" and "period_end" > counter."period_start"
  ) > 1000000000000000 then
    return;
  end if;
  return next counter;
  if v_delta <> 0 then
    perform "usher_expire_reservations"(p_tenant, counter."customer_id", counter."feature_id",
      case when (p_item->>'is_apart')::boolean then counter."id" end, p_now);
    -- The usage under the limit before the change: of this dimension, or of all that share the limit.
    select sum("carried" + "value" + "reserved"), sum("rolled_over") into v_used, v_rolled
      from "usage_records"
      where "tenant_id" = p_tenant and "customer_id" = counter."customer_id" and "feature_id" = counter."feature_id"
        and "source_id" = counter."source_id" and "status" = 'OPEN' and ("id" = counter."id" or not v_by_dimension
          and "period_start" < counter."period_end" and "period_end" > counter."period_start");
    insert into "usage_ledger" ("tenant_id", "id", "record_id", "customer_id", "kind", "delta", "actor_type", "actor_id",
      "reason", "occurred_at", "created_at")
    values (p_tenant, p_item->>'ledger_id', counter."id", counter."customer_id", 'SET', v_delta,
      p_actor_type::"ActorType", p_actor_id, p_item->>'reason', (p_item->>'occurred_at')::timestamptz, p_now);
    update "usage_records" set "value" = v_value, "carried" = least("carried", (p_item->>'value')::numeric),
        "included" = (p_item->>'limit')::numeric, "updated_at" = p_now
      where "tenant_id" = p_tenant and "id" = counter."id"
      returning * into counter;
    if (p_item->>'is_part')::boolean is not true then
      perform "usher_reach_limit"(p_tenant, p_now, p_item, counter, v_used, v_used + v_delta,
        (p_item->>'limit')::numeric + v_rolled);
    end if;
  end if;
  return next counter;
end $$;
