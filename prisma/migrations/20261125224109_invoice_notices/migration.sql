-- CreateEnum
CREATE TYPE "InvoiceNoticeKind" AS ENUM ('NOT_ISSUED', 'TAX_NOT_COMPUTED', 'FRAUD_WARNING', 'DISPUTE');

-- CreateTable
CREATE TABLE "invoice_notices" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" "InvoiceNoticeKind" NOT NULL,
    "provider_object_id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "code" TEXT,
    "message" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "is_dismissed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_notices_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "invoice_notices_tenant_id_invoice_id_idx" ON "invoice_notices"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "invoice_notices_tenant_id_customer_id_idx" ON "invoice_notices"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "invoice_notices_tenant_id_closed_at_id_idx" ON "invoice_notices"("tenant_id", "closed_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_notices_tenant_id_kind_provider_object_id_key" ON "invoice_notices"("tenant_id", "kind", "provider_object_id");

-- AddForeignKey
ALTER TABLE "invoice_notices" ADD CONSTRAINT "invoice_notices_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_notices" ADD CONSTRAINT "invoice_notices_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "invoice_notices" enable row level security;
create policy "own_tenant" on "invoice_notices" using ("tenant_id" = current_setting('usher.tenant_id', true));
