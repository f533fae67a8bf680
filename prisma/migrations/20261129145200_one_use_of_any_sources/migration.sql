-- One function counts uses and one decides them, of one source and of several: what had parts in functions of its own has rows or
-- parts in these.
drop function if exists "usher_use_parts"(text, timestamptz, text, text, jsonb);
drop function if exists "usher_count_parts"(text, timestamptz, text, text, jsonb);
drop function if exists "usher_count"(text, timestamptz, text, text, jsonb);

-- Counts uses that write no event and are split over no counters, many at the cost of a few. A group is the uses of one dimension
-- under one set of terms; it has a row for each of the parts that usher_use describes. It is counted when each source has its
-- counter open, with no reservations and, where dimensions share a limit, in no other dimension, and when one counter takes all of
-- it: the first with included units left, short of the limit of all sources, or past that the bearing one, up to its room. Returns
-- the row that took each group that was counted, and what all sources had used, include ("included") and had left before; null =
-- unlimited. usher_use decides about the others, which are untouched.
-- The settings force a plan by index, whatever the statistics say of tables that have just begun to fill.
create or replace function "usher_count"(p_tenant text, p_now timestamptz, p_actor_type text, p_actor_id text, p_groups jsonb)
returns table (index int, record_id text, used_before numeric, included numeric, left_before numeric)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform "usher_lock_usage"(p_tenant, p_groups);
  return query with asked as (
    select a.* from rows from (jsonb_to_recordset(p_groups) as (
      "group" int, "parts" int, "customer_id" text, "feature_id" text, "dimension" text, "source_id" text, "terms_id" text,
      "period_start" timestamptz, "period_end" timestamptz, "limit" numeric, "is_blocking" boolean, "allowance" numeric,
      "over_before" numeric, "billed_before" bigint, "is_apart" boolean, "bears" boolean, "total" numeric, "event_ids" text[],
      "uses" jsonb
    )) with ordinality as a ("group", "parts", "customer_id", "feature_id", "dimension", "source_id", "terms_id",
      "period_start", "period_end", "limit", "is_blocking", "allowance", "over_before", "billed_before", "is_apart", "bears",
      "total", "event_ids", "uses", "index")
  ), open as (
    select a.*, r."id", r."carried" + r."value" as "used", a."limit" + r."rolled_over" as "shown",
           case when a."limit" is not null then greatest(a."limit" + r."rolled_over", r."carried") end as "included"
    from asked a join "usage_records" r on r."tenant_id" = p_tenant and r."customer_id" = a."customer_id"
      and r."feature_id" = a."feature_id" and r."dimension" = a."dimension" and r."source_id" = a."source_id"
      and r."status" = 'OPEN' and r."reserved" = 0 and r."terms_id" is not distinct from a."terms_id"
      and r."period_end" = a."period_end" and coalesce(r."allowance_start", r."period_start") = a."period_start"
      and (not a."bears" or a."over_before" is null
        or r."over_before" = a."over_before" and r."billed_before" = a."billed_before")
  ), summed as (
    select o.*, count(*) over g as "open", sum(o."used") over g as "all_used",
           case when count(o."limit") over g = o."parts" then sum(o."shown") over g end as "all_shown",
           case when count(o."limit") over g = o."parts" then sum(greatest(0, o."included" - o."used")) over g end as "all_left",
           min(case when o."included" <= o."used" then case when o."bears" then 1e9 + o."index" end else o."index" end) over g
             as "taker"
    from open o window g as (partition by o."group")
  ), fitting as materialized (
    select s."index", s."customer_id", s."limit", s."total", s."uses", s."id", s."all_used", s."all_shown", s."all_left"
    from summed s
    where s."open" = s."parts" and s."taker" in (s."index", s."index" + 1e9) and s."all_used" + s."total" <= 1000000000000000
      -- The use that reaches the limit writes an event, which usher_use does.
      and (s."all_shown" is null or s."all_used" >= s."all_shown" or s."all_used" + s."total" < s."all_shown")
      -- Of one dimension every binding is the same.
      and (s."total" <= case when s."included" > s."used" then s."included" - s."used"
        else "usher_room"(s."included", s."used", s."used", 0, s."allowance", s."is_blocking", false, false) end) is not false
      and (s."is_apart" or not exists (
        select 1 from "usage_records" o where o."tenant_id" = p_tenant and o."customer_id" = s."customer_id"
          and o."feature_id" = s."feature_id" and o."status" = 'OPEN' and o."dimension" <> s."dimension"
      ))
      and (s."event_ids" is null or not exists (
        select 1 from "usage_ledger" l where l."tenant_id" = p_tenant and l."event_id" = any (s."event_ids")
      ))
  ), counted as (
    update "usage_records" u set "value" = u."value" + f."total", "included" = f."limit", "updated_at" = p_now
    from fitting f where u."tenant_id" = p_tenant and u."id" = f."id"
  ), written as (
    insert into "usage_ledger" ("tenant_id", "id", "record_id", "customer_id", "kind", "delta", "event_id", "requested",
      "used_after", "limit_after", "remaining_after", "is_late", "actor_type", "actor_id", "occurred_at", "created_at")
    select p_tenant, i."ledger_id", f."id", f."customer_id", i."kind"::"LedgerKind", i."quantity", i."event_id", i."quantity",
      f."all_used" + i."used_before" + i."quantity", f."all_shown",
      f."all_left" - least(f."all_left", i."used_before" + i."quantity"), false, p_actor_type::"ActorType", p_actor_id,
      i."occurred_at", p_now
    from fitting f cross join lateral jsonb_to_recordset(f."uses") as i ("ledger_id" text, "kind" text, "quantity" numeric,
      "used_before" numeric, "event_id" text, "occurred_at" timestamptz)
  )
  select f."index"::int - 1, f."id", f."all_used", f."all_shown", f."all_left" from fitting f;
end $$;
