-- AlterEnum
ALTER TYPE "JournalAccount" ADD VALUE 'CANCELED';
