/**
 * How many decimal places a currency has in minor units: the one table of the product, for amounts that are typed, shown and
 * sent. As the card provider counts (https://docs.stripe.com/currencies, "Zero-decimal currencies", "Three-decimal currencies",
 * "Special cases"), and as ISO 4217 has it where that page says nothing. `Intl` does not serve: its data has no decimals for
 * HUF, IDR, COP and a dozen others, so that 1,000.00 forint were shown as 100,000.
 */
const DIGITS: Readonly<Record<string, number>> = Object.fromEntries([
  ...zip("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF", 0),
  ...zip("BHD IQD JOD KWD LYD OMR TND", 3),
  ...zip("CLF UYW", 4),
]);

/** Two places for the card provider, always 00: these are neither priced nor charged in parts ("Special cases"). */
const WHOLE_ONLY: ReadonlySet<string> = new Set(["ISK", "UGX"]);

function zip(codes: string, digits: number): [string, number][] {
  return codes.split(" ").map((code) => [code, digits]);
}

/** How many minor units make one of the currency, as a power of ten: 2 for cents, 0 for yen, 3 for fils. */
export const minorDigits = (currency: string): number => DIGITS[currency] ?? 2;

/** How many decimal places a price in the currency may have: those of the minor unit, and none for ISK and UGX. */
export const priceDigits = (currency: string): number =>
  WHOLE_ONLY.has(currency) ? 0 : minorDigits(currency);

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
  { hidesEmptyDecimals = WHOLE_ONLY.has(currency), isCompact = false }: MoneyLook = {},
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

/** Whether a code is an ISO 4217 currency. */
export function isCurrency(code: string): boolean {
  currencies ??= new Set(Intl.supportedValuesOf("currency"));
  return currencies.has(code);
}
