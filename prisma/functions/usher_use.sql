-- Records, reserves or releases usage. Each item is checked and counted in one step, in the order given, and usage past the
-- ceiling is refused here. The counters are locked until the transaction ends. Returns one row for each item.
-- item.parts has the counter of each source that grants the feature, in the order in which their included units are used up; the
-- part that `bears` takes the units past all of them. One use may be split over several counters: its first ledger row has the
-- event and the answer, and the others refer to it in part_of. A reservation is split in the same way. A process of an older
-- version names no parts where one source grants the feature: the item is the part.
-- server/domain/billing/usage/decide-uses.ts describes the items; usher_room has the rule.
create or replace function "usher_use"(p_tenant text, p_now timestamptz, p_actor_type text, p_actor_id text, p_items jsonb)
returns setof jsonb language plpgsql as $$
declare
  item jsonb;
  parts jsonb;
  part jsonb;
  known record;
  counter "usage_records";
  bearer "usage_records";
  counters "usage_records"[];
  lefts numeric[];
  v_occurred timestamptz;
  v_quantity numeric;
  v_pledged numeric;
  v_is_apart boolean;
  v_is_held boolean;
  v_by_dimension boolean;
  v_cap_by_dimension boolean;
  v_bearer int;
  v_limit numeric;
  v_own numeric;
  v_used numeric;
  v_all numeric;
  v_rolled numeric;
  v_carried numeric;
  v_included numeric;
  v_before numeric;
  v_billed_before bigint;
  v_over_elsewhere numeric;
  v_dimensions bigint;
  v_beyond numeric;
  v_in_use boolean;
  v_other_dimensions bigint;
  v_sum_used numeric;
  v_sum_all numeric;
  v_sum_limit numeric;
  v_room numeric;
  v_remaining numeric;
  v_counted numeric;
  v_left numeric;
  v_take numeric;
  v_first int;
  v_is_late boolean;
  v_refusal text;
