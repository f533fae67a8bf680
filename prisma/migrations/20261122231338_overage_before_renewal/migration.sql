-- AlterTable
ALTER TABLE "usage_records" ADD COLUMN     "invoice_due_at" TIMESTAMPTZ(3);

-- The worker's question: whose overage is due.
CREATE INDEX "usage_records_invoice_due" ON "usage_records" ("tenant_id", "invoice_due_at") WHERE "invoice_due_at" IS NOT NULL;
