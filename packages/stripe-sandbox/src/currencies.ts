import { invalid } from "./wire/failure.ts";

// What Stripe takes of currencies and amounts: https://docs.stripe.com/currencies. Amounts are in minor units.

/**
 * The currencies that the API takes, in the order in which its refusal lists them: an observed answer ("Invalid currency:
 * … Stripe currently supports these currencies: …"), and XCG, which the documentation has added since. Gold, the testing code
 * and the like are not among them.
 */
const CURRENCIES =
  "usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny " +
  "cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl hrk htg huf idr ils inr isk jmd " +
  "jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn " +
  "nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs " +
  "tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw btn ghs eek lvl svc vef ltl sll mro";

const TAKEN = CURRENCIES.split(" ");

/** All of them, in Stripe's lower case. */
export const currencies = (): string[] => [...TAKEN].sort();

export function isCurrency(code: string): boolean {
  return TAKEN.includes(code.toLowerCase());
}

/** The refusal of a currency, in Stripe's words. */
export function currencyRefusal(code: string): string {
  return `Invalid currency: ${code}. Stripe currently supports these currencies: ${TAKEN.join(", ")}`;
}

/** "Zero-decimal currencies", without UGX, which "Special cases" takes out again. */
const ZERO = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
/** "Three-decimal currencies": the last digit of an amount is 0. */
const THREE = new Set("bhd jod kwd omr tnd".split(" "));
/** "Special cases": two places, always 00. */
const WHOLE = new Set(["isk", "ugx"]);

/** How many decimal places an amount of the API has. */
export function digitsOf(currency: string): number {
  if (ZERO.has(currency)) return 0;
  return THREE.has(currency) ? 3 : 2;
}

/** What an amount that is charged must be a multiple of. */
function stepOf(currency: string): number {
  if (WHOLE.has(currency)) return 100;
  return THREE.has(currency) ? 10 : 1;
}

/** "Minimum and maximum charge amounts". Of a currency that is not listed the least charge depends on exchange rates. */
const LEAST: Record<string, number> = {
  aed: 200,
  ars: 50,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  idr: 50,
  ils: 50,
  inr: 50,
  jpy: 50,
  krw: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 50,
  pln: 200,
  ron: 200,
  rub: 50,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
  zar: 50,
};

/** The least that is charged in a currency, in its minor unit; 1 where the documentation has no figure. */
export function leastCharge(currency: string): number {
  return LEAST[currency] ?? 1;
}

/** The most that is charged at once, in the currency's minor unit: eight digits, for IDR twelve (`PaymentIntent.amount`). */
export function mostCharge(currency: string): number {
  return currency === "idr" ? 999_999_999_999 : 99_999_999;
}

/**
 * What a card is charged of what a customer owes: a multiple of the currency's step, and nothing below the least charge or
 * above the most. The rest goes to the customer's balance.
 */
export function chargeable(owed: number, currency: string): number {
  if (owed <= 0) return 0;
  const step = stepOf(currency);
  const rounded = Math.round(owed / step) * step;
  return rounded < leastCharge(currency) || isTooLarge(rounded, currency) ? 0 : rounded;
}

/** Whether an amount is more than can be charged at once. */
export function isTooLarge(amount: number, currency: string): boolean {
  return amount > mostCharge(currency);
}

/**
 * The refusal of an amount that cannot be charged in its currency; null where it can. The sentence on UGX is an observed
 * answer; ISK has the same rule, and of the three-decimal currencies the documentation has the rule alone.
 */
function stepRefusal(amount: number, currency: string): string | null {
  const step = stepOf(currency);
  if (amount % step === 0) return null;
  const see = "See https://stripe.com/docs/currencies#zero-decimal for more information.";
  const name = currency.toUpperCase();
  return step === 100
    ? `Invalid amount. Currency ${name} has become effectively zero-decimal and charged amounts must be evenly divisible by 100. ${see}`
    : `Invalid amount. Currency ${name} has three decimals and charged amounts must be evenly divisible by 10. ${see}`;
}

/** Refuses an amount with more digits than Stripe takes, or with a fraction that its currency does not have. */
export function checkAmount(amount: number, currency: string, param: string): void {
  if (isTooLarge(Math.abs(amount), currency)) {
    const most = mostCharge(currency);
    const words = `This value must be less than or equal to ${most} (it currently is '${Math.abs(amount)}').`;
    throw invalid(words, { code: "parameter_invalid_integer", param });
  }
  const message = stepRefusal(amount, currency);
  if (message !== null) throw invalid(message, { param });
}
