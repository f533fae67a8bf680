-- When a transaction that wrote an invoice commits: its lines have their charges, those of a void one are held for a decision
-- where none was made (credit waits again), and the journal agrees with it. So no writer can forget it: neither a callback, nor an
-- older version, nor a person with psql.
create or replace function "usher_settle_invoice"() returns trigger language plpgsql as $$
declare
  v_invoice "invoices";
  v_charge text;
begin
  perform "usher_place_lines"(new."tenant_id", new."id");
  select * into v_invoice from "invoices" where "tenant_id" = new."tenant_id" and "id" = new."id";
  if v_invoice."status" = 'VOID' then
    for v_charge in
      update "charge_placements" set "ended_at" = v_invoice."updated_at", "end_code" = 'VOIDED'
      where "tenant_id" = new."tenant_id" and "invoice_id" = new."id" and "ended_at" is null
      returning "charge_id"
    loop
      insert into "charge_placements" ("tenant_id", "id", "charge_id", "kind", "code", "actor_type", "actor_id", "created_at")
      select c."tenant_id", "usher_new_id"('place', v_invoice."updated_at"), c."id", 'HELD', 'VOIDED', 'SYSTEM', 'invoice',
        v_invoice."updated_at"
      from "charges" c where c."tenant_id" = new."tenant_id" and c."id" = v_charge and c."cause" <> 'CREDIT';
    end loop;
  end if;
  perform "usher_post_invoice"(new."tenant_id", new."id");
  return null;
end $$;

create constraint trigger "invoices_settle" after insert or update on "invoices"
  deferrable initially deferred for each row execute function "usher_settle_invoice"();
