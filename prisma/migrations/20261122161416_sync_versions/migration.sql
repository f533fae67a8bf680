-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "sync_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "sync_version" INTEGER NOT NULL DEFAULT 0;
