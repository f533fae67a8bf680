-- AlterTable
ALTER TABLE "quotes" ADD COLUMN     "promotion_code_id" TEXT;
