-- AlterTable
ALTER TABLE "usage_records" ADD COLUMN     "allowance_end" TIMESTAMPTZ(3);

-- Its parameters change: units roll over for each source by itself. Older processes call it without a source.
drop function if exists "usher_rolled_over"(text, text, text, text, text, timestamptz, timestamptz, numeric, numeric, timestamptz, text);

create or replace function "usher_free_source"(p_tenant text, p_feature text) returns text language sql stable as $$
  select coalesce((
    select p."id" from "products" p
    join "packs" k on k."tenant_id" = p."tenant_id" and k."plan_id" = p."free_plan_id" and k."status" = 'ACTIVE'
    join "pack_entitlements" e on e."tenant_id" = k."tenant_id" and e."pack_id" = k."id" and e."feature_id" = p_feature
    where p."tenant_id" = p_tenant and p."archived_at" is null
    order by p."position", p."id" limit 1
  ), '')
$$;

create or replace function "usher_rolled_over"(
  p_tenant text, p_customer text, p_subscription text, p_feature text, p_dimension text, p_start timestamptz,
  p_since timestamptz, p_limit numeric, p_most numeric, p_anchor timestamptz, p_interval text, p_source text default null
) returns numeric language plpgsql stable as $$
declare
  last_end timestamptz;
  left_over numeric := 0;
  idle numeric;
  v_takes_old boolean;
begin
  if p_most is null or p_limit is null then return 0; end if;
  v_takes_old := p_subscription is not null or p_source is null or p_source = "usher_free_source"(p_tenant, p_feature);
  select max("period_end") into last_end from "usage_records"
    where "tenant_id" = p_tenant and "customer_id" = p_customer and "feature_id" = p_feature
      and ("source_id" = p_source
        or v_takes_old and (p_source is null or "source_id" = '') and "subscription_id" is not distinct from p_subscription)
      and (p_dimension is null or "dimension" = p_dimension) and "period_end" <= p_start;
  if last_end is not null then
    -- Units that earlier terms of the period carried were included, and are used.
    select greatest(0, coalesce(max("included"), p_limit) + sum("rolled_over") - sum("carried") - sum("value")) into left_over
      from "usage_records"
      where "tenant_id" = p_tenant and "customer_id" = p_customer and "feature_id" = p_feature
        and ("source_id" = p_source
          or v_takes_old and (p_source is null or "source_id" = '') and "subscription_id" is not distinct from p_subscription)
        and (p_dimension is null or "dimension" = p_dimension) and "period_end" = last_end;
    left_over := least(p_most, left_over);
  end if;
  idle := "usher_periods_between"(p_anchor, p_interval, coalesce(last_end, p_since), p_start);
  return least(p_most, left_over + coalesce(idle, 0) * p_limit);
end $$;
