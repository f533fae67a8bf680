-- AlterEnum
ALTER TYPE "JournalAccount" ADD VALUE 'GIVEN_BACK' BEFORE 'TAX';

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "is_of_credit" BOOLEAN NOT NULL DEFAULT false;
