-- A placement's columns are set once, its words about a person are only blanked (while usher.erase is on), and it is never deleted. What
-- would wait or be held of a customer whose personal data was erased is written off: nothing is billed to them any more. A charge that
-- comes somewhere no longer waits; one that went to the card provider's balance stays there. As it comes to an invoice or is written off,
-- and as that ends, its amount moves in the journal. What is written off so was never billed, or not any more: it is CANCELED, apart from
-- bad debt; credit that nobody uses is WRITTEN_OFF, which it lessens, with what takes that back (TAKEN_BACK). A placement has its charge's
-- due time, for an index of what is due.
create or replace function "usher_keep_placement"() returns trigger language plpgsql as $$
declare
  v_charge "charges";
  v_home "JournalAccount";
  v_given_up "JournalAccount";
  v_before "JournalAccount";
  v_after "JournalAccount";
  v_invoice_provider "Provider";
begin
  if tg_op = 'DELETE' then
    raise exception 'charge_placements are never deleted' using errcode = 'restrict_violation';
  end if;
  if tg_when = 'BEFORE' and tg_op = 'INSERT' then
    if new."kind" in ('WAITING', 'HELD') and exists (
      select 1 from "charges" c join "customers" u on u."tenant_id" = c."tenant_id" and u."id" = c."customer_id"
      where c."tenant_id" = new."tenant_id" and c."id" = new."charge_id" and u."erased_at" is not null) then
      new."kind" := 'WRITTEN_OFF';
      new."code" := 'ERASED';
      new."reason" := null;
    end if;
    update "charge_placements" set "ended_at" = new."created_at", "end_code" = new."kind"::text
      where "tenant_id" = new."tenant_id" and "charge_id" = new."charge_id" and "kind" = 'WAITING' and "ended_at" is null
        and new."kind" <> 'WAITING';
    select "due_at" into new."due_at" from "charges" where "tenant_id" = new."tenant_id" and "id" = new."charge_id";
    return new;
  end if;
  if tg_when = 'BEFORE' then
    if (new."tenant_id", new."id", new."charge_id", new."kind", new."provider_key", new."code", new."actor_type", new."actor_id", new."created_at")
        is distinct from
        (old."tenant_id", old."id", old."charge_id", old."kind", old."provider_key", old."code", old."actor_type", old."actor_id", old."created_at")
      or new."invoice_id" is distinct from old."invoice_id" and old."invoice_id" is not null
      or new."line_id" is distinct from old."line_id" and old."line_id" is not null
      or new."provider_item_id" is distinct from old."provider_item_id" and old."provider_item_id" is not null
      or new."placed_at" is distinct from old."placed_at" and old."placed_at" is not null
      or new."ended_at" is distinct from old."ended_at" and old."ended_at" is not null
      or new."end_code" is distinct from old."end_code" and old."end_code" is not null
      or new."reason" is distinct from old."reason"
        and (new."reason" is not null or coalesce(current_setting('usher.erase', true), '') <> 'on')
      or new."kind" = 'BALANCE' and new."ended_at" is not null
      or old."ended_at" is not null and (new."invoice_id", new."line_id") is distinct from (old."invoice_id", old."line_id") then
      raise exception 'a column of charge_placements is set once' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  select * into strict v_charge from "charges" where "tenant_id" = new."tenant_id" and "id" = new."charge_id";
  v_home := case when v_charge."cause" = 'CREDIT' then 'CREDIT' else 'UNBILLED' end;
  v_given_up := case when v_charge."cause" = 'CREDIT' and (v_charge."amount" < 0 or new."code" = 'TAKEN_BACK') then 'WRITTEN_OFF'
    else 'CANCELED' end;
  if new."kind" = 'BALANCE' then
    if tg_op = 'INSERT' then
      perform "usher_transfer"(v_charge."tenant_id", v_charge."customer_id", v_charge."currency", v_charge."amount", v_home,
        v_charge."provider", 'CREDIT', 'PROVIDER_A', 'MOVED', new."id" || ':placed', v_charge."id", null, new."created_at");
    end if;
    return null;
  end if;
  v_after := case when new."ended_at" is not null then v_home
    when new."kind" = 'INVOICE' and new."invoice_id" is not null then 'RECEIVABLE'
    when new."kind" = 'WRITTEN_OFF' then v_given_up else v_home end;
  v_before := v_home;
  if tg_op = 'UPDATE' then
    v_before := case when old."ended_at" is not null then v_home
      when old."kind" = 'INVOICE' and old."invoice_id" is not null then 'RECEIVABLE'
      when old."kind" = 'WRITTEN_OFF' then v_given_up else v_home end;
  end if;
  if v_before = v_after then return null; end if;
  select coalesce((select "provider" from "invoices" where "tenant_id" = new."tenant_id" and "id" = new."invoice_id"), v_charge."provider")
    into v_invoice_provider;
  perform "usher_transfer"(v_charge."tenant_id", v_charge."customer_id", v_charge."currency", v_charge."amount",
    v_before, case when v_before = 'RECEIVABLE' then v_invoice_provider else v_charge."provider" end,
    v_after, case when v_after = 'RECEIVABLE' then v_invoice_provider else v_charge."provider" end,
    case when v_after = v_home then 'ENDED' when v_after = 'RECEIVABLE' then 'PLACED' else 'WRITTEN_OFF' end,
    new."id" || case when v_after = v_home then ':ended' else ':placed' end,
    v_charge."id", new."invoice_id", coalesce(new."ended_at", new."placed_at", new."created_at"));
  return null;
end $$;

create or replace trigger "charge_placements_set_once" before update or delete on "charge_placements"
  for each row execute function "usher_keep_placement"();
create or replace trigger "charge_placements_end_waiting" before insert on "charge_placements"
  for each row execute function "usher_keep_placement"();
create or replace trigger "charge_placements_post" after insert or update on "charge_placements"
  for each row execute function "usher_keep_placement"();
