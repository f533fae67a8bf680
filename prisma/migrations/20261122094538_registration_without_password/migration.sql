-- AlterTable
ALTER TABLE "registrations" DROP COLUMN "password_hash";
