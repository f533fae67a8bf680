-- AlterTable
ALTER TABLE "import_claims" ADD COLUMN     "currency" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "provider_references" DROP CONSTRAINT "provider_references_pkey",
ADD COLUMN     "currency" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "provider_references_pkey" PRIMARY KEY ("tenant_id", "provider", "environment", "kind", "object_id", "currency");

-- A customer of the card provider's from before belongs to the currency of what is sold through them: of a live subscription, else of the
-- newest one. Where none says it, the first sale asks the card provider.
update "provider_references" r set "currency" = sold."currency"
from (
  select distinct on (s."tenant_id", s."provider_customer_id") s."tenant_id", s."customer_id", s."provider_customer_id", p."currency"
  from "subscriptions" s
  join "plan_prices" p on p."tenant_id" = s."tenant_id" and p."id" = s."plan_price_id"
  where s."provider_customer_id" is not null
  order by s."tenant_id", s."provider_customer_id", s."status" = 'CANCELED', s."created_at" desc
) sold
where r."tenant_id" = sold."tenant_id" and r."provider" = 'PROVIDER_A' and r."kind" = 'CUSTOMER'
  and r."provider_id" = sold."provider_customer_id" and r."object_id" = sold."customer_id";
