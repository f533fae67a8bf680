import { ApiError } from "../../../errors/api-error.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { chargeKey } from "../charges/rules.ts";
import { writeCharges } from "../charges/write-charges.ts";
import type { LoadedInvoice } from "./load-invoice.ts";

/**
 * Makes what a payment of an invoice of ours brought beyond what was due the customer's credit: it waits for the next invoice of a
 * subscription. The database posts it as money that came. The payment's row is written before. K6044 no later invoice takes it.
 */
export async function keepSurplus(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  { id, surplus }: { id: string; surplus: bigint },
): Promise<void> {
  const { customerId, provider, currency, displayNumber } = invoice;
  const subscriptionId = await takerOf(tx, scope, invoice);
  if (subscriptionId === null) throw new ApiError("K6044");
  const now = scope.clock.now();
  await writeCharges(tx, scope, { customerId, subscriptionId, provider, currency }, [
    {
      ...{ key: chargeKey.surplus(id), cause: "CREDIT", sourceId: id, amount: -surplus, isProration: false },
      description: `Paid beyond what was due of invoice ${displayNumber ?? invoice.id}`,
      period: { start: now, end: now },
    },
  ]);
}

/** Takes that credit back: where an invoice has used it meanwhile, the customer owes it with the next one. */
export async function takeBackSurplus(tx: Tx, scope: Scope, paymentId: string): Promise<void> {
  const key = chargeKey.surplus(paymentId);
  const credit = await tx.charge.findUniqueOrThrow({
    where: { tenantId_key: { tenantId: scope.tenantId, key } },
  });
  const { customerId, subscriptionId, provider, currency } = credit;
  const now = scope.clock.now();
  await writeCharges(tx, scope, { customerId, subscriptionId, provider, currency }, [
    {
      ...{ key: chargeKey.surplusTakenBack(paymentId), cause: "CREDIT", sourceId: paymentId },
      ...{ amount: -credit.amount, correctsKey: key, isProration: false },
      description: `Taken back: ${credit.description}`,
      period: { start: now, end: now },
    },
  ]);
}

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
    where: { tenantId, customerId, provider: "PROVIDER_B", planPrice: { currency } },
    select: { id: true, status: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const running = all.filter(({ status }) => status !== "CANCELED");
  const isOwn = ({ id }: { id: string }) => id === subscriptionId;
  return (running.find(isOwn) ?? running[0] ?? all.find(isOwn))?.id ?? null;
}
