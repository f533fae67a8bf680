-- AlterTable
ALTER TABLE "quotes" ADD COLUMN     "drivers" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "total" BIGINT NOT NULL;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "pending_change_at" TIMESTAMPTZ(3),
ADD COLUMN     "pending_drivers" JSONB;

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_pending_change_at_idx" ON "subscriptions"("tenant_id", "pending_change_at");
