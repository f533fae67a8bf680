-- DropIndex
DROP INDEX "subscriptions_tenant_id_unpaid_since_idx";

-- The worker's question: whose unpaid time is to be settled. Few rows have one.
CREATE INDEX "subscriptions_unpaid" ON "subscriptions" ("tenant_id", "id") WHERE "unpaid_since" IS NOT NULL;
