-- Events, audit entries, the usage ledger, charges, the journal and decisions about invoices are append-only. Two changes are allowed: sealing an audit entry once, and blanking
-- what a row says about a person (with the salt, so that the digest cannot confirm a guess) while usher.erase is on.
create or replace function "usher_refuse_rewrite"() returns trigger language plpgsql as $$
declare
  personal text[] := array['data', 'before', 'after', 'salt', 'reason', 'event_id'];
  seal text[] := array['position', 'digest', 'hash'];
  was jsonb;
  becomes jsonb;
begin
  if tg_op = 'UPDATE' then
    was := to_jsonb(old);
    becomes := to_jsonb(new);
    if current_setting('usher.erase', true) = 'on' and becomes - personal = was - personal then
      return new;
    end if;
    if tg_table_name = 'audit_entries' and was->>'position' is null and becomes - seal = was - seal then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger "usage_ledger_append_only" before update or delete on "usage_ledger"
  for each row execute function "usher_refuse_rewrite"();
create or replace trigger "audit_entries_append_only" before update or delete on "audit_entries"
  for each row execute function "usher_refuse_rewrite"();
create or replace trigger "events_append_only" before update or delete on "events"
  for each row execute function "usher_refuse_rewrite"();
create or replace trigger "audit_entries_never_emptied" before truncate on "audit_entries"
  for each statement execute function "usher_refuse_rewrite"();
create or replace trigger "events_never_emptied" before truncate on "events"
  for each statement execute function "usher_refuse_rewrite"();
create or replace trigger "charges_append_only" before update or delete on "charges"
  for each row execute function "usher_refuse_rewrite"();
create or replace trigger "journal_transfers_append_only" before update or delete on "journal_transfers"
  for each row execute function "usher_refuse_rewrite"();
create or replace trigger "balance_transactions_append_only" before update or delete on "balance_transactions"
  for each row execute function "usher_refuse_rewrite"();
create or replace trigger "invoice_decisions_append_only" before update or delete on "invoice_decisions"
  for each row execute function "usher_refuse_rewrite"();
create or replace trigger "charges_never_emptied" before truncate on "charges"
  for each statement execute function "usher_refuse_rewrite"();
create or replace trigger "charge_placements_never_emptied" before truncate on "charge_placements"
  for each statement execute function "usher_refuse_rewrite"();
create or replace trigger "journal_transfers_never_emptied" before truncate on "journal_transfers"
  for each statement execute function "usher_refuse_rewrite"();
