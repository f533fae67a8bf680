-- For the version before, which keeps what waits for an invoice of ours in invoice_items: its rows become charges and placements, and
-- charges that wait are rows there, so that either version finds what the other left. The version after drops both.
create or replace function "usher_keep_items"() returns trigger language plpgsql as $$
declare
  v_item "invoice_items";
  v_charge "charges";
  v_key text;
  v_line text;
begin
  if tg_table_name = 'charge_placements' then
    if new."ended_at" is not null then return null; end if;
    select * into v_charge from "charges" where "tenant_id" = new."tenant_id" and "id" = new."charge_id";
    if v_charge."provider" <> 'PROVIDER_B' or v_charge."subscription_id" is null then return null; end if;
    v_key := case when v_charge."cause" = 'COUNTER' then coalesce(v_charge."source_id", v_charge."key") else regexp_replace(v_charge."key", '^item:', '') end;
    if new."kind" = 'WAITING' then
      insert into "invoice_items" ("tenant_id", "id", "customer_id", "subscription_id", "key", "description", "amount", "currency",
        "is_proration", "period_start", "period_end", "created_at")
      values (new."tenant_id", 'item' || substr(v_charge."id", 4), v_charge."customer_id", v_charge."subscription_id", v_key,
        v_charge."description", v_charge."amount", v_charge."currency", v_charge."is_proration", v_charge."period_start",
        v_charge."period_end", v_charge."created_at")
      on conflict ("tenant_id", "key") do update set "invoice_id" = null where "invoice_items"."invoice_id" is not null;
    elsif new."kind" = 'INVOICE' and new."invoice_id" is not null then
      update "invoice_items" set "invoice_id" = new."invoice_id"
        where "tenant_id" = new."tenant_id" and "key" = v_key and "invoice_id" is distinct from new."invoice_id";
    else
      delete from "invoice_items" where "tenant_id" = new."tenant_id" and "key" = v_key and "invoice_id" is null;
    end if;
    return null;
  end if;

  if tg_op = 'DELETE' then v_item := old; else v_item := new; end if;
  if v_item."amount" = 0 then return null; end if;
  select * into v_charge from "charges" where "tenant_id" = v_item."tenant_id"
    and "key" in (v_item."key", 'item:' || v_item."key", 'counter:' || v_item."key") limit 1;
  if v_charge."id" is null and tg_op = 'INSERT' then
    insert into "charges" ("tenant_id", "id", "customer_id", "subscription_id", "provider", "cause", "key", "source_id", "amount",
      "currency", "description", "is_proration", "period_start", "period_end", "created_at")
    select v_item."tenant_id", "usher_new_id"('chg', v_item."created_at"), v_item."customer_id", v_item."subscription_id", 'PROVIDER_B',
      (case when v_item."key" like 'credit:%' then 'CREDIT' when r."id" is not null then 'COUNTER' else 'LEGACY' end)::"ChargeCause",
      case when v_item."key" like 'credit:%' then v_item."key" when r."id" is not null then 'counter:' || r."id" else 'item:' || v_item."key" end,
      r."id", v_item."amount", v_item."currency", v_item."description", v_item."is_proration",
      coalesce(v_item."period_start", v_item."created_at"), coalesce(v_item."period_end", v_item."created_at"), v_item."created_at"
    from (select) one left join "usage_records" r on r."tenant_id" = v_item."tenant_id" and r."id" = v_item."key"
    on conflict ("tenant_id", "key") do nothing
    returning * into v_charge;
  end if;
  if v_charge."id" is null or exists (
    select 1 from "charge_placements" p where p."tenant_id" = v_charge."tenant_id" and p."charge_id" = v_charge."id" and p."ended_at" is null
      and p."kind" <> 'WAITING') then
    return null;
  end if;
  if tg_op = 'DELETE' then
    -- It was sent to the card provider, under the item's id.
    insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "provider_key", "actor_type", "actor_id", "created_at")
    values (v_item."tenant_id", "usher_new_id"('place', v_charge."created_at"), v_charge."id", 'INVOICE', v_item."id", 'SYSTEM',
      'invoice_items', v_charge."created_at");
  elsif v_item."invoice_id" is not null then
    select l."id" into v_line from "invoice_lines" l
      where l."tenant_id" = v_item."tenant_id" and l."invoice_id" = v_item."invoice_id" and l."amount" = v_item."amount"
        and l."description" = v_item."description" and not exists (
          select 1 from "charge_placements" p where p."tenant_id" = l."tenant_id" and p."line_id" = l."id")
      order by l."position" desc limit 1;
    insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "invoice_id", "line_id", "actor_type", "actor_id",
      "created_at", "placed_at")
    select v_item."tenant_id", "usher_new_id"('place', i."updated_at"), v_charge."id", 'INVOICE', i."id", v_line, 'SYSTEM',
      'invoice_items', i."updated_at", i."updated_at"
    from "invoices" i where i."tenant_id" = v_item."tenant_id" and i."id" = v_item."invoice_id";
  end if;
  return null;
end $$;

create or replace trigger "charge_placements_items" after insert on "charge_placements"
  for each row execute function "usher_keep_items"();
create or replace trigger "invoice_items_charges" after insert or update of "invoice_id" or delete on "invoice_items"
  for each row execute function "usher_keep_items"();
