interface Priced {
  currency: string;
  archived_at: string | null;
}

/** The currency that a new price begins with: that of most prices on sale, else that of the tenant's reports, else USD. */
export function usualCurrency(prices: Priced[], reporting: string | null): string {
  const onSale = prices.filter(({ archived_at: archived }) => !archived);
  const counted = [...Map.groupBy(onSale, ({ currency }) => currency)].map(
    ([currency, all]) => [currency, all.length] as const,
  );
  const [most] = counted.toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b));
  return most?.[0] ?? reporting ?? "USD";
}
