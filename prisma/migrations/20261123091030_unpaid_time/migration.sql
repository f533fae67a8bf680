-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "unpaid_since" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "subscriptions_unpaid_since_idx" ON "subscriptions"("unpaid_since");
