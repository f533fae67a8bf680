-- AlterTable
ALTER TABLE "provider_references" ADD COLUMN     "tax_ids" JSONB;

-- CreateTable
CREATE TABLE "tax_id_syncs" (
    "tenant_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "wanted" JSONB,
    "is_stale" BOOLEAN NOT NULL DEFAULT false,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "lease_holder" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tax_id_syncs_pkey" PRIMARY KEY ("tenant_id","customer_id")
);

-- AddForeignKey
ALTER TABLE "tax_id_syncs" ADD CONSTRAINT "tax_id_syncs_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

alter table "tax_id_syncs" enable row level security;
create policy "own_tenant" on "tax_id_syncs" using ("tenant_id" = current_setting('usher.tenant_id', true));

-- What was set until now was sent to each of the provider's customers.
update "provider_references" r set "tax_ids" = c."tax_ids" from "customers" c
  where c."tenant_id" = r."tenant_id" and c."id" = r."object_id" and r."kind" = 'CUSTOMER';
