-- CreateEnum
CREATE TYPE "DisputeStatus" AS ENUM ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED');

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "amount_disputed" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "corrections_version" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "disputes" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "provider_dispute_id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "status" "DisputeStatus" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "withdrawn" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "evidence_due_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "disputes_tenant_id_invoice_id_idx" ON "disputes"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "disputes_tenant_id_customer_id_id_idx" ON "disputes"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "disputes_tenant_id_status_idx" ON "disputes"("tenant_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "disputes_tenant_id_provider_provider_dispute_id_key" ON "disputes"("tenant_id", "provider", "provider_dispute_id");

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "disputes" enable row level security;
create policy "own_tenant" on "disputes" using ("tenant_id" = current_setting('usher.tenant_id', true));
