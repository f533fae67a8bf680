-- DropIndex
DROP INDEX "mail_messages_tenant_id_created_at_id_idx";

-- DropIndex
DROP INDEX "mail_messages_tenant_id_status_idx";

-- AlterTable
ALTER TABLE "mail_messages" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "next_attempt_at" TIMESTAMPTZ(3);

-- What was queued before there was a worker to send it is due at once, but not when it has become stale.
UPDATE "mail_messages" SET "next_attempt_at" = "created_at", "expires_at" = "created_at" + interval '3 days';
ALTER TABLE "mail_messages" ALTER COLUMN "next_attempt_at" SET NOT NULL;

-- CreateIndex
CREATE INDEX "mail_messages_tenant_id_status_id_idx" ON "mail_messages"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "mail_messages_tenant_id_to_id_idx" ON "mail_messages"("tenant_id", "to", "id");

-- What the worker looks for, most urgent first: as small as the queue, however many mails there have been.
create index "mail_messages_due" on "mail_messages" ("tenant_id", "expires_at", "next_attempt_at") where "status" = 'QUEUED';

alter table "mail_messages"
  add constraint "mail_messages_attempts" check ("attempts" >= 0),
  add constraint "mail_messages_sent" check (("status" = 'SENT') = ("sent_at" is not null));
