-- Starts that wait for their cardholder, or that were left with their account, for the job that ends them: it gives back what they had
-- claimed. Processes of the older version go on with the same index, whose condition theirs implies.
drop index "provider_operations_unconfirmed_starts";
create index "provider_operations_unconfirmed_starts" on "provider_operations" ("tenant_id", "updated_at")
  where "kind" = 'START' and "status" = 'FAILED' and "failure_code" in ('K7002', 'LEFT');
