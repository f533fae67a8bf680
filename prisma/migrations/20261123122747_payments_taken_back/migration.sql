-- AlterTable
ALTER TABLE "invoice_payments" ADD COLUMN     "taken_back_at" TIMESTAMPTZ(3),
ADD COLUMN     "taken_back_by_id" TEXT,
ADD COLUMN     "taken_back_by_type" "ActorType",
ADD COLUMN     "taken_back_reason" TEXT;
