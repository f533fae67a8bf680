-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "reporting_currency" CHAR(3);

-- CreateTable
CREATE TABLE "exchange_rates" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "into_currency" CHAR(3) NOT NULL,
    "rate" DECIMAL(24,12) NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exchange_rates_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "exchange_rates_tenant_id_into_currency_currency_valid_from_key" ON "exchange_rates"("tenant_id", "into_currency", "currency", "valid_from");

-- AddForeignKey
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table "exchange_rates" enable row level security;
create policy "own_tenant" on "exchange_rates" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "exchange_rates" add constraint "exchange_rates_positive" check ("rate" > 0);
alter table "exchange_rates" add constraint "exchange_rates_differ" check ("currency" <> "into_currency");
