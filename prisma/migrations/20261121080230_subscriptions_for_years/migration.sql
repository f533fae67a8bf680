-- AlterEnum
ALTER TYPE "ProviderOperationKind" ADD VALUE 'MOVE';

-- DropIndex
DROP INDEX "invoices_tenant_id_customer_id_idx";

-- DropIndex
DROP INDEX "invoices_tenant_id_subscription_id_idx";

-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "invoice_address" TEXT;

-- AlterTable
ALTER TABLE "invoice_lines" ADD COLUMN     "period_end" TIMESTAMPTZ(3),
ADD COLUMN     "period_start" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "amount_due" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "attempt_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "display_number" TEXT,
ADD COLUMN     "hosted_url" TEXT,
ADD COLUMN     "issued_at" TIMESTAMPTZ(3),
ADD COLUMN     "letterhead" JSONB,
ADD COLUMN     "next_attempt_at" TIMESTAMPTZ(3),
ADD COLUMN     "paid_at" TIMESTAMPTZ(3),
ADD COLUMN     "pdf_url" TEXT,
ADD COLUMN     "provider" "Provider" NOT NULL DEFAULT 'PROVIDER_B',
ADD COLUMN     "provider_invoice_id" TEXT,
ADD COLUMN     "reason" TEXT NOT NULL DEFAULT 'manual',
ADD COLUMN     "reminders" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "subtotal" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "tax" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "voided_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "provider_accounts" ADD COLUMN     "webhook_version" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "quotes" ADD COLUMN     "effective" "MigrationEffect" NOT NULL DEFAULT 'NOW';

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "charged" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "invoice_due_days" INTEGER;

-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "automatic_tax" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "invoice_due_days" INTEGER NOT NULL DEFAULT 30,
ADD COLUMN     "invoice_payment" TEXT,
ADD COLUMN     "invoice_seller" TEXT,
ADD COLUMN     "reminder_days" INTEGER[] DEFAULT ARRAY[3, 10, 20]::INTEGER[],
ADD COLUMN     "unpaid_after_days" INTEGER NOT NULL DEFAULT 30;

-- CreateTable
CREATE TABLE "invoice_payments" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "reference" TEXT,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_payments_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_items" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "invoice_id" TEXT,
    "key" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "is_proration" BOOLEAN NOT NULL DEFAULT false,
    "period_start" TIMESTAMPTZ(3),
    "period_end" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_items_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "invoice_payments_tenant_id_invoice_id_idx" ON "invoice_payments"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "invoice_items_tenant_id_customer_id_idx" ON "invoice_items"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "invoice_items_tenant_id_subscription_id_invoice_id_idx" ON "invoice_items"("tenant_id", "subscription_id", "invoice_id");

-- CreateIndex
CREATE INDEX "invoice_items_tenant_id_invoice_id_idx" ON "invoice_items"("tenant_id", "invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_items_tenant_id_key_key" ON "invoice_items"("tenant_id", "key");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_customer_id_id_idx" ON "invoices"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_subscription_id_id_idx" ON "invoices"("tenant_id", "subscription_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_tenant_id_provider_provider_invoice_id_key" ON "invoices"("tenant_id", "provider", "provider_invoice_id");

-- AddForeignKey
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_items" ADD CONSTRAINT "invoice_items_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_items" ADD CONSTRAINT "invoice_items_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_items" ADD CONSTRAINT "invoice_items_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma cannot say.
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_issued_have_numbers"
  CHECK ("provider" = 'PROVIDER_A' OR "status" = 'DRAFT' OR "number" IS NOT NULL);
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_paid_at_most_what_is_due"
  CHECK ("amount_paid" >= 0 AND "amount_due" >= 0 AND ("provider" = 'PROVIDER_A' OR "amount_paid" <= "amount_due"));
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_are_money" CHECK ("amount" > 0);
-- What the worker looks for every minute, in all tenants.
CREATE INDEX "invoices_overdue" ON "invoices" ("tenant_id", "due_at") WHERE "status" = 'OPEN' AND "provider" = 'PROVIDER_B';
CREATE INDEX "subscriptions_of_ours_due" ON "subscriptions" ("tenant_id", "current_period_end")
  WHERE "provider" = 'PROVIDER_B' AND "status" <> 'CANCELED';
CREATE INDEX "invoice_items_waiting" ON "invoice_items" ("tenant_id", "subscription_id") WHERE "invoice_id" IS NULL;
