-- Makes the journal say of a refund what its row says: money that went back, or is on its way; a refund that failed is taken back. One
-- without a credit note is GIVEN_BACK: what was billed stays billed. One that carries out a credit note of ours pays what the note's
-- charges took off the invoice (RECEIVABLE); the card provider's notes are a DISCOUNT. One of credit pays that out (CREDIT). Where the
-- note is learned after the refund, what was posted moves to its account.
create or replace function "usher_post_refund"() returns trigger language plpgsql as $$
declare
  v_wanted bigint := case when new."status" in ('PENDING', 'SUCCEEDED') then new."amount" else 0 end;
  v_target "JournalAccount" := (case when new."is_of_credit" then 'CREDIT' when new."credit_note_id" is null then 'GIVEN_BACK'
    when new."provider" = 'PROVIDER_B' then 'RECEIVABLE' else 'DISCOUNT' end)::"JournalAccount";
  v_posted bigint;
  v_times bigint;
  v_other record;
begin
  select coalesce(sum(case when "credit_account" = 'CASH' then "amount" when "debit_account" = 'CASH' then -"amount" else 0 end), 0), count(*)
    into v_posted, v_times
    from "journal_transfers"
    where "tenant_id" = new."tenant_id" and "invoice_id" = new."invoice_id" and "kind" = 'REFUND' and starts_with("key", new."id" || ':');
  for v_other in
    select side."account", sum(side."moved")::bigint as "amount"
    from "journal_transfers" t
    cross join lateral (values (t."debit_account", t."amount"), (t."credit_account", -t."amount")) as side ("account", "moved")
    where t."tenant_id" = new."tenant_id" and t."invoice_id" = new."invoice_id" and t."kind" = 'REFUND'
      and starts_with(t."key", new."id" || ':') and side."account" not in ('CASH', v_target)
    group by 1 having sum(side."moved") <> 0
  loop
    v_times := v_times + 1;
    perform "usher_transfer"(new."tenant_id", new."customer_id", new."currency", v_other."amount", v_other."account", new."provider",
      v_target, new."provider", 'REFUND', new."id" || ':' || v_times, null, new."invoice_id", new."updated_at");
  end loop;
  perform "usher_transfer"(new."tenant_id", new."customer_id", new."currency", v_wanted - v_posted, 'CASH', new."provider",
    v_target, new."provider", 'REFUND', new."id" || ':' || v_times + 1, null, new."invoice_id", new."updated_at");
  return null;
end $$;

create or replace trigger "refunds_post" after insert or update on "refunds"
  for each row execute function "usher_post_refund"();
