-- AlterTable
ALTER TABLE "test_clocks" ADD COLUMN     "advancing_to" TIMESTAMPTZ(3),
ADD COLUMN     "provider_clock_id" TEXT;
