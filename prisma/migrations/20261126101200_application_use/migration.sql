-- AlterTable
ALTER TABLE "applications" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);
