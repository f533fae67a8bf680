-- AlterTable
ALTER TABLE "provider_operations" ADD COLUMN     "failure_details" JSONB,
ADD COLUMN     "lease_holder" TEXT,
ADD COLUMN     "request_key" TEXT;

-- CreateIndex
CREATE INDEX "provider_operations_tenant_id_request_key_idx" ON "provider_operations"("tenant_id", "request_key");
