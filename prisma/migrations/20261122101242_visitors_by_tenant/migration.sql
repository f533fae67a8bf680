-- As every key, with the tenant in front.
drop index "customers_unpaid_visitors";
create index "customers_unpaid_visitors" on "customers" ("tenant_id", "created_at") where "email_from" = 'VISITOR';