begin
  perform "usher_lock_usage"(p_tenant, p_items);

  <<items>>
  for item in select value from jsonb_array_elements(p_items) loop
    v_quantity := (item->>'quantity')::numeric;
    if item->>'event_id' is not null then
      select l."id", l."delta", l."requested", l."used_after", l."limit_after", l."is_late", r."id" as record_id,
             r."customer_id", r."feature_id", r."dimension",
             coalesce(l."remaining_after", l."limit_after" - least(l."limit_after", l."used_after")) as remaining,
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
            'limit', known."limit_after"::text, 'remaining', known.remaining::text, 'is_late', known."is_late",
            'period_start', known."period_start", 'period_end', known."period_end");
        else
          return next jsonb_build_object('outcome', 'OTHER_EVENT');
        end if;
        continue;
      end if;
    end if;

    parts := coalesce(item->'parts', jsonb_build_array(item || '{"bears": true}'));
    v_occurred := (item->>'occurred_at')::timestamptz;
    v_is_apart := (item->>'is_apart')::boolean;
    v_pledged := coalesce((item->>'pledged')::numeric, 0);
    v_is_held := (parts->0->>'is_held')::boolean;
    counters := '{}'; lefts := '{}';
    v_in_use := false; v_other_dimensions := 0; v_room := 0; v_sum_used := 0; v_sum_all := 0; v_sum_limit := 0;

    -- Dimensions that share nothing are not looked at: others' writers hold theirs, and there may be very many of them.
    if not v_is_apart and exists (
      select 1 from "usage_records" where "tenant_id" = p_tenant and "customer_id" = item->>'customer_id'
        and "feature_id" = item->>'feature_id' and "status" = 'OPEN' and "reserved" > 0
    ) then
      perform "usher_expire_reservations"(p_tenant, item->>'customer_id', item->>'feature_id', null, p_now);
    end if;

    for position in 1 .. jsonb_array_length(parts) loop
      part := parts->(position - 1);
      -- A late one lands in the period in which it happened while that is open, else in the present one.
      counter := null;
      if not v_is_held and v_occurred < (part->>'period_start')::timestamptz then
        counter := "usher_counter_at"(p_tenant, item - 'parts' || part);
      end if;
      if counter."id" is null then counter := "usher_open_counter"(p_tenant, part, p_now); end if;
      if counter."id" is null then
        return next jsonb_build_object('outcome', 'STALE');
        continue items;
      end if;
      if v_is_apart and counter."reserved" > 0 then
        perform "usher_expire_reservations"(p_tenant, counter."customer_id", counter."feature_id", counter."id", p_now);
        select * into counter from "usage_records" where "tenant_id" = p_tenant and "id" = counter."id";
      end if;

      v_limit := (part->>'limit')::numeric;
      v_by_dimension := (part->>'limit_by_dimension')::boolean;
      v_cap_by_dimension := (part->>'cap_by_dimension')::boolean;
      v_own := counter."carried" + counter."value" + counter."reserved";
      if v_is_apart then
        v_used := v_own; v_all := v_own; v_rolled := counter."rolled_over"; v_carried := counter."carried";
        v_over_elsewhere := 0; v_before := counter."over_before"; v_billed_before := counter."billed_before";
      else
        select sum("carried" + "value" + "reserved") filter (where not v_by_dimension or r."id" = counter."id"),
               sum("carried" + "value" + "reserved"),
               sum("rolled_over") filter (where not v_by_dimension or r."id" = counter."id"),
               sum("carried") filter (where not v_by_dimension or r."id" = counter."id"),
               coalesce(sum(greatest(0, "value" + "reserved" - greatest(0, v_limit + "rolled_over" - "carried")))
                 filter (where r."id" <> counter."id"), 0),
               sum("over_before") filter (where not v_cap_by_dimension or r."id" = counter."id"),
               sum("billed_before") filter (where not v_cap_by_dimension or r."id" = counter."id"),
               count(*) filter (where "dimension" <> '' and "dimension" <> counter."dimension"
                 and "carried" + "value" + "reserved" > 0)
          into v_used, v_all, v_rolled, v_carried, v_over_elsewhere, v_before, v_billed_before, v_dimensions
          from "usage_records" r
          where "tenant_id" = p_tenant and "customer_id" = counter."customer_id" and "feature_id" = counter."feature_id"
            and "source_id" = counter."source_id" and "status" = 'OPEN' and "period_start" < counter."period_end"
            and "period_end" > counter."period_start";
        v_other_dimensions := greatest(v_other_dimensions, v_dimensions);
      end if;
      v_in_use := v_in_use or v_own > 0;
      -- null = unlimited. Units that earlier terms of the period included stay included after a change to a lower limit. The
      -- lower limit is shown.
      v_included := case when v_limit is not null then greatest(v_limit + v_rolled, v_carried) end;
      v_left := v_included - v_used;
      v_sum_used := v_sum_used + v_used;
      v_sum_all := v_sum_all + v_all;
      v_sum_limit := v_sum_limit + v_limit + v_rolled;
      v_room := v_room + case when v_left is not null then greatest(0, v_left) end;
      counters := array_append(counters, counter);
      lefts := array_append(lefts, v_left);

      if (part->>'bears')::boolean then
        bearer := counter; v_bearer := position;
        -- The allowance was calculated with other figures of overage billed earlier in the period.
        if v_before <> (part->>'over_before')::numeric or v_billed_before <> (part->>'billed_before')::bigint then
          return next jsonb_build_object('outcome', 'STALE');
          continue items;
        end if;
        -- Past the included units of all sources only the bearer's overage is left.
        v_beyond := "usher_room"(v_included, v_used, v_own, v_over_elsewhere, (part->>'allowance')::numeric,
          (part->>'is_blocking')::boolean, v_by_dimension, v_cap_by_dimension);
        v_beyond := case when v_beyond is not null then greatest(0, v_beyond) - greatest(0, v_left) end;
      end if;
    end loop;
    -- null: any number.
    v_room := v_room + v_beyond;

    v_counted := v_quantity;
    v_refusal := null;
    if v_quantity < 0 then
      if bearer."value" + v_quantity < 0 then
        if (item->>'is_clipped')::boolean then v_counted := -bearer."value"; else v_refusal := 'BELOW_ZERO'; end if;
      end if;
    elsif (item->>'max_dimensions') is not null and item->>'dimension' <> '' and not v_in_use
      and v_other_dimensions >= (item->>'max_dimensions')::int and v_quantity > v_pledged then
      v_refusal := 'MAX_DIMENSIONS';
    elsif v_quantity > v_pledged and v_quantity > v_room then
      if (item->>'is_clipped')::boolean and v_room > 0 then v_counted := v_room; else v_refusal := 'NO_ROOM'; end if;
    end if;
    -- The most units of counters that are added up, so that sums and bills of them stay exact.
    if v_refusal is null and v_quantity >= 0 and v_sum_all + v_counted > 1000000000000000 then v_refusal := 'FULL'; end if;
    if v_refusal is not null then
      return next jsonb_build_object('outcome', 'REFUSED', 'refusal', v_refusal, 'held', bearer."value"::text);
      continue;
    end if;

    -- Included units of each in their order. What is left of the use after the last is past them, and the bearer's.
    v_left := v_counted;
    v_remaining := 0;
    for position in 1 .. array_length(lefts, 1) loop
      v_take := case when lefts[position] is null then v_left else least(v_left, greatest(0, lefts[position])) end;
      v_remaining := v_remaining + case when lefts[position] is not null then greatest(0, lefts[position] - v_take) end;
      v_left := v_left - v_take;
      lefts[position] := v_take;
    end loop;
    lefts[v_bearer] := lefts[v_bearer] + v_left;

    v_first := null;
    for position in 1 .. array_length(lefts, 1) loop
      v_take := lefts[position];
      -- A use of nothing is a row of the bearer.
      continue when v_take = 0 and not (v_counted = 0 and position = v_bearer);
      counter := counters[position];
      v_is_late := not v_is_held and v_occurred < coalesce(counter."allowance_start", counter."period_start");
      -- A counter of an ended period keeps the limit of its own terms.
      v_limit := case when counter."terms_id" is distinct from parts->(position - 1)->>'terms_id' then counter."included"
        else (parts->(position - 1)->>'limit')::numeric end;
      if item->>'reservation_id' is not null then
        insert into "usage_reservations" ("tenant_id", "id", "record_id", "customer_id", "feature_id", "quantity", "created_at",
          "expires_at", "part_of")
        values (p_tenant, case when v_first is null then item->>'reservation_id' else "usher_new_id"('rsv', p_now) end,
          counter."id", counter."customer_id", counter."feature_id", v_take, p_now, (item->>'expires_at')::timestamptz,
          case when v_first is not null then item->>'reservation_id' end);
        update "usage_records" set "reserved" = "reserved" + v_take, "included" = v_limit, "updated_at" = p_now
          where "tenant_id" = p_tenant and "id" = counter."id";
      else
        insert into "usage_ledger" ("tenant_id", "id", "record_id", "customer_id", "kind", "delta", "event_id", "requested",
          "used_after", "limit_after", "remaining_after", "is_late", "actor_type", "actor_id", "occurred_at", "created_at",
          "part_of")
        values (p_tenant, case when v_first is null then item->>'ledger_id' else "usher_new_id"('uled', p_now) end,
          counter."id", counter."customer_id", (item->>'kind')::"LedgerKind", v_take,
          case when v_first is null then item->>'event_id' end,
          case when v_first is null then v_quantity end, case when v_first is null then v_sum_used + v_counted end,
          case when v_first is null then v_sum_limit end, case when v_first is null then v_remaining end, v_is_late,
          p_actor_type::"ActorType", p_actor_id, v_occurred, p_now, case when v_first is not null then item->>'ledger_id' end)
        on conflict ("tenant_id", "event_id") do nothing;
        if not found then
          -- Another transaction has just recorded the event; nothing of this use is written yet.
          return next jsonb_build_object('outcome', 'OTHER_EVENT');
          continue items;
        end if;
        update "usage_records" set "value" = "value" + v_take, "included" = v_limit, "updated_at" = p_now
          where "tenant_id" = p_tenant and "id" = counter."id";
      end if;
      v_first := coalesce(v_first, position);
    end loop;
    if item->>'reservation_id' is null then
      perform "usher_reach_limit"(p_tenant, p_now, item, bearer, v_sum_used, v_sum_used + v_counted, v_sum_limit);
    end if;
    counter := counters[v_first];
    return next jsonb_build_object('outcome', 'COUNTED', 'is_repeated', false, 'ledger_id', item->>'ledger_id',
      'record_id', counter."id", 'counted', v_counted::text, 'used', (v_sum_used + v_counted)::text, 'limit', v_sum_limit::text,
      'remaining', v_remaining::text,
      'is_late', not v_is_held and v_occurred < coalesce(counter."allowance_start", counter."period_start"),
      'period_start', coalesce(counter."allowance_start", counter."period_start"),
      'period_end', coalesce(counter."allowance_end", counter."period_end"));
  end loop;
end $$;
