-- AlterTable
ALTER TABLE "usage_records" ADD COLUMN     "settled_at" TIMESTAMPTZ(3);

-- Counters that nobody has settled yet, for the job that does.
create index "usage_records_unsettled" on "usage_records" ("tenant_id", "period_end") where "settled_at" is null;
