-- AlterTable
ALTER TABLE "checkout_sessions" ADD COLUMN     "return_url" TEXT;
