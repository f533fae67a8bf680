-- Places charges on the lines of an invoice that was issued: an item of ours that was sent to the card provider under its key;
-- what the provider computed, and what an older version of ours wrote, becomes a charge. A line has its charge once. A draft's
-- lines may still change, and what an older version voided is over.
create or replace function "usher_place_lines"(p_tenant text, p_invoice text) returns void language plpgsql as $$
declare
  v_invoice "invoices";
  v_line "invoice_lines";
  v_charge text;
  v_moment timestamptz;
begin
  select * into v_invoice from "invoices" where "tenant_id" = p_tenant and "id" = p_invoice for no key update;
  if not found or v_invoice."status" = 'DRAFT' then return; end if;
  v_moment := v_invoice."updated_at";
  for v_line in
    select * from "invoice_lines" l where l."tenant_id" = p_tenant and l."invoice_id" = p_invoice and l."amount" <> 0
      and (l."provider_line_id" is not null or v_invoice."provider" = 'PROVIDER_B' and v_invoice."status" <> 'VOID')
      and not exists (select 1 from "charge_placements" p where p."tenant_id" = p_tenant and p."line_id" = l."id")
    order by l."position"
  loop
    v_charge := null;
    if v_line."provider_key" is not null or v_line."provider_item_id" is not null then
      update "charge_placements" p set "invoice_id" = p_invoice, "line_id" = v_line."id", "placed_at" = v_moment,
        "provider_item_id" = coalesce(p."provider_item_id", v_line."provider_item_id")
        from "charges" c
        where p."tenant_id" = p_tenant and p."ended_at" is null and p."kind" = 'INVOICE' and p."invoice_id" is null
          and (p."provider_key" = v_line."provider_key" or p."provider_item_id" = v_line."provider_item_id")
          and c."tenant_id" = p."tenant_id" and c."id" = p."charge_id" and c."amount" = v_line."amount"
        returning p."charge_id" into v_charge;
      if v_charge is not null then continue; end if;
      -- A person gave the item another amount: what it says now is owed, instead of what was sent.
      update "charge_placements" set "ended_at" = v_moment, "end_code" = 'CHANGED'
        where "tenant_id" = p_tenant and "ended_at" is null and "kind" = 'INVOICE' and "invoice_id" is null
          and ("provider_key" = v_line."provider_key" or "provider_item_id" = v_line."provider_item_id")
        returning "charge_id" into v_charge;
      if v_charge is not null then
        insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "code", "actor_type", "actor_id", "created_at")
        values (p_tenant, "usher_new_id"('place', v_moment), v_charge, 'WRITTEN_OFF', 'CHANGED', 'SYSTEM', 'invoice', v_moment);
        v_charge := null;
      end if;
      -- It was taken back, and came to the invoice all the same.
      select p."charge_id" into v_charge from "charge_placements" p
        join "charges" c on c."tenant_id" = p."tenant_id" and c."id" = p."charge_id" and c."amount" = v_line."amount"
        where p."tenant_id" = p_tenant
          and (p."provider_key" = v_line."provider_key" or p."provider_item_id" = v_line."provider_item_id")
          and not exists (
          select 1 from "charge_placements" o
          where o."tenant_id" = p_tenant and o."charge_id" = p."charge_id" and o."ended_at" is null
            and o."kind" <> 'WAITING')
        limit 1;
    end if;
    if v_charge is null then
      insert into "charges" ("tenant_id", "id", "customer_id", "subscription_id", "provider", "cause", "key", "source_id", "amount",
        "currency", "description", "is_proration", "period_start", "period_end", "created_at")
      values (p_tenant, "usher_new_id"('chg', v_moment), v_invoice."customer_id", v_invoice."subscription_id", v_invoice."provider",
        (case when v_line."provider_line_id" is not null then 'PROVIDER_LINE'
          when v_line."description" = 'Credit carried to the next invoice' then 'CARRIED' else 'LEGACY' end)::"ChargeCause",
        'line:' || coalesce(v_invoice."provider_invoice_id" || ':' || v_line."provider_line_id", v_line."id"), p_invoice, v_line."amount",
        v_invoice."currency", v_line."description", v_line."is_proration", coalesce(v_line."period_start", v_invoice."created_at"),
        coalesce(v_line."period_end", v_invoice."created_at"), v_moment)
      on conflict ("tenant_id", "key") do nothing
      returning "id" into v_charge;
    end if;
    if v_charge is not null then
      insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "invoice_id", "line_id", "provider_key",
        "provider_item_id", "actor_type", "actor_id", "created_at", "placed_at")
      values (p_tenant, "usher_new_id"('place', v_moment), v_charge, 'INVOICE', p_invoice, v_line."id", v_line."provider_key",
        v_line."provider_item_id", 'SYSTEM', 'invoice', v_moment, v_moment);
    end if;
  end loop;
end $$;
