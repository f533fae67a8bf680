-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "credit_notes" BIGINT;
