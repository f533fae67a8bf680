-- A payment is never deleted and never changed: it is taken back once, by columns of its own, and its words about a person are only
-- blanked (while usher.erase is on).
create or replace function "usher_keep_payment"() returns trigger language plpgsql as $$
declare
  personal text[] := array['reference', 'taken_back_reason'];
  taken_back text[] := array['taken_back_at', 'taken_back_reason', 'taken_back_by_type', 'taken_back_by_id'];
begin
  if tg_op = 'UPDATE' then
    if old."taken_back_at" is null and to_jsonb(new) - taken_back = to_jsonb(old) - taken_back then return new; end if;
    if coalesce(current_setting('usher.erase', true), '') = 'on' and to_jsonb(new) - personal = to_jsonb(old) - personal
      and coalesce(new."reference", new."taken_back_reason") is null then
      return new;
    end if;
  end if;
  raise exception 'a payment is taken back, neither deleted nor changed' using errcode = 'restrict_violation';
end $$;

create or replace trigger "invoice_payments_keep" before update or delete on "invoice_payments"
  for each row execute function "usher_keep_payment"();
