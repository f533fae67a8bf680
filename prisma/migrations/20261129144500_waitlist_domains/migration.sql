-- A search for "@acme.com" reads no other entry: server/domain/admission/waitlist/entry-matches.ts.
create index "waitlist_entries_domain" on "waitlist_entries" (tenant_id, split_part(email, '@', -1));
