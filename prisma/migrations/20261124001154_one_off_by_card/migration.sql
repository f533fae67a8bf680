-- AlterEnum
ALTER TYPE "CorrectionKind" ADD VALUE 'ONE_OFF';

-- AlterTable
ALTER TABLE "correction_requests" ADD COLUMN     "customer_id" TEXT,
ALTER COLUMN "invoice_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "correction_requests_tenant_id_customer_id_idx" ON "correction_requests"("tenant_id", "customer_id");

-- AddForeignKey
ALTER TABLE "correction_requests" ADD CONSTRAINT "correction_requests_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Each is of an invoice, or for a customer.
alter table "correction_requests" add constraint "correction_requests_of_one" check (num_nonnulls("invoice_id", "customer_id") = 1);

-- Two at once for one customer: the first one counts.
create unique index "correction_requests_one_running_for_customer" on "correction_requests" ("tenant_id", "customer_id") where "status" = 'REQUESTED';
