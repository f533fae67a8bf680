-- As usher_count for uses of a feature that several sources grant: each group has the parts that usher_use_parts describes. A group
-- qualifies when each source has a counter open for the one dimension in use, without a reservation, and the first of them with
-- included units left takes the whole group, short of the limit of all sources. Returns the groups that were counted, with the
-- part that took them, and what all sources had used, include ("included") and had left before; null = unlimited. usher_use decides
-- about the others, which are untouched.
-- The settings force a plan by index, whatever the statistics say of tables that have just begun to fill.
create or replace function "usher_count_parts"(p_tenant text, p_now timestamptz, p_actor_type text, p_actor_id text, p_groups jsonb)
returns table (index int, part int, record_id text, used_before numeric, included numeric, left_before numeric)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform "usher_lock_usage"(p_tenant, p_groups);
  return query with asked as materialized (
    select a.* from rows from (jsonb_to_recordset(p_groups) as (
      "customer_id" text, "feature_id" text, "dimension" text, "total" numeric, "event_ids" text[], "uses" jsonb, "parts" jsonb
    )) with ordinality as a ("customer_id", "feature_id", "dimension", "total", "event_ids", "uses", "parts", "index")
  ), counters as materialized (
    select a."index", p."part", r."id", p."limit", r."carried" + r."value" as "used", p."limit" + r."rolled_over" as "shown",
           greatest(p."limit" + r."rolled_over", r."carried") - r."carried" - r."value" as "left"
    from asked a cross join lateral rows from (jsonb_to_recordset(a."parts") as (
      "source_id" text, "terms_id" text, "period_start" timestamptz, "period_end" timestamptz, "limit" numeric
    )) with ordinality as p ("source_id", "terms_id", "period_start", "period_end", "limit", "part")
    left join "usage_records" r on r."tenant_id" = p_tenant and r."customer_id" = a."customer_id"
      and r."feature_id" = a."feature_id" and r."dimension" = a."dimension" and r."source_id" = p."source_id"
      and r."status" = 'OPEN' and r."reserved" = 0 and r."terms_id" = p."terms_id" and r."period_end" = p."period_end"
      and coalesce(r."allowance_start", r."period_start") = p."period_start"
  ), sums as materialized (
    select c."index", sum(c."used") as "used",
           case when bool_and(c."limit" is not null) then sum(c."shown") end as "shown",
           case when bool_and(c."limit" is not null) then sum(greatest(0, c."left")) end as "left",
           min(c."part") filter (where c."limit" is null or c."left" > 0) as "first"
    from counters c group by c."index" having count(*) = count(c."id")
  ), fitting as materialized (
    select a."index", a."customer_id", a."total", a."uses", s."used", s."shown", s."left", c."id", c."limit", c."part"
    from sums s join asked a on a."index" = s."index" join counters c on c."index" = s."index" and c."part" = s."first"
    where (c."limit" is null or a."total" <= c."left") and s."used" + a."total" <= 1000000000000000
      -- The use that reaches the limit writes an event, which usher_use does.
      and (s."shown" is null or s."used" >= s."shown" or s."used" + a."total" < s."shown")
      and not exists (
        select 1 from "usage_records" o where o."tenant_id" = p_tenant and o."customer_id" = a."customer_id"
          and o."feature_id" = a."feature_id" and o."status" = 'OPEN' and o."dimension" <> a."dimension"
      )
      and (a."event_ids" is null or not exists (
        select 1 from "usage_ledger" l where l."tenant_id" = p_tenant and l."event_id" = any (a."event_ids")
      ))
  ), counted as (
    update "usage_records" u set "value" = u."value" + f."total", "included" = f."limit", "updated_at" = p_now
    from fitting f where u."tenant_id" = p_tenant and u."id" = f."id"
  ), written as (
    insert into "usage_ledger" ("tenant_id", "id", "record_id", "customer_id", "kind", "delta", "event_id", "requested",
      "used_after", "limit_after", "remaining_after", "is_late", "actor_type", "actor_id", "occurred_at", "created_at")
    select p_tenant, i."ledger_id", f."id", f."customer_id", i."kind"::"LedgerKind", i."quantity", i."event_id", i."quantity",
      f."used" + i."used_before" + i."quantity", f."shown", f."left" - i."used_before" - i."quantity", false,
      p_actor_type::"ActorType", p_actor_id, i."occurred_at", p_now
    from fitting f cross join lateral jsonb_to_recordset(f."uses") as i ("ledger_id" text, "kind" text, "quantity" numeric,
      "used_before" numeric, "event_id" text, "occurred_at" timestamptz)
  )
  select f."index"::int - 1, f."part"::int - 1, f."id", f."used", f."shown", f."left" from fitting f;
end $$;
