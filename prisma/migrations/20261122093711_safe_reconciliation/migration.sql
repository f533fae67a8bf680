-- CreateEnum
CREATE TYPE "ReconciliationState" AS ENUM ('DONE', 'ANOTHER_ACCOUNT', 'TOO_MANY', 'FAILED');

-- AlterTable
ALTER TABLE "provider_accounts" ADD COLUMN     "account_id" TEXT;

-- CreateTable
CREATE TABLE "reconciliation_runs" (
    "tenant_id" TEXT NOT NULL,
    "state" "ReconciliationState" NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "ours" INTEGER NOT NULL,
    "theirs" INTEGER NOT NULL,
    "differences" INTEGER NOT NULL,
    "mended" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "key_account_id" TEXT,
    "failure_code" TEXT,

    CONSTRAINT "reconciliation_runs_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "drift_mends" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subscription_id" TEXT,
    "provider_subscription_id" TEXT NOT NULL,
    "theirs" TEXT,
    "before" JSONB NOT NULL,
    "after" JSONB,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" TEXT,

    CONSTRAINT "drift_mends_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "provider_price_aliases" (
    "tenant_id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "provider_id" TEXT NOT NULL,
    "plan_price_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_price_aliases_pkey" PRIMARY KEY ("tenant_id","provider","provider_id")
);

-- CreateIndex
CREATE INDEX "drift_mends_tenant_id_subscription_id_idx" ON "drift_mends"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "provider_price_aliases_tenant_id_plan_price_id_idx" ON "provider_price_aliases"("tenant_id", "plan_price_id");

-- AddForeignKey
ALTER TABLE "reconciliation_runs" ADD CONSTRAINT "reconciliation_runs_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "drift_mends" ADD CONSTRAINT "drift_mends_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_price_aliases" ADD CONSTRAINT "provider_price_aliases_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_price_aliases" ADD CONSTRAINT "provider_price_aliases_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Row level security, as every table with tenant_id has it.
alter table "reconciliation_runs" enable row level security;
create policy "own_tenant" on "reconciliation_runs" using ("tenant_id" = current_setting('usher.tenant_id', true));
alter table "drift_mends" enable row level security;
create policy "own_tenant" on "drift_mends" using ("tenant_id" = current_setting('usher.tenant_id', true));
alter table "provider_price_aliases" enable row level security;
create policy "own_tenant" on "provider_price_aliases" using ("tenant_id" = current_setting('usher.tenant_id', true));
