-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "lease_until" TIMESTAMPTZ(3);
