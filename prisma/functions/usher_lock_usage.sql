-- Takes the locks under which usage is decided, until the transaction ends, always in the same order, so that no two
-- transactions deadlock. Dimensions that share a limit take one lock of the customer and feature. Dimensions with limits of
-- their own take one lock each, and the common lock shared; closing a period takes the common lock exclusively and so waits
-- for all of them.
create or replace function "usher_lock_usage"(p_tenant text, p_items jsonb) returns void language plpgsql as $$
begin
  perform case when is_whole then pg_advisory_xact_lock(key) else pg_advisory_xact_lock_shared(key) end from (
    select key, bool_or(is_whole) as is_whole from jsonb_array_elements(p_items) i cross join lateral (
      select "usher_usage_lock"(p_tenant, i->>'customer_id', i->>'feature_id', null) as key,
        not (i->>'is_apart')::boolean as is_whole
      union all
      select "usher_usage_lock"(p_tenant, i->>'customer_id', i->>'feature_id', i->>'dimension'), true
        where (i->>'is_apart')::boolean
    ) as wanted group by key order by key
  ) as keys;
end $$;
