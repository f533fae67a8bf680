/** Most are called as the provider writes them, with a capital. */
const NAMES: Record<string, string> = { amex: "American Express", jcb: "JCB", diners: "Diners Club" };

/** How people call a brand of cards that the card provider names in lower case. */
export function brandName(brand: string): string {
  return NAMES[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

/** How people call a saved card: "Visa •••• 4242". */
export const nameOfCard = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brandName(brand)} •••• ${last4}`;
