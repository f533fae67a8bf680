-- AlterTable
ALTER TABLE "refresh_tokens" ADD COLUMN     "next_salt" TEXT;
