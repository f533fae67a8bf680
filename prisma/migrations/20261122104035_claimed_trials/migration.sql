-- Every trial that was had counts as claimed, by its customer and the mailbox behind the address: also those that were imported.
-- The traits are those of server/domain/subscriptions/trials.ts; a card's fingerprint was never kept beside a subscription.
insert into "trial_uses" ("tenant_id", "product_id", "trait", "subscription_id", "created_at")
select distinct on (had."tenant_id", had."product_id", had."trait")
  had."tenant_id", had."product_id", had."trait", had."id", had."created_at"
from (
  select s."tenant_id", s."product_id", s."id", s."created_at", trait."trait"
  from "subscriptions" s
  join "customers" c on c."tenant_id" = s."tenant_id" and c."id" = s."customer_id"
  cross join lateral (
    select split_part(split_part(lower(btrim(c."email")), '@', 1), '+', 1) as bare,
           split_part(lower(btrim(c."email")), '@', 2) as domain
  ) address
  cross join lateral (
    values
      ('customer:' || c."id"),
      ('mailbox:' || encode(sha256(convert_to(
        case when address.domain in ('gmail.com', 'googlemail.com')
          then replace(address.bare, '.', '') || '@gmail.com'
          else address.bare || '@' || address.domain
        end, 'UTF8')), 'hex'))
  ) as trait ("trait")
  where s."trial_start" is not null and trait."trait" is not null
) had
order by had."tenant_id", had."product_id", had."trait", had."created_at"
on conflict do nothing;
