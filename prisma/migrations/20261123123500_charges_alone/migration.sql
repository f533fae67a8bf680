-- Changes of plan read charges alone: what versions before keep in subscriptions.charged is written by a trigger from now on, and what
-- they write there names the items of charges. Here before the functions are, because such versions still run.
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

-- Charges of lines that a version without charges wrote: their items, where that column tells them. Alike ones in their order.
alter table "charges" disable trigger "charges_append_only";

with "stored" as (
  select s."tenant_id", s."id" as subscription_id, o.one->>'item' as item, (o.one->>'price')::bigint as price, (o.one->>'amount')::bigint as amount,
    (o.one->>'start')::timestamptz as period_start, (o.one->>'end')::timestamptz as period_end, o.one->>'description' as description,
    row_number() over (partition by s."tenant_id", s."id", o.one->>'amount', o.one->>'start', o.one->>'end', o.one->>'description' order by o.nth) as nth
  from "subscriptions" s cross join lateral jsonb_array_elements(s."charged") with ordinality o (one, nth)
  where s."provider" = 'PROVIDER_B' and o.one->>'chargeKey' is null and o.one->>'amount' <> '0'
), "lines" as (
  select c."tenant_id", c."id", c."subscription_id", c."amount", c."period_start", c."period_end",
    regexp_replace(c."description", '^Remaining time: ', '') as description,
    row_number() over (partition by c."tenant_id", c."subscription_id", c."amount", c."period_start", c."period_end",
      regexp_replace(c."description", '^Remaining time: ', '') order by c."id") as nth
  from "charges" c where c."cause" = 'LEGACY' and c."provider" = 'PROVIDER_B' and c."item" is null and c."amount" > 0
)
update "charges" c set "item" = s.item, "price" = s.price
  from "stored" s join "lines" l on l."tenant_id" = s."tenant_id" and l."subscription_id" = s.subscription_id and l."amount" = s.amount
    and l."period_start" = s.period_start and l."period_end" = s.period_end and l.description = s.description and l.nth = s.nth
  where c."tenant_id" = l."tenant_id" and c."id" = l."id";

alter table "charges" enable trigger "charges_append_only";
