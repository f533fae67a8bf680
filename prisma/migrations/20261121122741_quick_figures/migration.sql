-- CreateIndex
CREATE INDEX "invoices_tenant_id_created_at_id_idx" ON "invoices"("tenant_id", "created_at", "id");

-- What the dashboard's figures look for among very many: what was billed past limits, and tries to collect that failed.
CREATE INDEX "usage_records_billed" ON "usage_records" ("tenant_id", "settled_at") WHERE "billed_amount" > 0;
CREATE INDEX "provider_events_payment_failed" ON "provider_events" ("tenant_id", "received_at") WHERE "type" = 'invoice.payment_failed';
