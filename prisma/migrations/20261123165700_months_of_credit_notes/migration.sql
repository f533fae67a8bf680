-- CreateIndex
CREATE INDEX "credit_notes_tenant_id_issued_at_id_idx" ON "credit_notes"("tenant_id", "issued_at", "id");

-- CreateIndex
CREATE INDEX "refunds_tenant_id_created_at_id_idx" ON "refunds"("tenant_id", "created_at", "id");
