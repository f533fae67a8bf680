interface Priced {
  id: string;
  currency: string;
  archived_at: string | null;
}

/**
 * The currency that a new price begins with: that of most prices on sale; where several have as many, that of the tenant's reports, else
 * the one that was sold in first. Without prices that of the reports, else USD.
 */
export function usualCurrency(prices: Priced[], reporting: string | null): string {
  // Ids sort by the time they were made.
  const onSale = prices
    .filter(({ archived_at: archived }) => !archived)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const groups = [...Map.groupBy(onSale, ({ currency }) => currency)];
  const most = Math.max(0, ...groups.map(([, all]) => all.length));
  const first = groups.filter(([, all]) => all.length === most).map(([currency]) => currency);
  if (reporting !== null && (first.length === 0 || first.includes(reporting))) return reporting;
  return first[0] ?? "USD";
}
