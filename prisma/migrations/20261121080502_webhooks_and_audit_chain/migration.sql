-- DropIndex
DROP INDEX "webhook_deliveries_tenant_id_endpoint_id_created_at_idx";

-- DropIndex
DROP INDEX "webhook_deliveries_tenant_id_status_next_attempt_at_idx";

-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "digest" BYTEA,
ADD COLUMN     "hash" BYTEA,
ADD COLUMN     "position" INTEGER,
ADD COLUMN     "salt" UUID DEFAULT gen_random_uuid();

-- AlterTable
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_pkey",
DROP COLUMN "id",
DROP COLUMN "response_body",
ADD COLUMN     "last_error" TEXT,
ALTER COLUMN "next_attempt_at" SET NOT NULL,
ADD CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("tenant_id", "endpoint_id", "event_id");

-- AlterTable
ALTER TABLE "webhook_endpoints" DROP COLUMN "secrets_sealed",
ADD COLUMN     "disabled_reason" TEXT,
ADD COLUMN     "failing_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "request_headers" JSONB NOT NULL,
    "response_status" INTEGER,
    "response_headers" JSONB,
    "response_body" TEXT,
    "error" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "audit_chains" (
    "tenant_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateIndex
CREATE INDEX "webhook_secrets_tenant_id_endpoint_id_idx" ON "webhook_secrets"("tenant_id", "endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_tenant_id_endpoint_id_event_id_idx" ON "webhook_attempts"("tenant_id", "endpoint_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_tenant_id_started_at_idx" ON "webhook_attempts"("tenant_id", "started_at");

-- CreateIndex
CREATE UNIQUE INDEX "audit_entries_tenant_id_position_key" ON "audit_entries"("tenant_id", "position");

-- CreateIndex
CREATE INDEX "events_tenant_id_created_at_id_idx" ON "events"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_endpoint_id_status_next_attemp_idx" ON "webhook_deliveries"("tenant_id", "endpoint_id", "status", "next_attempt_at");

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_tenant_id_endpoint_id_fkey" FOREIGN KEY ("tenant_id", "endpoint_id") REFERENCES "webhook_endpoints"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_tenant_id_endpoint_id_event_id_fkey" FOREIGN KEY ("tenant_id", "endpoint_id", "event_id") REFERENCES "webhook_deliveries"("tenant_id", "endpoint_id", "event_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_chains" ADD CONSTRAINT "audit_chains_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is due, endpoint by endpoint; what was delivered weighs nothing here.
create index "webhook_deliveries_due" on "webhook_deliveries" ("tenant_id", "endpoint_id", "next_attempt_at") where "status" = 'PENDING';
create index "audit_entries_unsealed" on "audit_entries" ("tenant_id", "created_at", "id") where "position" is null;
alter table "webhook_endpoints" add constraint "webhook_endpoints_types" check (cardinality("types") > 0);
alter table "audit_entries"
  add constraint "audit_entries_sealed" check (num_nonnulls("position", "digest", "hash") in (0, 3));

-- What a link of the audit chain vouches for. The moment is in milliseconds, so that no session's time zone changes it.
create function "usher_audit_digest"("entry" "audit_entries") returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    "entry"."salt", "entry"."tenant_id", "entry"."id", "entry"."actor_type", "entry"."actor_id", "entry"."action",
    "entry"."object_type", "entry"."object_id", "entry"."before", "entry"."after", "entry"."request_id",
    (extract(epoch from "entry"."created_at") * 1000)::bigint)::text, 'UTF8'))
$$;

-- History is never rewritten. An audit entry may be sealed, once; what it says of a person may be blanked, and its salt with
-- it, so that nobody can guess from the digest what it was.
create or replace function "usher_refuse_rewrite"() returns trigger language plpgsql as $$
declare
  personal text[] := array['data', 'before', 'after', 'salt'];
  seal text[] := array['position', 'digest', 'hash'];
  was jsonb;
  becomes jsonb;
begin
  if tg_op = 'UPDATE' then
    was := to_jsonb(old);
    becomes := to_jsonb(new);
    if current_setting('usher.erase', true) = 'on' and becomes - personal = was - personal then
      return new;
    end if;
    if tg_table_name = 'audit_entries' and was->>'position' is null and becomes - seal = was - seal then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger "audit_entries_never_emptied" before truncate on "audit_entries"
  for each statement execute function "usher_refuse_rewrite"();
create trigger "events_never_emptied" before truncate on "events"
  for each statement execute function "usher_refuse_rewrite"();

-- Whoever writes an event queues it for the endpoints that take it, in the same transaction: nobody can forget to. An event
-- of a customer on a test clock can bear a moment to come; it is sent now.
create function "usher_queue_webhooks"() returns trigger language plpgsql as $$
begin
  insert into "webhook_deliveries" ("tenant_id", "endpoint_id", "event_id", "next_attempt_at", "created_at")
    select w."tenant_id", e."id", w."id", least(w."created_at", now()), least(w."created_at", now())
    from "written" w join "webhook_endpoints" e on e."tenant_id" = w."tenant_id" and e."disabled_at" is null
    where case when w."type" = 'webhook_endpoint.tested' then e."id" = w."object_id"
      else e."types" && array['*', split_part(w."type", '.', 1) || '.*', w."type"] end;
  return null;
end $$;
create trigger "events_queue_webhooks" after insert on "events"
  referencing new table as "written" for each statement execute function "usher_queue_webhooks"();
