-- AlterTable
ALTER TABLE "plans" ADD COLUMN     "contact_url" TEXT,
ADD COLUMN     "includes_plan_id" TEXT,
ADD COLUMN     "is_highlighted" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "plans_tenant_id_includes_plan_id_idx" ON "plans"("tenant_id", "includes_plan_id");

-- AddForeignKey
ALTER TABLE "plans" ADD CONSTRAINT "plans_tenant_id_includes_plan_id_fkey" FOREIGN KEY ("tenant_id", "includes_plan_id") REFERENCES "plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
