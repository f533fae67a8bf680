-- Keeps the exact number of waitlist entries by status. Each connection adds to a part of its own, so that many entries can be
-- added at once; each statement updates the statuses in the same order, so that no two statements deadlock.
create or replace function "usher_count_waitlist"() returns trigger language plpgsql as $$
declare
  own_part smallint := pg_backend_pid() % 16;
begin
  if tg_op = 'INSERT' then
    insert into "waitlist_counts" ("tenant_id", "status", "part", "entries")
    select "tenant_id", "status", own_part, count(*) from "added" group by 1, 2 order by 1, 2
    on conflict ("tenant_id", "status", "part") do update set "entries" = "waitlist_counts"."entries" + excluded."entries";
  elsif tg_op = 'DELETE' then
    insert into "waitlist_counts" ("tenant_id", "status", "part", "entries")
    select "tenant_id", "status", own_part, -count(*) from "removed" group by 1, 2 order by 1, 2
    on conflict ("tenant_id", "status", "part") do update set "entries" = "waitlist_counts"."entries" + excluded."entries";
  else
    insert into "waitlist_counts" ("tenant_id", "status", "part", "entries")
    select "tenant_id", "status", own_part, sum("change") from (
      select "tenant_id", "status", 1 as "change" from "added" union all select "tenant_id", "status", -1 from "removed"
    ) as "changes" group by 1, 2 having sum("change") <> 0 order by 1, 2
    on conflict ("tenant_id", "status", "part") do update set "entries" = "waitlist_counts"."entries" + excluded."entries";
  end if;
  return null;
end $$;

create or replace trigger "waitlist_entries_count_insert" after insert on "waitlist_entries"
  referencing new table as "added" for each statement execute function "usher_count_waitlist"();
create or replace trigger "waitlist_entries_count_update" after update on "waitlist_entries"
  referencing old table as "removed" new table as "added" for each statement execute function "usher_count_waitlist"();
create or replace trigger "waitlist_entries_count_delete" after delete on "waitlist_entries"
  referencing old table as "removed" for each statement execute function "usher_count_waitlist"();
