-- CreateEnum
CREATE TYPE "CorrectionKind" AS ENUM ('CREDIT_NOTE', 'REFUND');

-- CreateEnum
CREATE TYPE "CorrectionRequestStatus" AS ENUM ('REQUESTED', 'DONE', 'FAILED');

-- CreateTable
CREATE TABLE "correction_requests" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" "CorrectionKind" NOT NULL,
    "status" "CorrectionRequestStatus" NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "plan" JSONB NOT NULL,
    "result_id" TEXT,
    "failure" TEXT,
    "request_key" TEXT,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "correction_requests_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "correction_requests_tenant_id_invoice_id_idx" ON "correction_requests"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "correction_requests_tenant_id_request_key_idx" ON "correction_requests"("tenant_id", "request_key");

-- CreateIndex
CREATE INDEX "correction_requests_tenant_id_status_updated_at_idx" ON "correction_requests"("tenant_id", "status", "updated_at");

-- AddForeignKey
ALTER TABLE "correction_requests" ADD CONSTRAINT "correction_requests_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "correction_requests" enable row level security;
create policy "own_tenant" on "correction_requests" using ("tenant_id" = current_setting('usher.tenant_id', true));

-- Two at once of one invoice: the first one counts.
create unique index "correction_requests_one_running" on "correction_requests" ("tenant_id", "invoice_id") where "status" = 'REQUESTED';
