-- Who canceled a subscription for its period's end, and why.
ALTER TABLE "subscriptions" ADD COLUMN "ending_by" TEXT,
ADD COLUMN "ending_reason" TEXT;
