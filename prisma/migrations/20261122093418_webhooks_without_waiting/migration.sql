-- The trigger that queues an event checked this key inside the business transaction, which then waited for a deletion of the
-- endpoint that was under way, and failed once that was committed. Deliveries of endpoints that are gone are swept instead.
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_tenant_id_endpoint_id_fkey";
