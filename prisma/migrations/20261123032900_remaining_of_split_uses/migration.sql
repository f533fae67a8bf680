-- AlterTable
ALTER TABLE "usage_ledger" ADD COLUMN     "remaining_after" DECIMAL(24,6);
