-- DropIndex
DROP INDEX "usage_ledger_tenant_id_customer_id_created_at_idx";

-- AlterTable
ALTER TABLE "usage_ledger" ADD COLUMN     "limit_after" DECIMAL(24,6),
ADD COLUMN     "requested" DECIMAL(24,6),
ADD COLUMN     "used_after" DECIMAL(24,6);

-- AlterTable
ALTER TABLE "usage_records" ADD COLUMN     "included" DECIMAL(24,6);

-- AlterTable
ALTER TABLE "usage_reservations" ADD COLUMN     "confirmed" DECIMAL(24,6),
ADD COLUMN     "ledger_id" TEXT;

-- CreateIndex
CREATE INDEX "usage_ledger_tenant_id_customer_id_id_idx" ON "usage_ledger"("tenant_id", "customer_id", "id");

-- ── Check and count in one step ────────────────────────────────────────────────────────────────────────────────────

-- Whoever decides about a counter holds its lock until the transaction ends: one lock for all of a customer's dimensions
-- where they share anything, one for each where they do not (dimension null = shared).
create function "usher_usage_lock"(tenant text, customer text, feature text, dimension text) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended(tenant || ' ' || customer || ' ' || feature || coalesce(' ' || dimension, ''), 0)
$$;

-- Units that come along from the periods before one that begins at p_start: what was left of the last period in which
-- something was used, and of every whole period since in which nothing was; never more than p_most. Before the first
-- use, all whole periods since p_since. p_dimension null: the customer's dimensions share limit and rest.
create function "usher_rolled_over"(
  p_tenant text, p_customer text, p_subscription text, p_feature text, p_dimension text, p_start timestamptz,
  p_since timestamptz, p_limit numeric, p_most numeric, p_interval_days numeric
) returns numeric language plpgsql stable as $$
declare
  last_end timestamptz;
  left_over numeric := 0;
  idle numeric;
begin
  if p_most is null or p_limit is null then return 0; end if;
  select max("period_end") into last_end from "usage_records"
    where "tenant_id" = p_tenant and "customer_id" = p_customer and "feature_id" = p_feature
      and "subscription_id" is not distinct from p_subscription
      and (p_dimension is null or "dimension" = p_dimension) and "period_end" <= p_start;
  if last_end is not null then
    select greatest(0, coalesce(max("included"), p_limit) + sum("rolled_over") - sum("value")) into left_over
      from "usage_records"
      where "tenant_id" = p_tenant and "customer_id" = p_customer and "feature_id" = p_feature
        and "subscription_id" is not distinct from p_subscription
        and (p_dimension is null or "dimension" = p_dimension) and "period_end" = last_end;
    left_over := least(p_most, left_over);
  end if;
  -- Periods are anchored: their lengths differ by days, never by half a period.
  idle := round(extract(epoch from p_start - coalesce(last_end, p_since)) / 86400.0 / p_interval_days);
  return least(p_most, left_over + greatest(0, idle) * p_limit);
end $$;

-- The open counter of a customer, feature and dimension, locked; closes what has ended and opens what is not there, with
-- what rolls over. One whose period was cut by a change of interval goes on in the new period.
create function "usher_open_counter"(p_tenant text, p_item jsonb, p_now timestamptz) returns "usage_records"
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
  v_rolled numeric := 0;
  counter "usage_records";
begin
  select * into counter from "usage_records"
    where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature
      and "dimension" = v_dimension and "status" = 'OPEN'
    for update;
  if found and counter."period_start" = v_start and counter."period_end" = v_end then return counter; end if;

  update "usage_records" set "status" = 'CLOSED', "updated_at" = p_now
    where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature and "status" = 'OPEN'
      and "period_end" <= v_start;
  if v_most is not null and v_limit is not null and (v_by_dimension or not exists (
    select 1 from "usage_records" where "tenant_id" = p_tenant and "customer_id" = v_customer and "feature_id" = v_feature
      and "status" = 'OPEN'
  )) then
    v_rolled := "usher_rolled_over"(p_tenant, v_customer, p_item->>'subscription_id', v_feature,
      case when v_by_dimension then v_dimension end, v_start, (p_item->>'since')::timestamptz, v_limit, v_most,
      (p_item->>'interval_days')::numeric);
  end if;
  insert into "usage_records" ("tenant_id", "id", "customer_id", "subscription_id", "feature_id", "dimension", "rolled_over",
    "included", "period_start", "period_end", "created_at", "updated_at")
  values (p_tenant, p_item->>'record_id', v_customer, p_item->>'subscription_id', v_feature, v_dimension, v_rolled,
    v_limit, v_start, v_end, p_now, p_now)
  on conflict ("tenant_id", "customer_id", "feature_id", "dimension") where "status" = 'OPEN'
  -- Whoever looked before the period turned must not turn it back.
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

