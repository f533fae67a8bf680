-- AlterTable
ALTER TABLE "checkout_sessions" ADD COLUMN     "grant_id" TEXT,
ADD COLUMN     "pack_id" TEXT,
ADD COLUMN     "trial_days" INTEGER;

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_subscription_id_idx" ON "checkout_sessions"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_pack_id_idx" ON "checkout_sessions"("tenant_id", "pack_id");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_grant_id_idx" ON "checkout_sessions"("tenant_id", "grant_id");

-- CreateIndex
CREATE INDEX "customer_grants_tenant_id_subscription_id_idx" ON "customer_grants"("tenant_id", "subscription_id");

-- AddForeignKey
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_tenant_id_grant_id_fkey" FOREIGN KEY ("tenant_id", "grant_id") REFERENCES "customer_grants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Open pages, for the jobs that close those which were not completed in time.
CREATE INDEX "checkout_sessions_open" ON "checkout_sessions"("tenant_id", "updated_at") WHERE "status" = 'OPEN';

-- Starts that wait for their cardholder, for the job that ends those which were not confirmed in time.
CREATE INDEX "provider_operations_unconfirmed_starts" ON "provider_operations"("tenant_id", "updated_at")
  WHERE "kind" = 'START' AND "status" = 'FAILED' AND "failure_code" = 'K7002';

-- Starts in progress claim the granted terms that they are to use.
UPDATE "customer_grants" g SET "subscription_id" = o."subscription_id"
FROM "provider_operations" o
WHERE o."tenant_id" = g."tenant_id" AND o."kind" = 'START'
  AND (o."status" = 'PENDING' OR (o."status" = 'FAILED' AND o."failure_code" = 'K7002'))
  AND o."input"->>'grantId' = g."id" AND g."used_at" IS NULL AND g."subscription_id" IS NULL;
