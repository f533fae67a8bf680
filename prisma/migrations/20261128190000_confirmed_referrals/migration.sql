-- AlterTable
ALTER TABLE "waitlist_entries" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "referral_counted_at" TIMESTAMPTZ(3),
ADD COLUMN     "referral_mailbox" TEXT;

-- Referrals until now were counted when people joined: they are not counted again.
update "waitlist_entries" set "referral_counted_at" = "created_at" where "referred_by_id" is not null;

-- CreateIndex
CREATE UNIQUE INDEX "waitlist_entries_tenant_id_referral_mailbox_key" ON "waitlist_entries"("tenant_id", "referral_mailbox");
