-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "tax_ids" JSONB NOT NULL DEFAULT '[]';

-- Who was erased stays so: whoever read the row before, and writes it afterwards, is refused.
alter table "customers" drop constraint "customers_erased", add constraint "customers_erased" check ("erased_at" is null
  or ("email" is null and "name" is null and "invoice_address" is null and "metadata" = '{}' and "tax_ids" = '[]'));
