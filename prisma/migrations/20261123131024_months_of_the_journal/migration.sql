-- CreateIndex
CREATE INDEX "invoices_tenant_id_issued_at_id_idx" ON "invoices"("tenant_id", "issued_at", "id");

-- CreateIndex
CREATE INDEX "journal_transfers_tenant_id_at_id_idx" ON "journal_transfers"("tenant_id", "at", "id");
