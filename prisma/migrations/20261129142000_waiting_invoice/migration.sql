-- The invoice of a change that waits for its cardholder, once it was told of.
ALTER TABLE "provider_operations" ADD COLUMN "waiting_invoice_id" TEXT;
