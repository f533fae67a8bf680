/** How many minor units make one of the currency, as a power of ten: 2 for cents, 0 for yen. */
export function minorDigits(currency: string): number {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/** Minor units as people of the language write them: "$49", "$14.50", "0,125 €". A decimal string keeps its places. */
export function formatMoney(locale: string, minorUnits: number | string, currency: string): string {
  const digits = minorDigits(currency);
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits + 6,
    trailingZeroDisplay: "stripIfInteger",
  });
  return format.format(Number(minorUnits) / 10 ** digits);
}
