-- The balance that a customer has with the card provider stays in an account and mode that the tenant leaves (p_from): no invoice of another one
-- uses it. It is held for a person's decision, with the account as its source, and the journal has no credit with the provider any more. What
-- was to be added to it and has no transaction yet is added in the next account. Where the tenant comes back to an account (p_to, by each
-- of its names), what is held of it is the customer's balance there again. Only accounts with another name are left: the ids of one that got its name
-- follow it before.
create or replace function "usher_change_account"(
  p_tenant text, p_from text, p_to text[], p_actor_type "ActorType", p_actor text, p_at timestamptz
) returns void language plpgsql as $$
declare
  v_back text[];
begin
  insert into "charges" ("tenant_id", "id", "customer_id", "provider", "cause", "key", "source_id", "amount", "currency", "description",
    "period_start", "period_end", "created_at")
  select p_tenant, l."id", l."customer_id", 'PROVIDER_B', 'CREDIT', 'balance:left:' || l."id", p_from, l."amount", l."currency",
    'Balance with the card provider, left in ' || split_part(p_from, '/', 1) || ' (' || lower(split_part(p_from, '/', 2)) || ' mode)',
    p_at, p_at, p_at
  from (
    select "usher_new_id"('chg', p_at) as "id", b."customer_id", b."currency", sum(b."moved")::bigint as "amount"
    from (
      select t."customer_id", t."currency", side."moved" from "journal_transfers" t
      cross join lateral (values (t."debit_account", t."debit_provider", t."amount"), (t."credit_account", t."credit_provider", -t."amount"))
        as side ("account", "provider", "moved")
      where t."tenant_id" = p_tenant and t."unit" is null and side."account" = 'CREDIT' and side."provider" = 'PROVIDER_A'
      union all
      select c."customer_id", c."currency", -c."amount" from "charge_placements" p
      join "charges" c on c."tenant_id" = p."tenant_id" and c."id" = p."charge_id"
      where p."tenant_id" = p_tenant and p."kind" = 'BALANCE' and p."provider_item_id" is null
    ) b
    where exists (
      select 1 from "provider_references" r
      where r."tenant_id" = p_tenant and r."provider" = 'PROVIDER_A' and r."environment" = p_from and r."kind" = 'CUSTOMER'
        and r."object_id" = b."customer_id")
    group by b."customer_id", b."currency" having sum(b."moved") <> 0
  ) l;
  insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "code", "actor_type", "actor_id", "created_at")
  select p_tenant, "usher_new_id"('place', p_at), c."id", 'HELD', 'LEFT', p_actor_type, p_actor, p_at from "charges" c
  where c."tenant_id" = p_tenant and c."source_id" = p_from and c."cause" = 'CREDIT' and starts_with(c."key", 'balance:left:')
    and not exists (
      select 1 from "charge_placements" p where p."tenant_id" = p_tenant and p."charge_id" = c."id");
  with "back" as (
    update "charge_placements" p set "ended_at" = p_at, "end_code" = 'RETURNED' from "charges" c
    where c."tenant_id" = p_tenant and c."source_id" = any(p_to) and c."cause" = 'CREDIT' and starts_with(c."key", 'balance:left:')
      and p."tenant_id" = p_tenant and p."charge_id" = c."id" and p."kind" = 'HELD' and p."ended_at" is null
    returning p."charge_id"
  )
  select array_agg("charge_id") into v_back from "back";
  insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "code", "provider_item_id", "actor_type", "actor_id",
    "created_at")
  select p_tenant, "usher_new_id"('place', p_at), "id", 'BALANCE', 'RETURNED', 'returned', p_actor_type, p_actor, p_at
  from unnest(v_back) as "id";
end $$;
