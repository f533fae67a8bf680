-- Customers whose personal data was erased before: what they owe or are owed on no invoice is written off, with their credit at the card
-- provider, whose customer is gone. Before, it was billed or waited for ever.
do $$
declare
  v_now timestamptz := date_trunc('milliseconds', clock_timestamp());
  v_charge record;
begin
  insert into "charges" ("tenant_id", "id", "customer_id", "provider", "cause", "key", "amount", "currency", "description", "period_start",
    "period_end", "created_at")
  select t."tenant_id", "usher_new_id"('chg', v_now), t."customer_id", 'PROVIDER_A', 'CREDIT', 'erased:' || t."customer_id" || ':' || t."currency",
    sum(side."moved"), t."currency", 'Balance at the card provider', v_now, v_now, v_now
  from "journal_transfers" t
  join "customers" u on u."tenant_id" = t."tenant_id" and u."id" = t."customer_id" and u."erased_at" is not null
  cross join lateral (values (t."debit_account", t."debit_provider", t."amount"), (t."credit_account", t."credit_provider", -t."amount"))
    as side ("account", "provider", "moved")
  where side."account" = 'CREDIT' and side."provider" = 'PROVIDER_A' and t."unit" is null
  group by t."tenant_id", t."customer_id", t."currency" having sum(side."moved") <> 0;

  for v_charge in
    select c."tenant_id", c."id", p."id" as "placement_id"
    from "charges" c
    join "customers" u on u."tenant_id" = c."tenant_id" and u."id" = c."customer_id" and u."erased_at" is not null
    left join "charge_placements" p on p."tenant_id" = c."tenant_id" and p."charge_id" = c."id" and p."ended_at" is null
    where p."id" is null or p."invoice_id" is null and p."kind" in ('WAITING', 'HELD', 'INVOICE')
  loop
    update "charge_placements" set "ended_at" = v_now, "end_code" = 'ERASED'
      where "tenant_id" = v_charge."tenant_id" and "id" = v_charge."placement_id";
    insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "code", "actor_type", "actor_id", "created_at")
    values (v_charge."tenant_id", "usher_new_id"('place', v_now), v_charge."id", 'WRITTEN_OFF', 'ERASED', 'SYSTEM', 'migration', v_now);
  end loop;
end $$;
