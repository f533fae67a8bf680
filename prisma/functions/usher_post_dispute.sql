-- Makes the journal say of a dispute what its row says: money that the bank took (CASH to DISPUTED), and what of it is lost for good
-- (DISPUTED to WRITTEN_OFF). Money that came back, and a state that is taken back, is corrected by the difference.
create or replace function "usher_post_dispute"() returns trigger language plpgsql as $$
declare
  v_post record;
  v_posted bigint;
  v_times bigint;
begin
  for v_post in
    select * from (values
      ('DISPUTE', 'CASH', 'DISPUTED', new."withdrawn"),
      ('DISPUTE_LOST', 'DISPUTED', 'WRITTEN_OFF', case when new."status" = 'LOST' then new."withdrawn" else 0 end)
    ) as wanted (kind, source, target, amount)
  loop
    select coalesce(sum(case when "debit_account"::text = v_post.target then "amount" else -"amount" end), 0), count(*)
      into v_posted, v_times
      from "journal_transfers"
      where "tenant_id" = new."tenant_id" and "invoice_id" = new."invoice_id" and "kind" = v_post.kind
        and starts_with("key", new."id" || ':');
    perform "usher_transfer"(new."tenant_id", new."customer_id", new."currency", (v_post.amount - v_posted)::bigint,
      v_post.source::"JournalAccount", new."provider", v_post.target::"JournalAccount", new."provider",
      v_post.kind, new."id" || ':' || v_post.kind || ':' || v_times + 1, null, new."invoice_id", new."updated_at");
  end loop;
  return null;
end $$;

create or replace trigger "disputes_post" after insert or update on "disputes"
  for each row execute function "usher_post_dispute"();
