-- What was given back without a credit note stood under DISCOUNT, beside discounts and credit notes. It gets the account of its own, in
-- the month in which it was booked: no amount and no figure changes. The journal is append-only from then on, as before.
alter table "journal_transfers" disable trigger "journal_transfers_append_only";

update "journal_transfers" t set
  "debit_account" = case when t."debit_account" = 'DISCOUNT' then 'GIVEN_BACK' else t."debit_account" end,
  "credit_account" = case when t."credit_account" = 'DISCOUNT' then 'GIVEN_BACK' else t."credit_account" end
where 'DISCOUNT' in (t."debit_account", t."credit_account") and (
  t."kind" = 'REFUND' and exists (
    select 1 from "refunds" r
    where r."tenant_id" = t."tenant_id" and r."id" = split_part(t."key", ':', 1) and r."credit_note_id" is null)
  or t."kind" = 'BALANCE' and exists (
    select 1 from "balance_transactions" b
    where b."tenant_id" = t."tenant_id" and b."id" = substr(t."key", 9) and b."type" <> 'credit_note'));

alter table "journal_transfers" enable trigger "journal_transfers_append_only";
