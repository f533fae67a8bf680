-- AlterTable
ALTER TABLE "invoice_payments" ADD COLUMN     "surplus" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "amount_surplus" BIGINT NOT NULL DEFAULT 0;
