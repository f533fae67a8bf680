-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "card_expiry_told" TEXT,
ADD COLUMN     "card_look_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "trial_ending_told" TIMESTAMPTZ(3),
ADD COLUMN     "upcoming_told" TIMESTAMPTZ(3);

-- What is due is all that these hold of a tenant up to a moment: a minute's run reads no other subscription.
create index "subscriptions_trial_to_tell" on "subscriptions" (tenant_id, trial_end)
  where status = 'TRIALING' and trial_ending_told is distinct from trial_end;
create index "subscriptions_upcoming_to_tell" on "subscriptions" (tenant_id, current_period_end)
  where status in ('ACTIVE', 'PAST_DUE') and not cancel_at_period_end and cancel_at is null
    and upcoming_told is distinct from current_period_end;
create index "subscriptions_card_to_look_at" on "subscriptions" (tenant_id, card_look_at)
  where provider = 'PROVIDER_A' and status <> 'CANCELED' and not cancel_at_period_end and cancel_at is null;
