-- How many more units a dimension may use of one source; null = any number, 0 or less = none. It is the rule of roomFor in
-- server/domain/billing/grants/rules.ts for a decision that counts at the same time; room-in-sql.test.ts holds the two to each other.
-- "used" is counted under the limit's binding, "own" by the dimension alone; "over_elsewhere" is what other dimensions are past
-- limits of their own. "included" null = unlimited; "allowance", what may be used past it, null = without bound.
create or replace function "usher_room"("included" numeric, "used" numeric, "own" numeric, "over_elsewhere" numeric,
  "allowance" numeric, "is_blocking" boolean, "limit_by_dimension" boolean, "cap_by_dimension" boolean)
returns numeric language sql immutable parallel safe as $$
  select case
    when "included" is null then null
    when "is_blocking" then "included" - "used"
    when "allowance" is null then null
    when "cap_by_dimension" then "included" + "allowance" - "own"
    when "limit_by_dimension" then "included" + greatest(0, "allowance" - "over_elsewhere") - "used"
    else "included" + "allowance" - "used"
  end
$$;
