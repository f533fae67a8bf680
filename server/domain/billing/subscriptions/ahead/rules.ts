import { BY_CARD } from "../../../../platform/schema/provider.ts";
import { DAY_MS } from "../../invoices/due-date.ts";
import type { LoadedSubscription } from "../../terms/load-subscription.ts";

// When something that lies ahead of a subscription is told: the end of its trial, its next invoice, the end of its card. Pure.

/** As Stripe does: https://docs.stripe.com/api/events/types#event_types-customer.subscription.trial_will_end. */
export const TRIAL_ENDING_DAYS = 3;
/** Stripe's default: https://docs.stripe.com/billing/subscriptions/webhooks#upcoming. */
export const UPCOMING_DAYS = 7;
const CARD_EXPIRING_DAYS = 30;
/** A card may be replaced at the card provider alone: it is read again after so many days at the latest. */
const CARD_READ_DAYS = 30;

type Row = Pick<
  LoadedSubscription,
  | "status"
  | "provider"
  | "trialEnd"
  | "trialEndingTold"
  | "currentPeriodEnd"
  | "upcomingTold"
  | "cancelAtPeriodEnd"
  | "cancelAt"
  | "cardLookAt"
>;

export type Ahead = "TRIAL_ENDING" | "UPCOMING" | "CARD";

/** When each is due, of those that are not told yet. */
export function momentsAhead(row: Row): { what: Ahead; at: Date }[] {
  const { status, trialEnd, currentPeriodEnd: end } = row;
  const isEnding = row.cancelAtPeriodEnd || row.cancelAt !== null;
  const isCharged = status === "ACTIVE" || status === "PAST_DUE";
  const moments: { what: Ahead; at: Date }[] = [];
  if (status === "TRIALING" && trialEnd !== null && !isAt(row.trialEndingTold, trialEnd))
    moments.push({ what: "TRIAL_ENDING", at: daysBefore(trialEnd, TRIAL_ENDING_DAYS) });
  if (isCharged && !isEnding && end !== null && !isAt(row.upcomingTold, end))
    moments.push({ what: "UPCOMING", at: daysBefore(end, UPCOMING_DAYS) });
  if (row.provider === BY_CARD && status !== "CANCELED" && !isEnding)
    moments.push({ what: "CARD", at: row.cardLookAt });
  return moments;
}

/** Whether it is due by now. */
export function isDue(row: Row, what: Ahead, now: Date): boolean {
  return momentsAhead(row).some((one) => one.what === what && one.at <= now);
}

interface Expiry {
  expMonth: number;
  expYear: number;
}

/** The first moment at which a card is refused: a card is good until the end of its month. */
function expiryOf({ expMonth, expYear }: Expiry): Date {
  return new Date(Date.UTC(expYear, expMonth, 1));
}

/** Whether a card expires within CARD_EXPIRING_DAYS, or has expired. */
export function isExpiring(card: Expiry, now: Date): boolean {
  return daysBefore(expiryOf(card), CARD_EXPIRING_DAYS) <= now;
}

/** When the card of a subscription is read next; null: it has none. */
export function nextLook(card: Expiry | null, now: Date): Date {
  const latest = daysBefore(now, -CARD_READ_DAYS);
  if (card === null || isExpiring(card, now)) return latest;
  const due = daysBefore(expiryOf(card), CARD_EXPIRING_DAYS);
  return due < latest ? due : latest;
}

function isAt(told: Date | null, moment: Date): boolean {
  return told?.getTime() === moment.getTime();
}

function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * DAY_MS);
}
