-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "taken_back_at" TIMESTAMPTZ(3),
ADD COLUMN     "taken_back_by_id" TEXT,
ADD COLUMN     "taken_back_by_type" "ActorType",
ADD COLUMN     "taken_back_reason" TEXT;

-- Each refund that was recorded by hand and taken back has a decision of its invoice, written with it: the first of an invoice's is of
-- the first that was taken back.
with "taken" as (
  select "tenant_id", "id", "invoice_id", row_number() over (partition by "tenant_id", "invoice_id" order by "updated_at", "id") as "nth"
  from "refunds" where "provider" = 'PROVIDER_B' and "status" = 'CANCELED'
), "decided" as (
  select *, row_number() over (partition by "tenant_id", "invoice_id" order by "created_at", "id") as "nth"
  from "invoice_decisions" where "kind" = 'REFUND_TAKEN_BACK'
)
update "refunds" r set "taken_back_at" = d."created_at", "taken_back_reason" = d."reason", "taken_back_by_type" = d."actor_type",
  "taken_back_by_id" = d."actor_id"
from "taken" t join "decided" d on d."tenant_id" = t."tenant_id" and d."invoice_id" = t."invoice_id" and d."nth" = t."nth"
where r."tenant_id" = t."tenant_id" and r."id" = t."id";
