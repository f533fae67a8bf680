-- One counter for each period of each subscription, and of the free plan's: a period of the free plan can begin at the very
-- moment at which that of a subscription began that has ended since (the customer was made with it).
create unique index "usage_records_period_key" on "usage_records"
  ("tenant_id", "customer_id", "feature_id", "period_start", "dimension", "subscription_id") nulls not distinct;
drop index "usage_records_tenant_id_customer_id_feature_id_period_start_key";
