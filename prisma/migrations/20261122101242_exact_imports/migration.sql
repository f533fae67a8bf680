-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "cancel_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "import_claims" (
    "tenant_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "external_id_hash" TEXT NOT NULL,
    "provider_customer_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "provider_subscription_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "import_claims_pkey" PRIMARY KEY ("tenant_id","run_id","external_id_hash","product_id")
);

-- AddForeignKey
ALTER TABLE "import_claims" ADD CONSTRAINT "import_claims_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Row level security, as every table with tenant_id has it.
alter table "import_claims" enable row level security;
create policy "own_tenant" on "import_claims" using ("tenant_id" = current_setting('usher.tenant_id', true));

-- Imports kept the case of addresses, and their people did not find themselves. Two customers that now have one address stay two:
-- who registers with it joins the one that pays.
update "customers" set "email" = nullif(lower(btrim("email")), '') where "email" <> lower(btrim("email")) or "email" = '';
update "invitation_tokens" set "email" = lower(btrim("email")) where "email" <> lower(btrim("email"));
alter table "customers" add constraint "customers_email" check ("email" = lower(btrim("email")) and "email" <> '');
alter table "invitation_tokens" add constraint "invitation_tokens_email" check ("email" = lower(btrim("email")) and "email" <> '');
