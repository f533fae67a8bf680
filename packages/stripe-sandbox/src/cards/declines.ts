import { declined, type Failure } from "../wire/failure.ts";

/** Why a card is refused: https://docs.stripe.com/declines/codes. */
export interface Decline {
  code: string;
  declineCode: string;
  message: string;
}

function because(declineCode: string, message = "Your card was declined."): Decline {
  return { code: "card_declined", declineCode, message };
}

function plain(code: string, message: string): Decline {
  return { code, declineCode: code, message };
}

export const GENERIC = because("generic_decline");

/** Numbers that are always refused. */
export const CHARGE_DECLINES: Record<string, Decline> = {
  "4000000000000002": GENERIC,
  "4000000000009995": because("insufficient_funds", "Your card has insufficient funds."),
  "4000000000009987": because("lost_card"),
  "4000000000009979": because("stolen_card"),
  "4000000000006975": because(
    "card_velocity_exceeded",
    "Your card was declined for making repeated attempts too frequently.",
  ),
  "4100000000000019": because("fraudulent"),
  "4000000000000069": plain("expired_card", "Your card has expired."),
  "4000000000000127": plain("incorrect_cvc", "Your card's security code is incorrect."),
  "4000000000000101": plain("incorrect_cvc", "Your card's security code is incorrect."),
  "4000000000000119": plain(
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
  ),
};

/** A decline in the words of Stripe's wire. */
export function toFailure({ code, message, declineCode }: Decline): Failure {
  return declined(code, message, declineCode);
}

/** The bank requires the card's holder, who is absent: https://docs.stripe.com/error-codes#authentication-required. */
export function authenticationRequired(): Failure {
  const message = "Your card was declined. This transaction requires authentication.";
  return declined("authentication_required", message, "authentication_required");
}
