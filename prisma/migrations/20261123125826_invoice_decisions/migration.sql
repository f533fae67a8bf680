-- AlterTable
ALTER TABLE "invoices" ADD COLUMN     "reminders_stopped_at" TIMESTAMPTZ(3),
ADD COLUMN     "replaced_by_id" TEXT,
ADD COLUMN     "replaces_id" TEXT;

-- CreateTable
CREATE TABLE "invoice_decisions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_decisions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "invoice_decisions_tenant_id_invoice_id_id_idx" ON "invoice_decisions"("tenant_id", "invoice_id", "id");

-- AddForeignKey
ALTER TABLE "invoice_decisions" ADD CONSTRAINT "invoice_decisions_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "invoice_decisions" enable row level security;
create policy "own_tenant" on "invoice_decisions" using ("tenant_id" = current_setting('usher.tenant_id', true));
