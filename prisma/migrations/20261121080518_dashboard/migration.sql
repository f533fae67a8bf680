-- CreateTable
CREATE TABLE "customer_notes" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_notes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "customer_notes_tenant_id_customer_id_id_idx" ON "customer_notes"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_created_at_id_idx" ON "subscriptions"("tenant_id", "created_at", "id");

-- The orders in which the dashboard lists; expressions, which schema.prisma cannot say.
CREATE INDEX "customers_tenant_id_email_order_idx" ON "customers"("tenant_id", (coalesce("email", '')), "id");
CREATE INDEX "subscriptions_tenant_id_period_end_order_idx" ON "subscriptions"("tenant_id", (coalesce("current_period_end", '-infinity'::timestamptz)), "id");

-- AddForeignKey
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;
