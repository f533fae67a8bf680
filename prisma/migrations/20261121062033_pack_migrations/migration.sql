-- AlterTable
ALTER TABLE "pack_migrations" ADD COLUMN     "rolled_back" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "pending_pack_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "pack_migrations_tenant_id_status_idx" ON "pack_migrations"("tenant_id", "status");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_pending_pack_at_idx" ON "subscriptions"("tenant_id", "pending_pack_at");

alter table "pack_migrations" add constraint "pack_migrations_counts" check ("moved" between 0 and "total" and "rolled_back" between 0 and "moved");
