-- A customer may have several sources of one feature: each has a counter of its own, under terms of its own. Only open counters
-- get a source; closed ones are told apart by their subscription.

-- AlterTable
ALTER TABLE "usage_ledger" ADD COLUMN     "part_of" TEXT;

-- AlterTable
ALTER TABLE "usage_records" ADD COLUMN     "allowance_start" TIMESTAMPTZ(3),
ADD COLUMN     "billed_before" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "carried" DECIMAL(24,6) NOT NULL DEFAULT 0,
ADD COLUMN     "over_before" DECIMAL(24,6) NOT NULL DEFAULT 0,
ADD COLUMN     "source_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "terms_id" TEXT;

-- AlterTable
ALTER TABLE "usage_reservations" ADD COLUMN     "part_of" TEXT;

-- CreateTable
CREATE TABLE "usage_terms" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "terms" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_terms_pkey" PRIMARY KEY ("tenant_id","id")
);

-- Held units are granted by all sources together. Units of a free plan are those of the first product whose free plan grants them.
update "usage_records" r set "source_id" = coalesce(r."subscription_id", (
    select p."id" from "products" p
    join "packs" k on k."tenant_id" = p."tenant_id" and k."plan_id" = p."free_plan_id" and k."status" = 'ACTIVE'
    join "pack_entitlements" e on e."tenant_id" = k."tenant_id" and e."pack_id" = k."id" and e."feature_id" = r."feature_id"
    where p."tenant_id" = r."tenant_id" and p."archived_at" is null
    order by p."position", p."id" limit 1
  ), '')
  where r."status" = 'OPEN' and r."period_end" < '9000-01-01';

create unique index "usage_records_open_key" on "usage_records"
  ("tenant_id", "customer_id", "feature_id", "dimension", "source_id") where "status" = 'OPEN';
drop index "usage_records_one_open";

-- CreateIndex
DROP INDEX "usage_records_period_key";
create unique index "usage_records_period_key" on "usage_records"
  ("tenant_id", "customer_id", "feature_id", "period_start", "dimension", "subscription_id", "source_id") nulls not distinct;

-- CreateIndex
CREATE INDEX "usage_reservations_tenant_id_part_of_idx" ON "usage_reservations"("tenant_id", "part_of");
create index "usage_ledger_parts" on "usage_ledger" ("tenant_id", "part_of") where "part_of" is not null;

alter table "usage_records"
  add constraint "usage_records_carried_not_negative" check ("carried" >= 0 and "over_before" >= 0 and "billed_before" >= 0);

alter table "usage_terms" enable row level security;
create policy "own_tenant" on "usage_terms" using ("tenant_id" = current_setting('usher.tenant_id', true));
