-- Records, reserves or releases usage. Each item is checked and counted in one step, in the order given, and usage past the
-- ceiling is refused here. The counters are locked until the transaction ends. Returns one row for each item.
-- server/domain/billing/usage/decide-uses.ts describes the items; usher_room has the rule.
create or replace function "usher_use"(p_tenant text, p_now timestamptz, p_actor_type text, p_actor_id text, p_items jsonb)
returns setof jsonb language plpgsql as $$
declare
  item jsonb;
  counter "usage_records";
  known record;
  v_quantity numeric;
  v_counted numeric;
  v_limit numeric;
  v_limit_now numeric;
  v_allowance numeric;
  v_room numeric;
  v_included numeric;
  v_shown numeric;
  v_used numeric;
  v_before numeric;
  v_billed_before bigint;
  v_refusal text;
  v_is_late boolean;
  v_by_dimension boolean;
  v_is_held boolean;
  v_is_apart boolean;
  v_sum_used numeric;
  v_sum_rolled numeric;
  v_sum_carried numeric;
  v_over_elsewhere numeric;
  v_other_dimensions bigint;
begin
  perform "usher_lock_usage"(p_tenant, p_items);

  for item in select value from jsonb_array_elements(p_items) loop
    v_quantity := (item->>'quantity')::numeric;
    v_by_dimension := (item->>'limit_by_dimension')::boolean;
    v_is_held := (item->>'is_held')::boolean;
    v_is_apart := (item->>'is_apart')::boolean;
    v_refusal := null;

    if item->>'event_id' is not null then
      select l."id", l."delta", l."requested", l."used_after", l."limit_after", l."remaining_after", l."is_late",
             r."id" as record_id, r."customer_id", r."feature_id", r."dimension",
             coalesce(r."allowance_start", r."period_start") as period_start,
             coalesce(r."allowance_end", r."period_end") as period_end
        into known
        from "usage_ledger" l join "usage_records" r on r."tenant_id" = l."tenant_id" and r."id" = l."record_id"
        where l."tenant_id" = p_tenant and l."event_id" = item->>'event_id';
      if found then
        if known."customer_id" = item->>'customer_id' and known."feature_id" = item->>'feature_id'
          and known."dimension" = item->>'dimension' and known."requested" = v_quantity then
          return next jsonb_build_object('outcome', 'COUNTED', 'is_repeated', true, 'ledger_id', known."id",
            'record_id', known."record_id", 'counted', (known."delta" + coalesce((select sum("delta") from "usage_ledger"
              where "tenant_id" = p_tenant and "part_of" = known."id"), 0))::text, 'used', known."used_after"::text,
            'limit', known."limit_after"::text, 'remaining', known."remaining_after"::text, 'is_late', known."is_late",
            'period_start', known."period_start", 'period_end', known."period_end");
        else
          return next jsonb_build_object('outcome', 'OTHER_EVENT');
        end if;
        continue;
      end if;
    end if;

    if item ? 'parts' then
      return next "usher_use_parts"(p_tenant, p_now, p_actor_type, p_actor_id, item);
      continue;
    end if;

    -- A late one lands in the period in which it happened while that is open, else in the present one.
    counter := null;
    if not v_is_held and (item->>'occurred_at')::timestamptz < (item->>'period_start')::timestamptz then
      counter := "usher_counter_at"(p_tenant, item);
    end if;
    if counter."id" is null then counter := "usher_open_counter"(p_tenant, item, p_now); end if;
    if counter."id" is null then
      return next jsonb_build_object('outcome', 'STALE');
      continue;
    end if;
    v_is_late := not v_is_held
      and (item->>'occurred_at')::timestamptz < coalesce(counter."allowance_start", counter."period_start");

    if counter."reserved" > 0 or not v_is_apart and exists (
      select 1 from "usage_records" where "tenant_id" = p_tenant and "customer_id" = item->>'customer_id'
        and "feature_id" = item->>'feature_id' and "source_id" = counter."source_id" and "status" = 'OPEN' and "reserved" > 0
    ) then
      perform "usher_expire_reservations"(p_tenant, item->>'customer_id', item->>'feature_id',
        case when v_is_apart then counter."id" end, p_now);
      select * into counter from "usage_records" where "tenant_id" = p_tenant and "id" = counter."id";
    end if;

    v_limit := (item->>'limit')::numeric;
    v_allowance := (item->>'allowance')::numeric;
    -- Dimensions that share nothing are not looked at: there may be very many of them.
    v_sum_used := 0; v_sum_rolled := 0; v_sum_carried := 0; v_over_elsewhere := 0; v_other_dimensions := 0;
    v_before := counter."over_before"; v_billed_before := counter."billed_before";
    if not v_is_apart then
      select coalesce(sum("carried" + "value" + "reserved"), 0), coalesce(sum("rolled_over"), 0), coalesce(sum("carried"), 0),
             coalesce(sum(greatest(0, "value" + "reserved" - greatest(0, v_limit + "rolled_over" - "carried")))
               filter (where "id" <> counter."id"), 0),
             count(*) filter (where "dimension" <> '' and "dimension" <> counter."dimension"
               and "carried" + "value" + "reserved" > 0),
             case when (item->>'cap_by_dimension')::boolean then v_before else coalesce(sum("over_before"), 0) end,
             case when (item->>'cap_by_dimension')::boolean then v_billed_before else coalesce(sum("billed_before"), 0) end
        into v_sum_used, v_sum_rolled, v_sum_carried, v_over_elsewhere, v_other_dimensions, v_before, v_billed_before
        from "usage_records"
        where "tenant_id" = p_tenant and "customer_id" = item->>'customer_id' and "feature_id" = item->>'feature_id'
          and "source_id" = counter."source_id" and "status" = 'OPEN' and "period_start" < counter."period_end"
          and "period_end" > counter."period_start";
    end if;
    -- The item's allowance was calculated with other figures of overage billed earlier in the period. A process of an older
    -- version sends no such figures and does not understand STALE.
    if v_before <> (item->>'over_before')::numeric or v_billed_before <> (item->>'billed_before')::bigint then
      return next jsonb_build_object('outcome', 'STALE');
      continue;
    end if;

    -- null = unlimited. Units that earlier terms of the period included stay included after a change to a lower limit. The
    -- lower limit is shown.
    v_shown := v_limit + case when v_by_dimension then counter."rolled_over" else v_sum_rolled end;
    v_included := case when v_shown is not null then
      greatest(v_shown, case when v_by_dimension then counter."carried" else v_sum_carried end) end;
    v_used := case when v_by_dimension then counter."carried" + counter."value" + counter."reserved" else v_sum_used end;
    v_room := "usher_room"(v_included, v_used, counter."carried" + counter."value" + counter."reserved", v_over_elsewhere,
      v_allowance, (item->>'is_blocking')::boolean, v_by_dimension, (item->>'cap_by_dimension')::boolean);

    -- A counter of an ended period keeps the limit of its own terms.
    v_limit_now := case when counter."terms_id" is distinct from item->>'terms_id' then counter."included" else v_limit end;

    v_counted := v_quantity;
    if v_quantity < 0 then
      if counter."value" + v_quantity < 0 then
        if (item->>'is_clipped')::boolean then v_counted := -counter."value"; else v_refusal := 'BELOW_ZERO'; end if;
      end if;
    else
      if (item->>'max_dimensions') is not null and counter."dimension" <> ''
        and counter."carried" + counter."value" + counter."reserved" = 0
        and v_other_dimensions >= (item->>'max_dimensions')::int and v_quantity > coalesce((item->>'pledged')::numeric, 0) then
        v_refusal := 'MAX_DIMENSIONS';
      elsif v_room is not null and v_quantity > greatest(v_room, coalesce((item->>'pledged')::numeric, 0)) then
        if (item->>'is_clipped')::boolean and v_room > 0 then v_counted := v_room; else v_refusal := 'NO_ROOM'; end if;
      end if;
      -- The most units of a counter, and of counters that are added up, so that sums and bills of them stay exact.
      if v_refusal is null and greatest(counter."carried" + counter."value" + counter."reserved", v_sum_used) + v_counted
        > 1000000000000000 then
        v_refusal := 'FULL';
      end if;
    end if;
    if v_refusal is not null then
      return next jsonb_build_object('outcome', 'REFUSED', 'refusal', v_refusal, 'record_id', counter."id",
        'held', counter."value"::text);
      continue;
    end if;

    if item->>'reservation_id' is not null then
      insert into "usage_reservations" ("tenant_id", "id", "record_id", "customer_id", "feature_id", "quantity", "created_at",
        "expires_at")
      values (p_tenant, item->>'reservation_id', counter."id", item->>'customer_id', item->>'feature_id', v_counted, p_now,
        (item->>'expires_at')::timestamptz);
      update "usage_records" set "reserved" = "reserved" + v_counted, "included" = v_limit_now, "updated_at" = p_now
        where "tenant_id" = p_tenant and "id" = counter."id";
    else
      insert into "usage_ledger" ("tenant_id", "id", "record_id", "customer_id", "kind", "delta", "event_id", "requested",
        "used_after", "limit_after", "is_late", "actor_type", "actor_id", "occurred_at", "created_at")
      values (p_tenant, item->>'ledger_id', counter."id", item->>'customer_id', (item->>'kind')::"LedgerKind", v_counted,
        item->>'event_id', v_quantity, v_used + v_counted, v_shown, v_is_late, p_actor_type::"ActorType", p_actor_id,
        (item->>'occurred_at')::timestamptz, p_now)
      on conflict ("tenant_id", "event_id") do nothing;
      if not found then
        -- Another transaction has just recorded the event under another counter.
        return next jsonb_build_object('outcome', 'OTHER_EVENT');
        continue;
      end if;
      update "usage_records" set "value" = "value" + v_counted, "included" = v_limit_now, "updated_at" = p_now
        where "tenant_id" = p_tenant and "id" = counter."id";
      perform "usher_reach_limit"(p_tenant, p_now, item, counter, v_used, v_used + v_counted, v_shown);
    end if;
    return next jsonb_build_object('outcome', 'COUNTED', 'is_repeated', false, 'ledger_id', item->>'ledger_id',
      'record_id', counter."id", 'counted', v_counted::text, 'used', (v_used + v_counted)::text,
      'limit', v_shown::text, 'is_late', v_is_late, 'period_start', coalesce(counter."allowance_start", counter."period_start"),
      'period_end', coalesce(counter."allowance_end", counter."period_end"));
  end loop;
end $$;
