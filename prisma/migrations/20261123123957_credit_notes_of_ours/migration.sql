-- CreateEnum
CREATE TYPE "CreditNoteStatus" AS ENUM ('ISSUED', 'VOID');

-- CreateEnum
CREATE TYPE "RefundStatus" AS ENUM ('PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED');

-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "amount_credited" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "amount_refunded" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "credit_note_number_prefix" TEXT NOT NULL DEFAULT 'CN-',
ADD COLUMN     "next_credit_note_number" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "credit_notes" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "provider_credit_note_id" TEXT,
    "number" INTEGER,
    "display_number" TEXT,
    "invoice_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT,
    "status" "CreditNoteStatus" NOT NULL DEFAULT 'ISSUED',
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "off_due" BIGINT NOT NULL,
    "to_balance" BIGINT NOT NULL,
    "to_refund" BIGINT NOT NULL,
    "tax" BIGINT NOT NULL DEFAULT 0,
    "reason" TEXT,
    "letterhead" JSONB,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "voided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credit_notes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "credit_note_lines" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "credit_note_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "invoice_line_id" TEXT,
    "description" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "credit_note_lines_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "provider_refund_id" TEXT,
    "invoice_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "credit_note_id" TEXT,
    "status" "RefundStatus" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "reason" TEXT,
    "reference" TEXT,
    "refunded_at" TIMESTAMPTZ(3) NOT NULL,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "credit_notes_tenant_id_invoice_id_idx" ON "credit_notes"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "credit_notes_tenant_id_customer_id_id_idx" ON "credit_notes"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "credit_notes_tenant_id_subscription_id_id_idx" ON "credit_notes"("tenant_id", "subscription_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_notes_tenant_id_number_key" ON "credit_notes"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "credit_notes_tenant_id_provider_provider_credit_note_id_key" ON "credit_notes"("tenant_id", "provider", "provider_credit_note_id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_note_lines_tenant_id_credit_note_id_position_key" ON "credit_note_lines"("tenant_id", "credit_note_id", "position");

-- CreateIndex
CREATE INDEX "refunds_tenant_id_invoice_id_idx" ON "refunds"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "refunds_tenant_id_customer_id_id_idx" ON "refunds"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "refunds_tenant_id_credit_note_id_idx" ON "refunds"("tenant_id", "credit_note_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_tenant_id_provider_provider_refund_id_key" ON "refunds"("tenant_id", "provider", "provider_refund_id");

-- AddForeignKey
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credit_note_lines" ADD CONSTRAINT "credit_note_lines_tenant_id_credit_note_id_fkey" FOREIGN KEY ("tenant_id", "credit_note_id") REFERENCES "credit_notes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tenant_id_credit_note_id_fkey" FOREIGN KEY ("tenant_id", "credit_note_id") REFERENCES "credit_notes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "credit_notes" enable row level security;
create policy "own_tenant" on "credit_notes" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "credit_note_lines" enable row level security;
create policy "own_tenant" on "credit_note_lines" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "refunds" enable row level security;
create policy "own_tenant" on "refunds" using ("tenant_id" = current_setting('usher.tenant_id', true));
