-- A change of a customer's balance at the card provider comes to the journal: money that came in beside invoices (CASH), or credit that
-- was given or taken: by a credit note (DISCOUNT), or by hand (GIVEN_BACK). What an invoice did to the balance is posted with the invoice (usher_post_invoice), and
-- what a move between the providers did, with its charges.
create or replace function "usher_keep_balance"() returns trigger language plpgsql as $$
begin
  if new."key" is null
    and new."type" not in ('applied_to_invoice', 'unapplied_from_invoice', 'invoice_too_small', 'invoice_too_large') then
    perform "usher_transfer"(new."tenant_id", new."customer_id", new."currency", new."amount",
      (case when new."type" in ('invoice_overpaid', 'unspent_receiver_credit', 'checkout_session_subscription_payment',
        'checkout_session_subscription_payment_canceled') then 'CASH' when new."type" = 'credit_note' then 'DISCOUNT'
        else 'GIVEN_BACK' end)::"JournalAccount",
      'PROVIDER_A', 'CREDIT', 'PROVIDER_A', 'BALANCE', 'balance:' || new."id", null, null, new."created_at");
  end if;
  return null;
end $$;

create or replace trigger "balance_transactions_post" after insert on "balance_transactions"
  for each row execute function "usher_keep_balance"();
