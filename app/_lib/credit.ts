interface Quote {
  total: number;
  amount_due: number;
}

/**
 * What a quote takes from credit that the customer has, in minor units: its total less what is charged. 0 for one that gives credit
 * itself.
 */
export function creditUsed({ total, amount_due: due }: Quote): number {
  return total > 0 ? Math.max(0, total - due) : 0;
}

/** What taxes add to the lines of a quote less its discount, in minor units: those that prices contain add nothing. */
export function taxOnTop({
  lines,
  discount,
  total,
}: Pick<Quote, "total"> & { lines: readonly { amount: number }[]; discount: number }): number {
  return total + discount - lines.reduce((sum, { amount }) => sum + amount, 0);
}
