-- CreateTable
CREATE TABLE "balance_transactions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "ending_balance" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "provider_invoice_id" TEXT,
    "key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "balance_transactions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "balance_transactions_tenant_id_customer_id_created_at_idx" ON "balance_transactions"("tenant_id", "customer_id", "created_at");

-- AddForeignKey
ALTER TABLE "balance_transactions" ADD CONSTRAINT "balance_transactions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "balance_transactions" enable row level security;
create policy "own_tenant" on "balance_transactions" using ("tenant_id" = current_setting('usher.tenant_id', true));
