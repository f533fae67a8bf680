-- The entitlement prices of a published pack never change.
create or replace function "usher_refuse_published_price_change"() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if exists (
    select 1 from "pack_entitlements" e join "packs" p on p."tenant_id" = e."tenant_id" and p."id" = e."pack_id"
    where e."tenant_id" = changed."tenant_id" and e."id" = changed."entitlement_id" and p."status" <> 'DRAFT'
  ) then
    raise exception 'the prices of a published pack cannot be changed' using errcode = 'restrict_violation';
  end if;
  return changed;
end $$;

create or replace trigger "pack_entitlement_prices_draft_only" before insert or update or delete on "pack_entitlement_prices"
  for each row execute function "usher_refuse_published_price_change"();
