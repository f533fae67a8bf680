-- What customers' balances with the card provider were in an account and mode that their tenant left, by the account.
create index "charges_left" on "charges" ("tenant_id", "source_id") where "cause" = 'CREDIT' and starts_with("key", 'balance:left:');

-- Credit of customers who are known in a former account alone: it is held for a decision, as it is from now on when an account is left
-- (prisma/functions/usher_change_account.sql). Of those who are known in the present account, too, nothing says in which one it is: the
-- doctor shows where the two sides differ.
with "left_there" as (
  select "usher_new_id"('chg', now()) as "id", b.*, (
    select r."environment" from "provider_references" r
    where r."tenant_id" = b."tenant_id" and r."provider" = 'PROVIDER_A' and r."kind" = 'CUSTOMER' and r."object_id" = b."customer_id"
    order by r."created_at" desc limit 1) as "environment"
  from (
    select t."tenant_id", t."customer_id", t."currency", sum(side."moved")::bigint as "amount" from "journal_transfers" t
    cross join lateral (values (t."debit_account", t."debit_provider", t."amount"), (t."credit_account", t."credit_provider", -t."amount"))
      as side ("account", "provider", "moved")
    where t."unit" is null and side."account" = 'CREDIT' and side."provider" = 'PROVIDER_A'
    group by 1, 2, 3 having sum(side."moved") <> 0
  ) b
  join "provider_accounts" a on a."tenant_id" = b."tenant_id" and a."provider" = 'PROVIDER_A' and a."environment" <> ''
  join "customers" u on u."tenant_id" = b."tenant_id" and u."id" = b."customer_id" and u."erased_at" is null
  where not exists (
    select 1 from "provider_references" r
    where r."tenant_id" = b."tenant_id" and r."provider" = 'PROVIDER_A' and r."kind" = 'CUSTOMER' and r."object_id" = b."customer_id"
      and r."environment" in (a."environment", ''))
)
insert into "charges" ("tenant_id", "id", "customer_id", "provider", "cause", "key", "source_id", "amount", "currency", "description",
  "period_start", "period_end", "created_at")
select "tenant_id", "id", "customer_id", 'PROVIDER_B', 'CREDIT', 'balance:left:' || "id", "environment", "amount", "currency",
  'Balance with the card provider, left in ' || split_part("environment", '/', 1) || ' (' || lower(split_part("environment", '/', 2)) || ' mode)',
  now(), now(), now()
from "left_there" where "environment" is not null;

insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "code", "actor_type", "actor_id", "created_at")
select c."tenant_id", "usher_new_id"('place', now()), c."id", 'HELD', 'LEFT', 'SYSTEM', 'charges', now() from "charges" c
where c."cause" = 'CREDIT' and starts_with(c."key", 'balance:left:');

-- The journal follows a charge by a trigger, which a database of some versions ago has not yet as this runs.
insert into "journal_transfers" ("tenant_id", "id", "customer_id", "currency", "debit_account", "debit_provider", "credit_account",
  "credit_provider", "amount", "kind", "key", "charge_id", "at")
select c."tenant_id", "usher_new_id"('jrn', now()), c."customer_id", c."currency", 'CREDIT',
  (case when c."amount" < 0 then 'PROVIDER_A' else 'PROVIDER_B' end)::"Provider", 'CREDIT',
  (case when c."amount" < 0 then 'PROVIDER_B' else 'PROVIDER_A' end)::"Provider", abs(c."amount"), 'MOVED', c."id" || ':moved', c."id", now()
from "charges" c where c."cause" = 'CREDIT' and starts_with(c."key", 'balance:left:')
on conflict ("tenant_id", "key") do nothing;
