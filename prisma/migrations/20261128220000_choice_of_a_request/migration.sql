-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "choice" TEXT;
