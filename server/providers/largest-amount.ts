/**
 * The most that the card provider takes as one amount, in the currency's minor unit: eight digits, for IDR twelve
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts; `PaymentIntentCreateParams.amount` of the SDK).
 */
export function largestAmount(currency: string): bigint {
  return currency === "IDR" ? 999_999_999_999n : 99_999_999n;
}
