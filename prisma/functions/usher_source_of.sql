-- What grants the units of an item: '' for held units, which all sources grant together. A process of an older version names no
-- source; it counts under the subscription, or under the first free plan.
create or replace function "usher_source_of"(p_tenant text, p_item jsonb) returns text language sql stable as $$
  select case
    when p_item->>'source_id' is not null then p_item->>'source_id'
    when (p_item->>'is_held')::boolean then ''
    when p_item->>'subscription_id' is not null then p_item->>'subscription_id'
    else "usher_free_source"(p_tenant, p_item->>'feature_id')
  end
$$;
