/**
 * What is sold in, and how amounts of it are counted: the one table of the product, for amounts that are typed, computed, shown and
 * sent. It is the card provider's (https://docs.stripe.com/currencies: "Supported presentment currencies", "Zero-decimal currencies",
 * "Three-decimal currencies", "Special cases"), completed by the list that its API answers an unknown currency with, and less those
 * that no country has any more (EEK HRK LTL LVL MRO SLL STD VEF). `Intl` does not serve: its data has no decimals for HUF, IDR, COP
 * and a dozen others, so that 1,000.00 forint were shown as 100,000.
 */
const SOLD: Readonly<Record<string, Counted>> = Object.fromEntries([
  ...each(
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CVE CZK " +
      "DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LBP " +
      "LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD " +
      "RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD SVC SZL THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD XCG YER ZAR ZMW",
    { digits: 2, step: 1 },
  ),
  ...each("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF", { digits: 0, step: 1 }),
  // "The least-significant (last) digit" is 0.
  ...each("BHD JOD KWD OMR TND", { digits: 3, step: 10 }),
  // "Two decimals … evenly divisible by 100": neither is charged in parts.
  ...each("ISK UGX", { digits: 2, step: 100 }),
]);

interface Counted {
  /** How many minor units make one of the currency, as a power of ten: 2 for cents, 0 for yen, 3 for fils. */
  digits: number;
  /** An amount that is charged is a multiple of this many minor units. */
  step: number;
}

/** As ISO 4217 has them: currencies that are not sold, with other than two places. */
const OTHERS: Readonly<Record<string, number>> = { CLF: 4, IQD: 3, LYD: 3, UYW: 4 };

/** Codes of ISO 4217 that nothing is paid in: metals, units of bond markets and of account, the code of tests and the one for none. */
const NOT_MONEY = new Set("XAG XAU XBA XBB XBC XBD XPD XPT XSU XTS XUA XXX".split(" "));

function each(codes: string, counted: Counted): [string, Counted][] {
  return codes.split(" ").map((code) => [code, counted]);
}

/** How many minor units make one of the currency, as a power of ten: 2 for cents, 0 for yen, 3 for fils. */
export const minorDigits = (currency: string): number => SOLD[currency]?.digits ?? OTHERS[currency] ?? 2;

/** What an amount that is charged is a multiple of, in minor units: 1, for KWD 10, for ISK 100. */
export const stepOf = (currency: string): number => SOLD[currency]?.step ?? 1;

const isWholeOnly = (currency: string): boolean => stepOf(currency) === 100;

/** How many decimal places a price in the currency may have: those of the minor unit, and none for ISK and UGX. */
export const priceDigits = (currency: string): number => (isWholeOnly(currency) ? 0 : minorDigits(currency));

/** Whether something can be sold in a currency: the card provider takes it. */
export const isSold = (code: string): boolean => Object.hasOwn(SOLD, code);

/** The currencies that something can be sold in, by their codes. */
export const soldCurrencies = (): string[] => Object.keys(SOLD).sort();

/** Moves the decimal point of a decimal number, as text: exact, with no float on the way. movePoint("5", -2) is "0.05". */
export function movePoint(decimal: string, places: number): string {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === "") throw new RangeError(`${decimal} is not a decimal number.`);
  const digits = whole + fraction;
  const point = whole.length + places;
  const padded = point < 1 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0");
  const at = Math.max(point, 1);
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const right = padded.slice(at).replace(/0+$/, "");
  return `${sign}${left}${right && `.${right}`}`;
}

/** Minor units as a decimal number of the currency, exactly: 4900 USD is "49.00", 5 KWD is "0.005". Parts of a minor unit stay. */
export function toMajor(minor: bigint | number | string, currency: string): string {
  const text = typeof minor === "number" ? plainText(minor) : String(minor);
  const [whole, fraction = ""] = movePoint(text, -minorDigits(currency)).split(".");
  const decimals = fraction.padEnd(priceDigits(currency), "0");
  return decimals === "" ? `${whole}` : `${whole}.${decimals}`;
}

/** A number without an exponent. Numbers hold some 15 digits; what is finer travels as text. */
const plainText = (value: number) =>
  Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(12).replace(/0+$/, "");

interface MoneyLook {
  /** "$49" rather than "$49.00". */
  hidesEmptyDecimals?: boolean;
  /** "$12.3K". */
  isCompact?: boolean;
}

/** Minor units as people of the language write them: $1,234.50. Parts of a minor unit are shown, not rounded: $0.0025. */
export function moneyText(
  locale: string,
  minor: bigint | number | string,
  currency: string,
  { hidesEmptyDecimals = isWholeOnly(currency), isCompact = false }: MoneyLook = {},
): string {
  const digits = minorDigits(currency);
  const major = toMajor(minor, currency);
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    ...(isCompact
      ? { notation: "compact", maximumFractionDigits: 1 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits + 12 }),
    ...(hidesEmptyDecimals && { trailingZeroDisplay: "stripIfInteger" }),
  });
  // Text, so that no amount passes through a float.
  return format.format(major as `${number}`);
}

let currencies: ReadonlySet<string> | undefined;

/** Whether a code is a currency of ISO 4217 that something is paid in, sold in or not: figures may be converted from and into it. */
export function isCurrency(code: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf("currency"));
  return isSold(code) || (currencies.has(code) && !NOT_MONEY.has(code));
}
