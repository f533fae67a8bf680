-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "unpaid_since" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_unpaid_since_idx" ON "subscriptions"("tenant_id", "unpaid_since");
