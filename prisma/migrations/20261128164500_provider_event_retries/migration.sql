-- AlterTable
ALTER TABLE "provider_events" ADD COLUMN     "given_up_at" TIMESTAMPTZ(3),
ADD COLUMN     "retry_at" TIMESTAMPTZ(3);
