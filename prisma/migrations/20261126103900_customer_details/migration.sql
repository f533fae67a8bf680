-- AlterTable
ALTER TABLE "tax_id_syncs" ADD COLUMN     "sends_email" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "sends_name" BOOLEAN NOT NULL DEFAULT false;
