-- The key of the advisory lock under which usage is decided: one lock for all of a customer's dimensions where they share a
-- limit (dimension null), one for each dimension where they do not. The holder keeps it until its transaction ends.
create or replace function "usher_usage_lock"(tenant text, customer text, feature text, dimension text) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended(tenant || ' ' || customer || ' ' || feature || coalesce(' ' || dimension, ''), 0)
$$;
