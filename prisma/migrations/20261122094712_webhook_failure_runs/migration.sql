-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "last_failed_at" TIMESTAMPTZ(3);
