-- AlterEnum
ALTER TYPE "UserTokenPurpose" ADD VALUE 'MEMBER_INVITATION';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "recovery_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "totp_last_step" INTEGER;
