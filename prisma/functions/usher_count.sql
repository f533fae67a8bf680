-- Counts uses that need no decision, many at the cost of a few. A group is the uses of one counter under one set of terms. It
-- is counted when the counter is open, has no reservations, shares its limit with no other counter, and stays below the limit
-- with the whole group. Returns the groups that were counted; "included" is the limit with what rolled over. The other groups
-- are left unchanged for usher_use.
-- The settings force a plan by index, whatever the statistics say of tables that have just begun to fill.
create or replace function "usher_count"(p_tenant text, p_now timestamptz, p_actor_type text, p_actor_id text, p_groups jsonb)
returns table (index int, record_id text, used_before numeric, included numeric)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform "usher_lock_usage"(p_tenant, p_groups);
  return query with asked as (
    select a.* from rows from (jsonb_to_recordset(p_groups) as (
      "customer_id" text, "feature_id" text, "dimension" text, "period_start" timestamptz, "period_end" timestamptz,
      "limit" numeric, "is_blocking" boolean, "allowance" numeric, "is_apart" boolean, "total" numeric, "event_ids" text[],
      "uses" jsonb, "source_id" text, "terms_id" text, "over_before" numeric, "billed_before" bigint
    )) with ordinality as a ("customer_id", "feature_id", "dimension", "period_start", "period_end", "limit", "is_blocking",
      "allowance", "is_apart", "total", "event_ids", "uses", "source_id", "terms_id", "over_before", "billed_before", "index")
  ), fitting as materialized (
    select a."index", a."customer_id", a."limit", a."total", a."uses", r."id", r."carried" + r."value" as "value",
           a."limit" + r."rolled_over" as "shown"
    from asked a cross join lateral (
      select count(*) as "open", min(o."id") as "id", min(o."dimension") as "dimension", min(o."value") as "value",
             min(o."reserved") as "reserved", min(o."rolled_over") as "rolled_over", min(o."carried") as "carried",
             min(o."terms_id") as "terms_id", min(o."over_before") as "over_before", min(o."billed_before") as "billed_before",
             min(coalesce(o."allowance_start", o."period_start")) as "period_start", min(o."period_end") as "period_end"
      from (
        select * from "usage_records" u
        where u."tenant_id" = p_tenant and u."customer_id" = a."customer_id" and u."feature_id" = a."feature_id"
          and u."source_id" = a."source_id" and u."status" = 'OPEN' and (not a."is_apart" or u."dimension" = a."dimension")
        limit 2
      ) o
    ) r
    where r."open" = 1 and r."dimension" = a."dimension" and r."period_start" = a."period_start"
      and r."period_end" = a."period_end" and r."terms_id" is not distinct from a."terms_id" and r."reserved" = 0
      and r."carried" + r."value" + a."total" <= 1000000000000000
      and (a."over_before" is null or r."over_before" = a."over_before" and r."billed_before" = a."billed_before")
      and (a."limit" is null or (
        -- The use that reaches the limit writes an event, which usher_use does.
        (r."carried" + r."value" >= greatest(a."limit" + r."rolled_over", r."carried")
          or r."carried" + r."value" + a."total" < greatest(a."limit" + r."rolled_over", r."carried"))
        and (a."allowance" is null and not a."is_blocking"
          or r."carried" + r."value" + a."total" <= greatest(a."limit" + r."rolled_over", r."carried")
            + case when a."is_blocking" then 0 else a."allowance" end)
      ))
      and (a."event_ids" is null or not exists (
        select 1 from "usage_ledger" l where l."tenant_id" = p_tenant and l."event_id" = any (a."event_ids")
      ))
  ), counted as (
    update "usage_records" u set "value" = u."value" + f."total", "included" = f."limit", "updated_at" = p_now
    from fitting f where u."tenant_id" = p_tenant and u."id" = f."id"
  ), written as (
    insert into "usage_ledger" ("tenant_id", "id", "record_id", "customer_id", "kind", "delta", "event_id", "requested",
      "used_after", "limit_after", "is_late", "actor_type", "actor_id", "occurred_at", "created_at")
    select p_tenant, i."ledger_id", f."id", f."customer_id", i."kind"::"LedgerKind", i."quantity", i."event_id", i."quantity",
      i."used_before" + f."value" + i."quantity", f."shown", false, p_actor_type::"ActorType", p_actor_id,
      i."occurred_at", p_now
    from fitting f cross join lateral jsonb_to_recordset(f."uses") as i ("ledger_id" text, "kind" text, "quantity" numeric,
      "used_before" numeric, "event_id" text, "occurred_at" timestamptz)
  )
  select f."index"::int - 1, f."id", f."value", f."shown" from fitting f;
end $$;
