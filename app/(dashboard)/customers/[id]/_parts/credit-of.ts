import type { Api } from "../../../../_lib/api.ts";

export type Balance = Awaited<ReturnType<Api["customers"]["getBalance"]["query"]>>["balances"][number];

/**
 * What the customer is owed in the currency, and what waits for an invoice: at each provider, more given back than owed is credit.
 * Below 0: what an invoice was too small to collect, by card; what was used of a payment's surplus that was taken back, by transfer.
 */
export function creditOf({ providers }: Pick<Balance, "providers">): { credit: number; waiting: number } {
  return providers.reduce(
    (sum, { credit, waiting }) => ({
      credit: sum.credit + credit + Math.max(-waiting, 0),
      waiting: sum.waiting + Math.max(waiting, 0),
    }),
    { credit: 0, waiting: 0 },
  );
}
