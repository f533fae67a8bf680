-- CreateEnum
CREATE TYPE "ResetInterval" AS ENUM ('DAY', 'WEEK', 'MONTH', 'YEAR', 'BILLING');

-- AlterTable
ALTER TABLE "pack_entitlement_prices" DROP CONSTRAINT "pack_entitlement_prices_pkey",
ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "interval" "Interval",
ADD CONSTRAINT "pack_entitlement_prices_pkey" PRIMARY KEY ("tenant_id", "id");

-- AlterTable
ALTER TABLE "pack_entitlements" ADD COLUMN     "reset_interval" "ResetInterval" NOT NULL DEFAULT 'BILLING';

-- CreateIndex: a null is one value, so that a currency has one price for every interval.
CREATE UNIQUE INDEX "pack_entitlement_prices_tenant_id_entitlement_id_currency_i_key" ON "pack_entitlement_prices"
  ("tenant_id", "entitlement_id", "currency", "interval") NULLS NOT DISTINCT;

-- Its parameters change: prisma/functions has the new form, which counts periods by the calendar.
drop function if exists "usher_rolled_over"(text, text, text, text, text, timestamptz, timestamptz, numeric, numeric, numeric);