-- Reservations that have run out hold nothing any more: of one counter, or (p_record null) of all of the customer's, whose
-- locks the caller then holds.
create function "usher_expire_reservations"(p_tenant text, p_customer text, p_feature text, p_record text, p_now timestamptz)
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

-- Uses, reserves or releases units, item by item in the order given, each decided and counted in one step: nobody else
-- decides about the same counter until this transaction ends. Answers a row for each item. What an item says:
-- server/domain/usage/decide-uses.ts; how room is reckoned: roomFor in server/domain/entitlements/rules.ts.
create function "usher_use"(p_tenant text, p_now timestamptz, p_actor_type text, p_actor_id text, p_items jsonb)
returns setof jsonb language plpgsql as $$
declare
  item jsonb;
  counter "usage_records";
  known record;
  sums record;
  v_quantity numeric;
  v_counted numeric;
  v_limit numeric;
  v_allowance numeric;
  v_room numeric;
  v_included numeric;
  v_used numeric;
  v_refusal text;
  v_is_late boolean;
  v_sequence int;
  v_by_dimension boolean;
  v_is_held boolean;
begin
  -- All locks first, in one order, so that two of these never wait for each other in a circle.
  perform pg_advisory_xact_lock(key) from (
    select distinct "usher_usage_lock"(p_tenant, i->>'customer_id', i->>'feature_id',
      case when (i->>'is_apart')::boolean then i->>'dimension' end) as key
    from jsonb_array_elements(p_items) i order by 1
  ) as keys;

  for item in select value from jsonb_array_elements(p_items) loop
    v_quantity := (item->>'quantity')::numeric;
    v_by_dimension := (item->>'limit_by_dimension')::boolean;
    v_is_held := (item->>'is_held')::boolean;
    v_is_late := false;
    v_refusal := null;

    if item->>'event_id' is not null then
      select l."id", l."delta", l."requested", l."used_after", l."limit_after", l."is_late", r."id" as record_id,
             r."customer_id", r."feature_id", r."dimension", r."period_start", r."period_end"
        into known
        from "usage_ledger" l join "usage_records" r on r."tenant_id" = l."tenant_id" and r."id" = l."record_id"
        where l."tenant_id" = p_tenant and l."event_id" = item->>'event_id';
      if found then
        if known."customer_id" = item->>'customer_id' and known."feature_id" = item->>'feature_id'
          and known."dimension" = item->>'dimension' and known."requested" = v_quantity then
          return next jsonb_build_object('outcome', 'COUNTED', 'is_repeated', true, 'ledger_id', known."id",
            'record_id', known."record_id", 'counted', known."delta"::text, 'used', known."used_after"::text,
            'limit', known."limit_after"::text, 'is_late', known."is_late", 'period_start', known."period_start",
            'period_end', known."period_end");
        else
          return next jsonb_build_object('outcome', 'OTHER_EVENT');
        end if;
        continue;
      end if;
    end if;

    -- A late one lands in the period in which it happened while that is open, else in the present one.
    counter := null;
    if not v_is_held and (item->>'occurred_at')::timestamptz < (item->>'period_start')::timestamptz then
      select * into counter from "usage_records"
        where "tenant_id" = p_tenant and "customer_id" = item->>'customer_id' and "feature_id" = item->>'feature_id'
          and "dimension" = item->>'dimension' and "status" = 'OPEN'
          and "period_start" <= (item->>'occurred_at')::timestamptz and "period_end" > (item->>'occurred_at')::timestamptz
        for update;
      v_is_late := counter."id" is null;
    end if;
    if counter."id" is null then counter := "usher_open_counter"(p_tenant, item, p_now); end if;

    if exists (
      select 1 from "usage_records" where "tenant_id" = p_tenant and "customer_id" = item->>'customer_id'
        and "feature_id" = item->>'feature_id' and "status" = 'OPEN' and "reserved" > 0
    ) then
      perform "usher_expire_reservations"(p_tenant, item->>'customer_id', item->>'feature_id',
        case when (item->>'is_apart')::boolean then counter."id" end, p_now);
      select * into counter from "usage_records" where "tenant_id" = p_tenant and "id" = counter."id";
    end if;

    v_limit := (item->>'limit')::numeric;
    v_allowance := (item->>'allowance')::numeric;
    select coalesce(sum("value" + "reserved"), 0) as used, coalesce(sum("rolled_over"), 0) as rolled,
           coalesce(sum(greatest(0, "value" + "reserved" - v_limit - "rolled_over")) filter (where "id" <> counter."id"), 0) as over_elsewhere,
           count(*) filter (where "dimension" <> '' and "dimension" <> counter."dimension" and "value" + "reserved" > 0) as other_dimensions
      into sums
      from "usage_records"
      where "tenant_id" = p_tenant and "customer_id" = item->>'customer_id' and "feature_id" = item->>'feature_id'
        and "status" = 'OPEN' and "period_start" < counter."period_end" and "period_end" > counter."period_start";

    v_included := v_limit + case when v_by_dimension then counter."rolled_over" else sums.rolled end;
    v_used := case when v_by_dimension then counter."value" + counter."reserved" else sums.used end;
    v_room := case
      when v_limit is null or (v_allowance is null and not (item->>'is_blocking')::boolean) then null
      when (item->>'is_blocking')::boolean then v_included - v_used
      when (item->>'cap_by_dimension')::boolean then v_included + v_allowance - counter."value" - counter."reserved"
      when v_by_dimension then v_included + greatest(0, v_allowance - sums.over_elsewhere) - v_used
      else v_included + v_allowance - v_used
    end;

    v_counted := v_quantity;
    if v_quantity < 0 then
      if counter."value" + v_quantity < 0 then
        if (item->>'is_clipped')::boolean then v_counted := -counter."value"; else v_refusal := 'BELOW_ZERO'; end if;
      end if;
    else
      if (item->>'max_dimensions') is not null and counter."dimension" <> '' and counter."value" + counter."reserved" = 0
        and sums.other_dimensions >= (item->>'max_dimensions')::int and v_quantity > coalesce((item->>'pledged')::numeric, 0) then
        v_refusal := 'MAX_DIMENSIONS';
      elsif v_room is not null and v_quantity > greatest(v_room, coalesce((item->>'pledged')::numeric, 0)) then
        if (item->>'is_clipped')::boolean and v_room > 0 then v_counted := v_room; else v_refusal := 'NO_ROOM'; end if;
      elsif counter."value" + counter."reserved" + v_quantity > 100000000000000000 then
        v_refusal := 'NO_ROOM';
      end if;
    end if;
    if v_refusal is not null then
      return next jsonb_build_object('outcome', 'REFUSED', 'refusal', v_refusal, 'record_id', counter."id", 'held', counter."value"::text);
      continue;
    end if;

    if item->>'reservation_id' is not null then
      insert into "usage_reservations" ("tenant_id", "id", "record_id", "customer_id", "feature_id", "quantity", "created_at", "expires_at")
      values (p_tenant, item->>'reservation_id', counter."id", item->>'customer_id', item->>'feature_id', v_counted, p_now,
        (item->>'expires_at')::timestamptz);
      update "usage_records" set "reserved" = "reserved" + v_counted, "included" = v_limit, "updated_at" = p_now
        where "tenant_id" = p_tenant and "id" = counter."id";
    else
      insert into "usage_ledger" ("tenant_id", "id", "record_id", "customer_id", "kind", "delta", "event_id", "requested", "used_after",
        "limit_after", "is_late", "actor_type", "actor_id", "occurred_at", "created_at")
      values (p_tenant, item->>'ledger_id', counter."id", item->>'customer_id', (item->>'kind')::"LedgerKind", v_counted,
        item->>'event_id', v_quantity, v_used + v_counted, v_included, v_is_late, p_actor_type::"ActorType", p_actor_id,
        (item->>'occurred_at')::timestamptz, p_now)
      on conflict ("tenant_id", "event_id") do nothing;
      if not found then
        -- Somebody has just recorded the event under another counter.
        return next jsonb_build_object('outcome', 'OTHER_EVENT');
        continue;
      end if;
      update "usage_records" set "value" = "value" + v_counted, "included" = v_limit, "updated_at" = p_now
        where "tenant_id" = p_tenant and "id" = counter."id";
      if v_included is not null and v_used < v_included and v_used + v_counted >= v_included then
        insert into "object_sequences" ("tenant_id", "object_id", "last") values (p_tenant, counter."id", 1)
          on conflict ("tenant_id", "object_id") do update set "last" = "object_sequences"."last" + 1
          returning "last" into v_sequence;
        insert into "events" ("tenant_id", "id", "type", "object_type", "object_id", "sequence", "data", "created_at")
        values (p_tenant, item->>'outbox_id', 'usage.limit_reached', 'usage_record', counter."id", v_sequence, jsonb_build_object(
          'id', counter."id", 'customer_id', item->>'customer_id', 'feature_key', item->>'feature_key',
          'dimension', nullif(counter."dimension", ''), 'used', v_used + v_counted, 'limit', v_included,
          'period_start', counter."period_start", 'period_end', counter."period_end"), p_now);
      end if;
    end if;
    return next jsonb_build_object('outcome', 'COUNTED', 'is_repeated', false, 'ledger_id', item->>'ledger_id',
      'record_id', counter."id", 'counted', v_counted::text, 'used', (v_used + v_counted)::text,
      'limit', v_included::text, 'is_late', v_is_late, 'period_start', counter."period_start", 'period_end', counter."period_end");
  end loop;
end $$;
