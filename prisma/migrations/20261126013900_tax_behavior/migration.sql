-- CreateEnum
CREATE TYPE "TaxBehavior" AS ENUM ('INCLUSIVE', 'EXCLUSIVE');

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "tax_behavior" "TaxBehavior";

-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "tax_behavior" "TaxBehavior";
