-- Phases of one subscription never overlap. The subscription's row is locked first, so that of two writers at once the second one sees
-- what the first has written. An exclusion constraint would need an extension for equality, and could not be led by tenant_id.
create or replace function "usher_refuse_overlap"() returns trigger language plpgsql as $$
begin
  perform 1 from "subscriptions" where "tenant_id" = new."tenant_id" and "id" = new."subscription_id" for no key update;
  if exists (
    select 1 from "subscription_terms" t
    where t."tenant_id" = new."tenant_id" and t."subscription_id" = new."subscription_id" and t."id" <> new."id"
      and tstzrange(t."from_at", t."to_at") && tstzrange(new."from_at", new."to_at")
  ) then
    raise exclusion_violation using constraint = 'subscription_terms_no_overlap', table = 'subscription_terms',
      message = 'a phase overlaps another one of its subscription: subscription_terms_no_overlap';
  end if;
  return null;
end $$;

create or replace trigger "subscription_terms_no_overlap" after insert or update of "from_at", "to_at" on "subscription_terms"
  for each row execute function "usher_refuse_overlap"();
