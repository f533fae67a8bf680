-- Makes the journal say of a refund what its row says: money that went back, or is on its way; a refund that failed is taken back. One
-- that carries out a credit note of ours pays what the note's charges took off the invoice (RECEIVABLE); any other is a discount.
create or replace function "usher_post_refund"() returns trigger language plpgsql as $$
declare
  v_wanted bigint := case when new."status" in ('PENDING', 'SUCCEEDED') then new."amount" else 0 end;
  v_posted bigint;
  v_times bigint;
begin
  select coalesce(sum(case when "credit_account" = 'CASH' then "amount" else -"amount" end), 0), count(*) into v_posted, v_times
    from "journal_transfers"
    where "tenant_id" = new."tenant_id" and "invoice_id" = new."invoice_id" and "kind" = 'REFUND' and starts_with("key", new."id" || ':');
  perform "usher_transfer"(new."tenant_id", new."customer_id", new."currency", v_wanted - v_posted, 'CASH', new."provider",
    (case when new."provider" = 'PROVIDER_B' and new."credit_note_id" is not null then 'RECEIVABLE' else 'DISCOUNT' end)::"JournalAccount",
    new."provider", 'REFUND', new."id" || ':' || v_times + 1, null, new."invoice_id", new."updated_at");
  return null;
end $$;

create or replace trigger "refunds_post" after insert or update on "refunds"
  for each row execute function "usher_post_refund"();
