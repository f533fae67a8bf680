-- Makes the journal say of an invoice what its row says: tax, discount, credit notes, credit, cash and what was given up. What was
-- posted before is corrected by the difference, so that states which are learned late, twice or in another order end alike.
create or replace function "usher_post_invoice"(p_tenant text, p_invoice text) returns void language plpgsql as $$
declare
  v_invoice "invoices";
  v_post record;
  v_posted bigint;
  v_times bigint;
  v_is_billed boolean;
  v_tax bigint;
  v_notes bigint;
  v_notes_tax bigint;
  v_notes_included bigint;
begin
  select * into v_invoice from "invoices" where "tenant_id" = p_tenant and "id" = p_invoice;
  if not found then return; end if;
  v_is_billed := v_invoice."status" in ('OPEN', 'PAID', 'UNCOLLECTIBLE');
  -- The part of the tax that came on top of the lines.
  v_tax := v_invoice."total" - v_invoice."subtotal" + v_invoice."discount";
  -- A credit note before payment lowers what is due, as used credit does.
  v_notes := coalesce(v_invoice."credit_notes", 0);
  -- The tax that the card provider's notes take back: what came on top leaves DISCOUNT, what prices contain leaves TAX_INCLUDED, each
  -- in proportion to the invoice's own tax.
  select coalesce(sum("tax"), 0)::bigint into v_notes_tax from "credit_notes"
    where "tenant_id" = p_tenant and "invoice_id" = p_invoice and "provider" = 'PROVIDER_A' and "status" = 'ISSUED';
  v_notes_included := case when v_invoice."tax" = 0 then 0
    else round(v_notes_tax * (v_invoice."tax" - v_tax)::numeric / v_invoice."tax") end;
  for v_post in
    select * from (values
      ('TAX', 'TAX', 'RECEIVABLE', case when v_is_billed then v_tax else 0 end),
      ('TAX_INCLUDED', 'TAX', 'REVENUE', case when v_is_billed then v_invoice."tax" - v_tax - v_notes_included else 0 end),
      ('DISCOUNT', 'RECEIVABLE', 'DISCOUNT', case when v_is_billed then v_invoice."discount" else 0 end),
      -- Those of ours are posted with their charges.
      ('CREDIT_NOTE', 'RECEIVABLE', 'DISCOUNT', case when v_is_billed and v_invoice."provider" = 'PROVIDER_A' then v_notes else 0 end),
      ('CREDIT_NOTE_TAX', 'DISCOUNT', 'TAX', case when v_is_billed then v_notes_tax - v_notes_included else 0 end),
      ('CREDIT', 'RECEIVABLE', 'CREDIT', case when v_is_billed then v_invoice."total" - v_invoice."amount_due" - v_notes else 0 end),
      ('CASH', 'RECEIVABLE', 'CASH', v_invoice."amount_paid"),
      ('WRITE_OFF', 'RECEIVABLE', 'WRITTEN_OFF',
        case when v_invoice."status" = 'UNCOLLECTIBLE' then v_invoice."amount_due" - v_invoice."amount_paid" else 0 end)
    ) as wanted (kind, source, target, amount)
  loop
    select coalesce(sum(case when "debit_account"::text = v_post.target then "amount" else -"amount" end), 0), count(*)
      into v_posted, v_times
      from "journal_transfers"
      where "tenant_id" = p_tenant and "invoice_id" = p_invoice and "charge_id" is null and "kind" = v_post.kind;
    perform "usher_transfer"(p_tenant, v_invoice."customer_id", v_invoice."currency", (v_post.amount - v_posted)::bigint,
      v_post.source::"JournalAccount", v_invoice."provider", v_post.target::"JournalAccount", v_invoice."provider",
      v_post.kind, p_invoice || ':' || v_post.kind || ':' || v_times + 1, null, p_invoice, v_invoice."updated_at");
  end loop;
end $$;
