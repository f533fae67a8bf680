const DAY_MS = 86_400_000;

/**
 * When a trial of so many days ends that starts now: at a whole second, because the card provider keeps no parts of one
 * (https://docs.stripe.com/api/subscriptions/object#subscription_object-trial_end), and never before the days are over.
 */
export function trialEndOf(now: Date, days: number): Date {
  return new Date(Math.ceil((now.getTime() + days * DAY_MS) / 1000) * 1000);
}
