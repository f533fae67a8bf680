-- Writes a transfer of the journal, once per key: an amount moves from one account to another. A negative one moves back, so that
-- what is written is above 0. Its provider is the one that holds the account.
create or replace function "usher_transfer"(
  p_tenant text, p_customer text, p_currency text, p_amount bigint,
  p_from "JournalAccount", p_from_provider "Provider", p_to "JournalAccount", p_to_provider "Provider",
  p_kind text, p_key text, p_charge text, p_invoice text, p_at timestamptz
) returns void language sql as $$
  insert into "journal_transfers" ("tenant_id", "id", "customer_id", "currency", "debit_account", "debit_provider", "credit_account",
    "credit_provider", "amount", "kind", "key", "charge_id", "invoice_id", "at")
  select p_tenant, "usher_new_id"('jrn', p_at), p_customer, p_currency,
    case when p_amount > 0 then p_to else p_from end, case when p_amount > 0 then p_to_provider else p_from_provider end,
    case when p_amount > 0 then p_from else p_to end, case when p_amount > 0 then p_from_provider else p_to_provider end,
    abs(p_amount), p_kind, p_key, p_charge, p_invoice, p_at
  where p_amount <> 0
  on conflict ("tenant_id", "key") do nothing
$$;
