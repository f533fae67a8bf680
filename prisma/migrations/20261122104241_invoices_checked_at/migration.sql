-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "checked_at" TIMESTAMPTZ(3);
