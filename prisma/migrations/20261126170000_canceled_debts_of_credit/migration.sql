-- A debt of credit that was taken back after an invoice had used it stood under WRITTEN_OFF when the invoice that asked for it was
-- voided, where the invoices show none: it is canceled, as all that a void invoice billed. It gets that account in the month in which it
-- was booked. What was never used of credit that was written off stays beside that credit. The journal is append-only from then on, as
-- before.
alter table "journal_transfers" disable trigger "journal_transfers_append_only";

update "journal_transfers" t set
  "debit_account" = case when t."debit_account" = 'WRITTEN_OFF' then 'CANCELED' else t."debit_account" end,
  "credit_account" = case when t."credit_account" = 'WRITTEN_OFF' then 'CANCELED' else t."credit_account" end
from "charge_placements" p join "charges" c on c."tenant_id" = p."tenant_id" and c."id" = p."charge_id"
where t."tenant_id" = p."tenant_id" and t."key" in (p."id" || ':placed', p."id" || ':ended')
  and p."kind" = 'WRITTEN_OFF' and p."code" is distinct from 'TAKEN_BACK' and c."cause" = 'CREDIT' and c."amount" > 0;

alter table "journal_transfers" enable trigger "journal_transfers_append_only";
