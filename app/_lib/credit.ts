interface Payable {
  total: number;
  amount_due: number;
  /** Of an invoice: what credit notes took off. */
  amount_off_due?: number;
}

/**
 * What an invoice or quote takes from credit that the customer had before, in minor units: its total less credit notes and what is
 * charged. 0 for one that gives credit itself.
 */
export function creditUsed({ total, amount_due: due, amount_off_due: noted = 0 }: Payable): number {
  return total > 0 ? Math.max(0, total - noted - due) : 0;
}
