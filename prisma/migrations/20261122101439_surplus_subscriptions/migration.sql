-- AlterTable
ALTER TABLE "checkout_sessions" ADD COLUMN     "superseded_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "surplus_subscriptions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "status" "JobStatus" NOT NULL DEFAULT 'PENDING',
    "customer_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "provider_subscription_id" TEXT NOT NULL,
    "refunded_amount" BIGINT,
    "currency" CHAR(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "surplus_subscriptions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "surplus_subscriptions_tenant_id_customer_id_idx" ON "surplus_subscriptions"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "surplus_subscriptions_tenant_id_product_id_idx" ON "surplus_subscriptions"("tenant_id", "product_id");

-- CreateIndex
CREATE INDEX "surplus_subscriptions_tenant_id_status_idx" ON "surplus_subscriptions"("tenant_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "surplus_subscriptions_tenant_id_provider_subscription_id_key" ON "surplus_subscriptions"("tenant_id", "provider_subscription_id");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_status_superseded_at_idx" ON "checkout_sessions"("tenant_id", "status", "superseded_at");

-- AddForeignKey
ALTER TABLE "surplus_subscriptions" ADD CONSTRAINT "surplus_subscriptions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "surplus_subscriptions" ADD CONSTRAINT "surplus_subscriptions_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "surplus_subscriptions" enable row level security;
create policy "own_tenant" on "surplus_subscriptions" using ("tenant_id" = current_setting('usher.tenant_id', true));
