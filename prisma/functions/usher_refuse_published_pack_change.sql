-- The entitlements of a published pack never change.
create or replace function "usher_refuse_published_pack_change"() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if exists (select 1 from "packs" p where p."tenant_id" = changed."tenant_id" and p."id" = changed."pack_id" and p."status" <> 'DRAFT') then
    raise exception 'pack % is published and cannot be changed', changed."pack_id" using errcode = 'restrict_violation';
  end if;
  return changed;
end $$;

create or replace trigger "pack_entitlements_draft_only" before insert or update or delete on "pack_entitlements"
  for each row execute function "usher_refuse_published_pack_change"();
