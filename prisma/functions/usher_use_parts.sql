-- Does what usher_use does, for one use of a feature that several sources grant. item.parts has each source's counter, in the
-- order in which their included units are used up; the part with `bears` takes the units past all of them. One use may be split
-- over several counters: its first ledger row has the event and the answer, and the others refer to it in part_of. A
-- reservation is split in the same way. The caller holds the locks of usher_lock_usage and has looked for a repeated event.
create or replace function "usher_use_parts"(p_tenant text, p_now timestamptz, p_actor_type text, p_actor_id text, p_item jsonb)
returns jsonb language plpgsql as $$
declare
  v_occurred timestamptz := (p_item->>'occurred_at')::timestamptz;
  v_quantity numeric := (p_item->>'quantity')::numeric;
  v_pledged numeric := coalesce((p_item->>'pledged')::numeric, 0);
  part jsonb;
  counter "usage_records";
  bearer "usage_records";
  counters "usage_records"[] := '{}';
  rooms numeric[] := '{}';
  v_position int := 0;
  v_bearer int;
  v_limit numeric;
  v_by_dimension boolean;
  v_used numeric;
  v_rolled numeric;
  v_carried numeric;
  v_before numeric;
  v_billed_before bigint;
  v_over_elsewhere numeric;
  v_dimensions bigint;
  v_in_use boolean := false;
  v_other_dimensions bigint := 0;
  v_included numeric;
  v_allowance numeric;
  v_bearer_room numeric;
  v_beyond numeric;
  v_sum_used numeric := 0;
  v_sum_limit numeric := 0;
  v_room numeric := 0;
  v_remaining numeric;
  v_counted numeric := v_quantity;
  v_left numeric;
  v_take numeric;
  v_first text;
  v_first_position int;
  v_is_late boolean;
  v_refusal text;
