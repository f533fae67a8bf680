-- Returns the open counter of a customer, feature, dimension and source, locked. Closes counters whose period has ended, and
-- opens a counter where none is open, with the units that roll over. Returns null where the terms of the item are not those of
-- now: the open counter counts under others, or the customer's terms have changed since they were read. Such an item is stale:
-- its terms are to be read again, and a counter whose terms have ended is to be settled first. The caller holds the locks of
-- usher_lock_usage.
create or replace function "usher_open_counter"(p_tenant text, p_item jsonb, p_now timestamptz) returns "usage_records"
language plpgsql as $$
declare
  v_customer text := p_item->>'customer_id';
  v_feature text := p_item->>'feature_id';
  v_dimension text := p_item->>'dimension';
  v_source text := "usher_source_of"(p_tenant, p_item);
  v_terms text := p_item->>'terms_id';
  v_start timestamptz := (p_item->>'period_start')::timestamptz;
  v_end timestamptz := (p_item->>'period_end')::timestamptz;
  v_limit numeric := (p_item->>'limit')::numeric;
  v_most numeric := (p_item->>'rollover_max')::numeric;
  v_by_dimension boolean := (p_item->>'limit_by_dimension')::boolean;
  v_is_apart boolean := (p_item->>'is_apart')::boolean;
  v_rolled numeric := 0;
  v_counted_until timestamptz;
  counter "usage_records";
begin
  select * into counter from "usage_records"
    where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature
      and "dimension" = v_dimension and "source_id" = v_source and "status" = 'OPEN'
    for update;
  if found then
    if coalesce(counter."allowance_start", counter."period_start") = v_start and counter."period_end" = v_end then
      if counter."terms_id" = v_terms or v_terms is null then return counter; end if;
      if counter."terms_id" is not null then return null; end if;
      -- It was opened before counters named their terms, and counts under these from now on.
      update "usage_records" set "terms_id" = v_terms, "included" = v_limit
        where "tenant_id" = p_tenant and "id" = counter."id"
        returning * into counter;
      return counter;
    end if;
    -- The item's clock is behind that of another process, which has begun the next period under the same terms.
    if v_terms is not null and counter."terms_id" = v_terms and coalesce(counter."allowance_start", counter."period_start") >= v_end then
      return counter;
    end if;
    -- Its period goes on, and is not the item's: the item is old, or a change of the calendar has not been settled yet.
    -- A process of an older version knows no stale item: what it counts stays in the counter that runs.
    if counter."period_end" > v_start then
      if v_terms is null then return counter; else return null; end if;
    end if;
  end if;

  if (p_item->>'terms_version') is not null and not exists (
    select 1 from "customers" c where c."tenant_id" = p_tenant and c."id" = v_customer
      and c."terms_version" = (p_item->>'terms_version')::int
  ) then
    return null;
  end if;
  -- Of dimensions that share nothing each closes its own: others' writers hold theirs.
  if v_is_apart then
    update "usage_records" set "status" = 'CLOSED', "updated_at" = p_now
      where "tenant_id" = p_tenant and "id" = counter."id" and "period_end" <= v_start;
  else
    update "usage_records" set "status" = 'CLOSED', "updated_at" = p_now
      where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature and "status" = 'OPEN'
        and "source_id" = v_source and "period_end" <= v_start;
  end if;
  if v_most is not null and v_limit is not null and (v_by_dimension or not exists (
    select 1 from "usage_records" where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature
      and "source_id" = v_source and "status" = 'OPEN'
  )) then
    v_rolled := "usher_rolled_over"(p_tenant, v_customer, p_item->>'subscription_id', v_feature,
      case when v_by_dimension then v_dimension end, v_start, (p_item->>'since')::timestamptz, v_limit, v_most,
      (p_item->>'anchor')::timestamptz, p_item->>'interval', v_source);
  end if;
  -- Where the length of the allowance changed and changed back, its period may have begun before a counter that has ended.
  select max("period_end") into v_counted_until from "usage_records"
    where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature and "dimension" = v_dimension
      and "source_id" = v_source and "period_start" >= v_start and "period_end" > v_start;
  -- All of the period is closed: the item is old.
  if v_counted_until >= v_end then return null; end if;
  insert into "usage_records" ("tenant_id", "id", "customer_id", "subscription_id", "feature_id", "dimension", "source_id",
    "terms_id", "rolled_over", "included", "period_start", "period_end", "allowance_start", "created_at", "updated_at")
  values (p_tenant, p_item->>'record_id', v_customer, p_item->>'subscription_id', v_feature, v_dimension, v_source,
    v_terms, v_rolled, v_limit, coalesce(v_counted_until, v_start), v_end, case when v_counted_until is not null then v_start end,
    p_now, p_now)
  returning * into counter;
  return counter;
end $$;
