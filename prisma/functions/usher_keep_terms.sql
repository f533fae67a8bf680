-- No writer of a subscription can forget its terms: when a transaction that changed what a subscription is sold as commits, the
-- history agrees with the row. Code that knows the moment of the change better has written the phase before.
create or replace function "usher_keep_terms"() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'subscriptions' then
    perform "usher_write_terms"(new."tenant_id", new."id", null);
  elsif tg_op = 'DELETE' then
    perform "usher_write_terms"(old."tenant_id", old."subscription_id", null);
  else
    perform "usher_write_terms"(new."tenant_id", new."subscription_id", null);
  end if;
  return null;
end $$;

create constraint trigger "subscriptions_first_terms" after insert on "subscriptions"
  deferrable initially deferred for each row execute function "usher_keep_terms"();
create constraint trigger "subscriptions_terms" after update on "subscriptions"
  deferrable initially deferred for each row
  when ((old."plan_id", old."plan_price_id", old."pack_id", old."provider", old."status", old."period_anchor")
    is distinct from (new."plan_id", new."plan_price_id", new."pack_id", new."provider", new."status", new."period_anchor"))
  execute function "usher_keep_terms"();
create constraint trigger "subscription_drivers_terms" after insert or update or delete on "subscription_drivers"
  deferrable initially deferred for each row execute function "usher_keep_terms"();
