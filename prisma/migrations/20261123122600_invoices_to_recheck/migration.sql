-- Invoices that the hourly check reads at the card provider, the least recently checked first (invoices/recheck-invoices.ts).
CREATE INDEX "invoices_to_recheck" ON "invoices" ("tenant_id", "checked_at" NULLS FIRST, "id")
  WHERE "provider" = 'PROVIDER_A' AND "provider_invoice_id" IS NOT NULL
    AND ("status" IN ('DRAFT', 'OPEN', 'UNCOLLECTIBLE') OR "credit_notes" IS NULL AND "amount_due" <> "total");
