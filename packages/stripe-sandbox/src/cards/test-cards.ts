import { CHARGE_DECLINES, type Decline, GENERIC } from "./declines.ts";

/** How a test card behaves: https://docs.stripe.com/testing. */
export interface TestCard {
  number: string;
  brand: string;
  funding: "credit" | "debit" | "prepaid";
  /** Refused when it is attached to a customer, set up or charged. */
  decline?: Decline;
  /** Attached and set up without a refusal, refused when it is charged. */
  chargeDecline?: Decline;
  /**
   * When its holder must confirm: always; unless it was set up for off-session use; or on session only, being set up
   * already.
   */
  confirmation?: "always" | "unless_set_up" | "on_session";
  /** What becomes of its refunds some time after they are made: https://docs.stripe.com/testing#refunds. */
  refund?: "fails" | "is_pending";
  /** What its bank does about a charge: https://docs.stripe.com/testing#disputes. */
  dispute?: DisputeKind;
}

/** A dispute, or the warning that one may follow. */
export type DisputeKind = "fraudulent" | "product_not_received" | "inquiry" | "several" | "fraud_warning";

const plain = (number: string, brand = "visa", funding: TestCard["funding"] = "credit"): TestCard => ({
  number,
  brand,
  funding,
});

const CARDS: TestCard[] = [
  plain("4242424242424242"),
  plain("4000056655665556", "visa", "debit"),
  plain("5555555555554444", "mastercard"),
  plain("2223003122003222", "mastercard"),
  plain("5200828282828210", "mastercard", "debit"),
  plain("5105105105105100", "mastercard", "prepaid"),
  plain("378282246310005", "amex"),
  plain("6011111111111117", "discover"),
  plain("3056930009020004", "diners"),
  plain("3566002020360505", "jcb"),
  plain("6200000000000005", "unionpay"),
  ...Object.entries(CHARGE_DECLINES).map(([number, decline]) => ({ ...plain(number), decline })),
  { ...plain("4000000000000341"), chargeDecline: GENERIC },
  { ...plain("4000002500003155"), confirmation: "unless_set_up" },
  { ...plain("4000002760003184"), confirmation: "always" },
  { ...plain("4000003800000446"), confirmation: "on_session" },
  { ...plain("4000000000003220"), confirmation: "always" },
  { ...plain("4000000000003063"), confirmation: "always" },
  plain("4000000000003055"),
  { ...plain("4000008400001629"), confirmation: "always", chargeDecline: GENERIC },
  {
    ...plain("4000008260003178"),
    confirmation: "always",
    chargeDecline: CHARGE_DECLINES["4000000000009995"] ?? GENERIC,
  },
  { ...plain("4000000000005126"), refund: "fails" },
  { ...plain("4000000000007726"), refund: "is_pending" },
  { ...plain("4000000000000259"), dispute: "fraudulent" },
  { ...plain("4000000000002685"), dispute: "product_not_received" },
  { ...plain("4000000000001976"), dispute: "inquiry" },
  { ...plain("4000000404000079"), dispute: "several" },
  { ...plain("4000000000005423"), dispute: "fraud_warning" },
];

const BY_NUMBER = new Map(CARDS.map((card) => [card.number, card]));

/** Documented names: `tok_…` and `pm_card_…` stand for the same cards. */
const NAMES: Record<string, string> = {
  visa: "4242424242424242",
  visa_debit: "4000056655665556",
  mastercard: "5555555555554444",
  mastercard_debit: "5200828282828210",
  mastercard_prepaid: "5105105105105100",
  amex: "378282246310005",
  discover: "6011111111111117",
  diners: "3056930009020004",
  jcb: "3566002020360505",
  unionpay: "6200000000000005",
  us: "4242424242424242",
  chargeDeclined: "4000000000000002",
  visa_chargeDeclined: "4000000000000002",
  chargeDeclinedInsufficientFunds: "4000000000009995",
  visa_chargeDeclinedInsufficientFunds: "4000000000009995",
  chargeDeclinedLostCard: "4000000000009987",
  visa_chargeDeclinedLostCard: "4000000000009987",
  chargeDeclinedStolenCard: "4000000000009979",
  visa_chargeDeclinedStolenCard: "4000000000009979",
  visa_chargeDeclinedVelocityLimitExceeded: "4000000000006975",
  chargeDeclinedExpiredCard: "4000000000000069",
  chargeDeclinedIncorrectCvc: "4000000000000127",
  chargeDeclinedProcessingError: "4000000000000119",
  chargeDeclinedFraudulent: "4100000000000019",
  radarBlock: "4100000000000019",
  chargeCustomerFail: "4000000000000341",
  authenticationRequired: "4000002760003184",
  authenticationRequiredOnSetup: "4000002500003155",
  authenticationRequiredSetupForOffSession: "4000003800000446",
  authenticationRequiredChargeDeclinedInsufficientFunds: "4000008260003178",
  threeDSecure2Required: "4000000000003220",
  threeDSecureRequired: "4000000000003063",
  threeDSecureOptional: "4000000000003055",
  threeDSecureRequiredChargeDeclined: "4000008400001629",
  refundFail: "4000000000005126",
  pendingRefund: "4000000000007726",
  createDispute: "4000000000000259",
  createDisputeProductNotReceived: "4000000000002685",
  createDisputeInquiry: "4000000000001976",
  createMultipleDisputes: "4000000404000079",
  createIssuerFraudRecord: "4000000000005423",
};

/** The card behind a number without blanks; null when it is not one of Stripe's test cards. */
export function cardByNumber(number: string): TestCard | null {
  return BY_NUMBER.get(number.replaceAll(/[\s-]/g, "")) ?? null;
}

/** The card behind a documented name such as `tok_visa` or `pm_card_visa`. */
export function cardByName(name: string, prefix: "tok_" | "pm_card_"): TestCard | null {
  const number = name.startsWith(prefix) ? NAMES[name.slice(prefix.length)] : undefined;
  return number === undefined ? null : cardByNumber(number);
}

/** Whether a number's last digit is right (Luhn). */
export function hasRightChecksum(number: string): boolean {
  const digits = number.replaceAll(/[\s-]/g, "");
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
