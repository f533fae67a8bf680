-- A charge that takes another back has the other sign and is no more than what is left of it, also with two at once. One whose key
-- exists is left to the unique index, which comes after this trigger: ON CONFLICT skips it, and else it is refused. A charge is
-- accrued as it is written. Credit that an invoice left is accrued by the line that says so (CARRIED), not once more; credit that
-- was taken from the card provider's balance moves from there, and what a payment brought beyond what was due is money that came. What a
-- credit note takes back is a discount, as at the card provider, also where credit of it is taken back that an invoice had left over.
create or replace function "usher_keep_charge"() returns trigger language plpgsql as $$
declare
  v_corrected "charges";
  v_left bigint;
begin
  if tg_when = 'BEFORE' then
    if new."corrects" is null then return new; end if;
    select * into v_corrected from "charges" where "tenant_id" = new."tenant_id" and "id" = new."corrects" for no key update;
    if exists (select 1 from "charges" where "tenant_id" = new."tenant_id" and "key" = new."key") then return new; end if;
    select v_corrected."amount" + coalesce(sum("amount"), 0) into v_left
      from "charges" where "tenant_id" = new."tenant_id" and "corrects" = new."corrects";
    if sign(new."amount") = sign(v_corrected."amount") or abs(new."amount") > abs(v_left)
      or sign(v_left) <> sign(v_corrected."amount") or v_corrected."currency" <> new."currency"
      or v_corrected."customer_id" <> new."customer_id" then
      raise exception 'charge % of % corrects %, of which % is left', new."key", new."amount", new."corrects", v_left
        using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if new."cause" = 'CREDIT' then
    if new."key" like 'balance:%' then
      perform "usher_transfer"(new."tenant_id", new."customer_id", new."currency", new."amount", 'CREDIT', 'PROVIDER_A', 'CREDIT',
        new."provider", 'MOVED', new."id" || ':moved', new."id", null, new."created_at");
    elsif new."key" like 'surplus:%' then
      perform "usher_transfer"(new."tenant_id", new."customer_id", new."currency", new."amount", 'CASH', new."provider", 'CREDIT',
        new."provider", 'SURPLUS', new."id" || ':surplus', new."id", p."invoice_id", new."created_at")
        from "invoice_payments" p where p."tenant_id" = new."tenant_id" and p."id" = new."source_id";
    elsif starts_with(new."key", 'credit_note:') then
      perform "usher_transfer"(new."tenant_id", new."customer_id", new."currency", new."amount", 'DISCOUNT', new."provider", 'CREDIT',
        new."provider", 'ACCRUED', new."id" || ':accrued', new."id", null, new."created_at");
    end if;
  else
    perform "usher_transfer"(new."tenant_id", new."customer_id", new."currency", new."amount",
      (case when new."cause" = 'CARRIED' then 'CREDIT' when starts_with(new."key", 'credit_note:') then 'DISCOUNT'
        else 'REVENUE' end)::"JournalAccount", new."provider", 'UNBILLED', new."provider",
      'ACCRUED', new."id" || ':accrued', new."id", null, new."created_at");
  end if;
  return null;
end $$;

create or replace trigger "charges_correct" before insert on "charges"
  for each row execute function "usher_keep_charge"();
create or replace trigger "charges_accrue" after insert on "charges"
  for each row execute function "usher_keep_charge"();
