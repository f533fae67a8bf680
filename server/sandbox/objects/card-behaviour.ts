/** How a test card behaves: https://docs.stripe.com/testing. */
export interface TestCard {
  number: string;
  brand: string;
  /** Refused as soon as it is attached to a customer or charged. */
  decline?: Decline;
  /** Attached without complaint, refused when it is charged. */
  laterDecline?: Decline;
  /** Its holder must confirm: always, or unless it was set up for off-session use. */
  confirmation?: "always" | "unless_set_up";
}

export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
}

const generic: Decline = {
  code: "card_declined",
  declineCode: "generic_decline",
  message: "Your card was declined.",
};
const insufficient: Decline = {
  code: "card_declined",
  declineCode: "insufficient_funds",
  message: "Your card has insufficient funds.",
};
const expired: Decline = { code: "expired_card", message: "Your card has expired." };
const cvc: Decline = { code: "incorrect_cvc", message: "Your card's security code is incorrect." };
const processing: Decline = {
  code: "processing_error",
  message: "An error occurred while processing your card. Try again in a little bit.",
};
const lost: Decline = { code: "card_declined", declineCode: "lost_card", message: "Your card was declined." };
const stolen: Decline = {
  code: "card_declined",
  declineCode: "stolen_card",
  message: "Your card was declined.",
};

const CARDS: TestCard[] = [
  { number: "4242424242424242", brand: "visa" },
  { number: "4000056655665556", brand: "visa" },
  { number: "5555555555554444", brand: "mastercard" },
  { number: "378282246310005", brand: "amex" },
  { number: "6011111111111117", brand: "discover" },
  { number: "4000000000000002", brand: "visa", decline: generic },
  { number: "4000000000009995", brand: "visa", decline: insufficient },
  { number: "4000000000000069", brand: "visa", decline: expired },
  { number: "4000000000000127", brand: "visa", decline: cvc },
  { number: "4000000000000119", brand: "visa", decline: processing },
  { number: "4000000000009987", brand: "visa", decline: lost },
  { number: "4000000000009979", brand: "visa", decline: stolen },
  { number: "4000000000000341", brand: "visa", laterDecline: generic },
  { number: "4000002500003155", brand: "visa", confirmation: "unless_set_up" },
  { number: "4000002760003184", brand: "visa", confirmation: "always" },
];

/** Documented names: tok_… and pm_card_… stand for the same cards. */
const NAMES: Record<string, string> = {
  visa: "4242424242424242",
  visa_debit: "4000056655665556",
  mastercard: "5555555555554444",
  amex: "378282246310005",
  discover: "6011111111111117",
  chargeDeclined: "4000000000000002",
  visa_chargeDeclined: "4000000000000002",
  chargeDeclinedInsufficientFunds: "4000000000009995",
  visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  chargeDeclinedExpiredCard: "4000000000000069",
  chargeDeclinedIncorrectCvc: "4000000000000127",
  chargeDeclinedProcessingError: "4000000000000119",
  visa_chargeDeclinedLostCard: "4000000000009987",
  visa_chargeDeclinedStolenCard: "4000000000009979",
  chargeCustomerFail: "4000000000000341",
  authenticationRequired: "4000002760003184",
  authenticationRequiredOnSetup: "4000002500003155",
  threeDSecure2Required: "4000002760003184",
};

/** The card behind a number, without blanks; a number that passes no checksum or is no test card is not there. */
export function cardByNumber(number: string): TestCard | null {
  return CARDS.find((card) => card.number === number.replaceAll(/[\s-]/g, "")) ?? null;
}

/** The card behind `tok_…`. */
export function cardByToken(token: string): TestCard | null {
  return named(token, "tok_");
}

/** The card behind `pm_card_…`. */
export function cardByPaymentMethod(id: string): TestCard | null {
  return named(id, "pm_card_");
}

function named(name: string, prefix: string): TestCard | null {
  const number = name.startsWith(prefix) ? NAMES[name.slice(prefix.length)] : undefined;
  return number === undefined ? null : cardByNumber(number);
}
