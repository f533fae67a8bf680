-- Queues each event for the webhook endpoints that subscribe to its type, in the transaction that writes the event
-- (docs/decisions/011). An event of a customer on a test clock can have a time in the future; it is sent now.
create or replace function "usher_queue_webhooks"() returns trigger language plpgsql as $$
begin
  insert into "webhook_deliveries" ("tenant_id", "endpoint_id", "event_id", "next_attempt_at", "created_at")
    select w."tenant_id", e."id", w."id", least(w."created_at", now()), least(w."created_at", now())
    from "written" w join "webhook_endpoints" e on e."tenant_id" = w."tenant_id" and e."disabled_at" is null
    where case when w."type" = 'webhook_endpoint.tested' then e."id" = w."object_id"
      else e."types" && array['*', split_part(w."type", '.', 1) || '.*', w."type"] end;
  return null;
end $$;

create or replace trigger "events_queue_webhooks" after insert on "events"
  referencing new table as "written" for each statement execute function "usher_queue_webhooks"();
