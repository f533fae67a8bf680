-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "has_rebuilt_terms" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "held_billed_until" TIMESTAMPTZ(3);

-- Those of today are yet to be rebuilt; later ones have their terms from the beginning. This rewrites no row.
alter table "subscriptions" alter column "has_rebuilt_terms" set default true;
create index "subscriptions_terms_to_rebuild" on "subscriptions" ("tenant_id", "id") where not "has_rebuilt_terms";
