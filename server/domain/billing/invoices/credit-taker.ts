import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { LoadedInvoice } from "./load-invoice.ts";

/**
 * The subscription whose next invoice uses the credit: the invoice's own, else the customer's oldest one that runs by transfer in the
 * currency. One that has ended keeps it for a person to settle (settleCredit), where there is no other; null: there is none.
 */
export async function takerOf(
  tx: Tx,
  { tenantId }: Scope,
  { customerId, currency, subscriptionId }: LoadedInvoice,
): Promise<string | null> {
  const all = await tx.subscription.findMany({
    where: { tenantId, customerId, provider: BY_INVOICE, planPrice: { currency } },
    select: { id: true, status: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const running = all.filter(({ status }) => status !== "CANCELED");
  const isOwn = ({ id }: { id: string }) => id === subscriptionId;
  return (running.find(isOwn) ?? running[0] ?? all.find(isOwn))?.id ?? null;
}
