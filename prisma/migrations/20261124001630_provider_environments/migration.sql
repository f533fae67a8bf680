-- DropIndex
DROP INDEX "provider_references_tenant_id_provider_kind_provider_id_key";

-- AlterTable
ALTER TABLE "provider_accounts" ADD COLUMN     "environment" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "provider_price_aliases" DROP CONSTRAINT "provider_price_aliases_pkey",
ADD COLUMN     "environment" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "provider_price_aliases_pkey" PRIMARY KEY ("tenant_id", "provider", "environment", "provider_id");

-- AlterTable
ALTER TABLE "provider_references" DROP CONSTRAINT "provider_references_pkey",
ADD COLUMN     "environment" TEXT NOT NULL DEFAULT '',
ADD CONSTRAINT "provider_references_pkey" PRIMARY KEY ("tenant_id", "provider", "environment", "kind", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "provider_references_tenant_id_provider_environment_kind_pro_key" ON "provider_references"("tenant_id", "provider", "environment", "kind", "provider_id");

-- An id of the card provider belongs to the account and mode of the key that the tenant has when it is stored. The account's row is
-- locked, so that it is not replaced meanwhile.
create or replace function "usher_name_environment"() returns trigger language plpgsql as $$
begin
  if new."environment" = '' then
    select "environment" into new."environment" from "provider_accounts"
      where "tenant_id" = new."tenant_id" and "provider" = new."provider" for key share;
    new."environment" := coalesce(new."environment", '');
  end if;
  return new;
end $$;

create or replace trigger "provider_references_environment" before insert on "provider_references"
  for each row execute function "usher_name_environment"();
create or replace trigger "provider_price_aliases_environment" before insert on "provider_price_aliases"
  for each row execute function "usher_name_environment"();
