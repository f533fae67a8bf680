-- What was charged and given up without being billed, such as the charges of a void invoice, stood under WRITTEN_OFF, beside bad debt. It
-- gets the account of its own, in the month in which it was booked: no amount and no figure changes. The journal is append-only from
-- then on, as before.
alter table "journal_transfers" disable trigger "journal_transfers_append_only";

update "journal_transfers" set
  "debit_account" = case when "debit_account" = 'WRITTEN_OFF' then 'CANCELED' else "debit_account" end,
  "credit_account" = case when "credit_account" = 'WRITTEN_OFF' then 'CANCELED' else "credit_account" end
where ("debit_account", "credit_account") in (('UNBILLED', 'WRITTEN_OFF'), ('WRITTEN_OFF', 'UNBILLED'));

alter table "journal_transfers" enable trigger "journal_transfers_append_only";
