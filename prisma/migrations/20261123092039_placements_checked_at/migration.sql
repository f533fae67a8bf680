-- AlterTable
ALTER TABLE "charge_placements" ADD COLUMN     "checked_at" TIMESTAMPTZ(3);

-- Items that the card provider has, as far as we know, and that are on no invoice yet: the one that was not asked about longest first.
create index "charge_placements_to_check" on "charge_placements" ("tenant_id", "checked_at" nulls first, "id")
  where "kind" = 'INVOICE' and "ended_at" is null and "invoice_id" is null and "provider_item_id" is not null;
