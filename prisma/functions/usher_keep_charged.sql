-- For versions before, which read and write what was charged for a subscription's running period in subscriptions.charged: it says what
-- the charges say, and what a version without charges wrote there names the items of the charges that its lines become. So either
-- version finds what the other did. The version after drops it, with the column.
create or replace function "usher_keep_charged"() returns trigger language plpgsql as $$
declare
  v_row "subscriptions";
  v_is_by_card boolean;
  v_charged jsonb;
begin
  if tg_when = 'BEFORE' then
    -- That version has written the row before the lines.
    select one->>'item', (one->>'price')::bigint into new."item", new."price"
      from "subscriptions" s cross join lateral jsonb_array_elements(s."charged") one
      where s."tenant_id" = new."tenant_id" and s."id" = new."subscription_id" and (one->>'amount')::bigint = new."amount"
        and (one->>'start')::timestamptz = new."period_start" and (one->>'end')::timestamptz = new."period_end"
        and new."description" in (one->>'description', 'Remaining time: ' || (one->>'description'))
        and not exists (
          select 1 from "charges" c where c."tenant_id" = new."tenant_id" and c."subscription_id" = new."subscription_id"
            and c."item" = one->>'item' and c."period_start" = new."period_start" and c."period_end" = new."period_end")
      limit 1;
    return new;
  end if;

  select * into v_row from "subscriptions" s where s."tenant_id" = new."tenant_id"
    and s."id" = to_jsonb(new)->>case tg_table_name when 'subscriptions' then 'id' else 'subscription_id' end;
  if v_row."provider" = 'PROVIDER_B' then
    -- It was moved within its period, which the card provider has charged as a whole.
    v_is_by_card := exists (
      select 1 from "charges" c where c."tenant_id" = v_row."tenant_id" and c."subscription_id" = v_row."id" and c."provider" = 'PROVIDER_A'
        and c."cause" in ('PROVIDER_LINE', 'LEGACY') and c."amount" > 0 and c."period_end" = v_row."current_period_end"
        and not exists (
          select 1 from "charge_placements" p
          left join "invoices" i on i."tenant_id" = p."tenant_id" and i."id" = p."invoice_id"
          where p."tenant_id" = c."tenant_id" and p."charge_id" = c."id" and p."ended_at" is null
            and (p."kind" in ('HELD', 'WRITTEN_OFF') or p."kind" = 'INVOICE' and i."status" not in ('OPEN', 'PAID'))));
    -- Of each item that is sold, the newest charge of the period, unless a change has given it back.
    select jsonb_agg(jsonb_build_object('item', i.item, 'description', coalesce(regexp_replace(c."description", '^Remaining time: ', ''), i.name),
        'price', coalesce(c."price", i.price)::text, 'amount', coalesce(c."amount", i.price)::text,
        'start', to_char(coalesce(c."period_start", v_row."current_period_start") at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'end', to_char(v_row."current_period_end" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'chargeKey', c."key") order by i.nth)
      into v_charged
      from "subscription_terms" t
      join "plans" n on n."tenant_id" = t."tenant_id" and n."id" = t."plan_id"
      join "products" r on r."tenant_id" = n."tenant_id" and r."id" = n."product_id"
      cross join lateral (
        select 'plan' as item, t."amount" as price, r."name" || ' ' || n."name" as name, 0 as nth
        union all
        select d.one->>'feature_id', (d.one->>'steps')::bigint * coalesce((d.one->>'step_amount')::bigint, 0),
          case when d.one->>'steps' = '1' then '' else (d.one->>'steps') || ' × ' end || r."name" || ' ' || n."name" || ': ' || f."name", d.nth
        from jsonb_array_elements(t."drivers") with ordinality d (one, nth)
        join "features" f on f."tenant_id" = t."tenant_id" and f."id" = d.one->>'feature_id'
      ) i
      left join lateral (
        select c.*, exists (
          select 1 from "charges" k where k."tenant_id" = c."tenant_id" and k."corrects" = c."id" and k."cause" = 'CHANGE') as is_given_back
        from "charges" c
        where c."tenant_id" = v_row."tenant_id" and c."subscription_id" = v_row."id" and c."period_end" = v_row."current_period_end"
          and c."item" = i.item and c."price" is not null and c."amount" > 0
        order by is_given_back, c."period_start" desc, c."id" desc limit 1
      ) c on true
      where t."tenant_id" = v_row."tenant_id" and t."subscription_id" = v_row."id" and t."to_at" is null
        and case when c."id" is null then i.price > 0 and v_is_by_card else not c.is_given_back end;
  end if;
  update "subscriptions" set "charged" = coalesce(v_charged, '[]')
    where "tenant_id" = v_row."tenant_id" and "id" = v_row."id" and "charged" is distinct from coalesce(v_charged, '[]');
  return null;
end $$;

create or replace trigger "charges_name" before insert on "charges"
  for each row when (new."cause" = 'LEGACY' and new."provider" = 'PROVIDER_B' and new."amount" > 0 and new."item" is null
    and new."subscription_id" is not null)
  execute function "usher_keep_charged"();
create constraint trigger "charges_charged" after insert on "charges"
  deferrable initially deferred for each row when (new."cause" in ('PERIOD', 'CHANGE') and new."subscription_id" is not null)
  execute function "usher_keep_charged"();
-- One that writes the column itself knows what it charges.
create constraint trigger "subscriptions_charged" after update on "subscriptions"
  deferrable initially deferred for each row
  when (old."charged" is not distinct from new."charged" and (old."plan_price_id", old."provider", old."current_period_end")
    is distinct from (new."plan_price_id", new."provider", new."current_period_end"))
  execute function "usher_keep_charged"();
