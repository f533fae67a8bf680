-- CreateIndex
CREATE INDEX "invoices_tenant_id_display_number_idx" ON "invoices"("tenant_id", "display_number");