begin
  for part in select value from jsonb_array_elements(p_item->'parts') loop
    v_position := v_position + 1;
    part := p_item - 'parts' || part;
    counter := null;
    if v_occurred < (part->>'period_start')::timestamptz then counter := "usher_counter_at"(p_tenant, part); end if;
    if counter."id" is null then counter := "usher_open_counter"(p_tenant, part, p_now); end if;
    if counter."id" is null then return jsonb_build_object('outcome', 'STALE'); end if;
    perform "usher_expire_reservations"(p_tenant, counter."customer_id", counter."feature_id", counter."id", p_now);

    v_limit := (part->>'limit')::numeric;
    v_by_dimension := (part->>'limit_by_dimension')::boolean;
    select coalesce(sum("carried" + "value" + "reserved") filter (where not v_by_dimension or r."id" = counter."id"), 0),
           coalesce(sum("rolled_over") filter (where not v_by_dimension or r."id" = counter."id"), 0),
           coalesce(sum("carried") filter (where not v_by_dimension or r."id" = counter."id"), 0),
           coalesce(sum(greatest(0, "value" + "reserved" - greatest(0, v_limit + "rolled_over" - "carried")))
             filter (where v_by_dimension and r."id" <> counter."id"), 0),
           coalesce(sum("over_before") filter (where not (part->>'cap_by_dimension')::boolean or r."id" = counter."id"), 0),
           coalesce(sum("billed_before") filter (where not (part->>'cap_by_dimension')::boolean or r."id" = counter."id"), 0),
           count(*) filter (where "dimension" <> '' and "dimension" <> counter."dimension"
             and "carried" + "value" + "reserved" > 0),
           v_in_use or coalesce(bool_or("carried" + "value" + "reserved" > 0)
             filter (where "dimension" = counter."dimension"), false)
      into v_used, v_rolled, v_carried, v_over_elsewhere, v_before, v_billed_before, v_dimensions, v_in_use
      from "usage_records" r
      where "tenant_id" = p_tenant and "customer_id" = counter."customer_id" and "feature_id" = counter."feature_id"
        and "source_id" = counter."source_id" and "status" = 'OPEN' and "period_start" < counter."period_end"
        and "period_end" > counter."period_start";
    v_other_dimensions := greatest(v_other_dimensions, v_dimensions);
    v_included := case when v_limit is not null then greatest(v_limit + v_rolled, v_carried) end;
    v_sum_used := v_sum_used + v_used;
    v_sum_limit := v_sum_limit + v_limit + v_rolled;
    counters := array_append(counters, counter);
    rooms := array_append(rooms, case when v_included is not null then greatest(0, v_included - v_used) end);
    v_room := v_room + case when v_included is not null then greatest(0, v_included - v_used) end;

    if (part->>'bears')::boolean then
      bearer := counter; v_bearer := v_position;
      v_allowance := (part->>'allowance')::numeric;
      if v_before <> (part->>'over_before')::numeric or v_billed_before <> (part->>'billed_before')::bigint then
        return jsonb_build_object('outcome', 'STALE');
      end if;
      -- Past the included units of all sources only the bearer's overage is left.
      v_bearer_room := "usher_room"(v_included, v_used, counter."carried" + counter."value" + counter."reserved", v_over_elsewhere,
        v_allowance, (part->>'is_blocking')::boolean, v_by_dimension, (part->>'cap_by_dimension')::boolean);
      v_beyond := case when v_bearer_room is not null then greatest(0, v_bearer_room) - greatest(0, v_included - v_used) end;
    end if;
  end loop;
  -- null: any number.
  v_remaining := v_room;
  v_room := v_room + v_beyond;

  if (p_item->>'max_dimensions') is not null and p_item->>'dimension' <> '' and not v_in_use
    and v_other_dimensions >= (p_item->>'max_dimensions')::int and v_quantity > v_pledged then
    v_refusal := 'MAX_DIMENSIONS';
  elsif v_room is not null and v_quantity > greatest(v_room, v_pledged) then
    if (p_item->>'is_clipped')::boolean and v_room > 0 then v_counted := v_room; else v_refusal := 'NO_ROOM'; end if;
  end if;
  if v_refusal is null and v_sum_used + v_counted > 1000000000000000 then v_refusal := 'FULL'; end if;
  if v_refusal is not null then
    return jsonb_build_object('outcome', 'REFUSED', 'refusal', v_refusal, 'record_id', bearer."id", 'held', v_sum_used::text);
  end if;

  v_remaining := greatest(0, v_remaining - v_counted);
  v_left := v_counted;
  for v_position in 1 .. array_length(counters, 1) loop
    v_take := least(v_left, coalesce(rooms[v_position], v_left));
    rooms[v_position] := v_take;
    v_left := v_left - v_take;
  end loop;
  rooms[v_bearer] := rooms[v_bearer] + v_left;

  for v_position in 1 .. array_length(counters, 1) loop
    v_take := rooms[v_position];
    -- A use of nothing is a row of the bearer.
    continue when v_take = 0 and not (v_counted = 0 and v_position = v_bearer);
    counter := counters[v_position];
    part := p_item->'parts'->(v_position - 1);
    -- A counter of an ended period keeps the limit of its own terms.
    v_limit := case when counter."terms_id" is distinct from part->>'terms_id' then counter."included"
      else (part->>'limit')::numeric end;
    v_is_late := v_occurred < coalesce(counter."allowance_start", counter."period_start");
    if p_item->>'reservation_id' is not null then
      insert into "usage_reservations" ("tenant_id", "id", "record_id", "customer_id", "feature_id", "quantity", "created_at",
        "expires_at", "part_of")
      values (p_tenant, case when v_first is null then p_item->>'reservation_id' else "usher_new_id"('rsv', p_now) end,
        counter."id", counter."customer_id", counter."feature_id", v_take, p_now, (p_item->>'expires_at')::timestamptz,
        case when v_first is not null then p_item->>'reservation_id' end);
      v_first := coalesce(v_first, p_item->>'reservation_id');
      update "usage_records" set "reserved" = "reserved" + v_take, "included" = v_limit, "updated_at" = p_now
        where "tenant_id" = p_tenant and "id" = counter."id";
    else
      insert into "usage_ledger" ("tenant_id", "id", "record_id", "customer_id", "kind", "delta", "event_id", "requested",
        "used_after", "limit_after", "remaining_after", "is_late", "actor_type", "actor_id", "occurred_at", "created_at",
        "part_of")
      values (p_tenant, case when v_first is null then p_item->>'ledger_id' else "usher_new_id"('uled', p_now) end,
        counter."id", counter."customer_id", (p_item->>'kind')::"LedgerKind", v_take,
        case when v_first is null then p_item->>'event_id' end,
        case when v_first is null then v_quantity end, case when v_first is null then v_sum_used + v_counted end,
        case when v_first is null then v_sum_limit end, case when v_first is null then v_remaining end, v_is_late,
        p_actor_type::"ActorType", p_actor_id, v_occurred, p_now, v_first)
      on conflict ("tenant_id", "event_id") do nothing;
      -- Another transaction has just recorded the event; nothing of this use is written yet.
      if not found then return jsonb_build_object('outcome', 'OTHER_EVENT'); end if;
      v_first := coalesce(v_first, p_item->>'ledger_id');
      update "usage_records" set "value" = "value" + v_take, "included" = v_limit, "updated_at" = p_now
        where "tenant_id" = p_tenant and "id" = counter."id";
    end if;
    v_first_position := coalesce(v_first_position, v_position);
  end loop;
  if p_item->>'reservation_id' is null then
    perform "usher_reach_limit"(p_tenant, p_now, p_item, bearer, v_sum_used, v_sum_used + v_counted, v_sum_limit);
  end if;
  counter := counters[v_first_position];
  return jsonb_build_object('outcome', 'COUNTED', 'is_repeated', false, 'ledger_id', p_item->>'ledger_id',
    'record_id', counter."id", 'counted', v_counted::text, 'used', (v_sum_used + v_counted)::text, 'limit', v_sum_limit::text,
    'remaining', v_remaining::text,
    'is_late', v_occurred < coalesce(counter."allowance_start", counter."period_start"),
    'period_start', coalesce(counter."allowance_start", counter."period_start"),
    'period_end', coalesce(counter."allowance_end", counter."period_end"));
end $$;
