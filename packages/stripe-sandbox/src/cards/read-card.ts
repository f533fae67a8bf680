import { z } from "zod";
import { declined, type Failure } from "../wire/failure.ts";
import { Int, Text } from "../wire/params.ts";
import { cardByName, cardByNumber, hasRightChecksum, type TestCard } from "./test-cards.ts";

/** A card as it is sent: its details, or a documented token. */
export const CardParams = z.strictObject({
  token: Text.optional(),
  number: Text.optional(),
  exp_month: Int.optional(),
  exp_year: Int.optional(),
  cvc: Text.optional(),
});

export interface CardFacts {
  card: TestCard;
  expMonth: number;
  expYear: number;
  cvc: string | null;
}

const YEARS_AHEAD = 4;
const MOST_YEARS_AHEAD = 50;

/** A card whose details were checked; a documented name expires some years ahead. */
export function namedCard(card: TestCard, now: number): CardFacts {
  return { card, expMonth: 12, expYear: new Date(now * 1000).getUTCFullYear() + YEARS_AHEAD, cvc: null };
}

/** Checks the details of a card as Stripe does before it asks a bank. */
export function readCardDetails(details: z.output<typeof CardParams>, now: number): CardFacts {
  const { number, exp_month: month, exp_year: year, cvc } = details;
  if (number === undefined) throw wanted("number");
  if (month === undefined) throw wanted("exp_month");
  if (year === undefined) throw wanted("exp_year");
  if (!hasRightChecksum(number))
    throw refused("incorrect_number", "Your card number is incorrect.", "number");
  const card = cardByNumber(number);
  if (!card) {
    const message = "Your card was declined. Your request was in test mode, but used a non test card.";
    throw declined("card_declined", message, "test_mode_live_card");
  }
  const expiry = readExpiry(month, year, now);
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc))
    throw refused("invalid_cvc", "Your card's security code is invalid.", "cvc");
  return { card, ...expiry, cvc: cvc ?? null };
}

/** The end of a card: not past, and at most 50 years ahead (stripe-ios/issues/552, stripe-android/issues/1895 at github.com/stripe). */
export function readExpiry(
  month: number,
  year: number,
  now: number,
): Pick<CardFacts, "expMonth" | "expYear"> {
  const fullYear = year < 100 ? 2000 + year : year;
  const today = new Date(now * 1000);
  const thisYear = today.getUTCFullYear();
  if (month < 1 || month > 12)
    throw refused("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  if (fullYear < thisYear || fullYear > thisYear + MOST_YEARS_AHEAD)
    throw refused("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  if (fullYear === thisYear && month < today.getUTCMonth() + 1)
    throw refused("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  return { expMonth: month, expYear: fullYear };
}

/** The card behind `tok_…`, when it is a documented one. */
export function readTokenName(token: string, now: number): CardFacts | null {
  const card = cardByName(token, "tok_");
  return card && namedCard(card, now);
}

function wanted(field: string): Failure {
  const param = `card[${field}]`;
  const message = `Missing required param: ${param}.`;
  return declined("parameter_missing", message).with({ status: 400, type: "invalid_request_error", param });
}

function refused(code: string, message: string, param: string): Failure {
  return declined(code, message).with({ param });
}
