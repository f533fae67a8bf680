/** The amounts of a quote in minor units, as the API answers them. */
interface Quote {
  lines: readonly { amount: number }[];
  discount: number;
  total: number;
  amount_due: number;
}

type SumName = "discount" | "tax" | "earlierCredit";

interface QuoteRows {
  /** What comes between the lines and what is due, in this order, with its sign; none of it is 0. */
  sums: { name: SumName; amount: number }[];
  /** What is charged or invoiced now, or what a change to less gives as credit; never below 0. */
  result: { name: "due" | "credit"; amount: number };
}

/**
 * What a quote says under its lines, the same in the dashboard and the portal: the lines and these sums add up to the result. What
 * taxes add is what the total has beyond the lines less the discount: those that prices contain add nothing. Credit that the customer
 * has is the total less what is charged; a quote that gives credit uses none.
 */
export function quoteRows({ lines, discount, total, amount_due: due }: Quote): QuoteRows {
  const ofLines = lines.reduce((sum, { amount }) => sum + amount, 0);
  const isCredit = total < 0;
  const sums: QuoteRows["sums"] = [
    { name: "discount", amount: discount > 0 ? -discount : 0 },
    { name: "tax", amount: total + discount - ofLines },
    { name: "earlierCredit", amount: isCredit ? 0 : Math.min(0, due - total) },
  ];
  return {
    sums: sums.filter(({ amount }) => amount !== 0),
    result: isCredit ? { name: "credit", amount: -total } : { name: "due", amount: due },
  };
}
