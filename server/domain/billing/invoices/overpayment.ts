import type { Scope, Tx } from "../../../platform/scope.ts";
import { chargeKey } from "../charges/rules.ts";
import { writeCharges } from "../charges/write-charges.ts";
import { takerOf } from "./credit-taker.ts";
import type { LoadedInvoice } from "./load-invoice.ts";
import { askForUsed, takeBackCredit } from "./take-back-credit.ts";

/**
 * Makes what a payment of an invoice of ours brought beyond what was due the customer's credit: it waits for the next invoice of a
 * subscription, or else for the customer's next one-off invoice. The database posts it as money that came. The payment's row is written
 * before.
 */
export async function keepOverpayment(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  { id, surplus }: { id: string; surplus: bigint },
): Promise<void> {
  const { customerId, provider, currency, displayNumber } = invoice;
  const subscriptionId = await takerOf(tx, scope, invoice);
  const now = scope.clock.now();
  await writeCharges(tx, scope, { customerId, subscriptionId, provider, currency }, [
    {
      key: chargeKey.surplus(id),
      cause: "CREDIT",
      sourceId: id,
      amount: -surplus,
      isProration: false,
      description: `Paid beyond what was due of invoice ${displayNumber ?? invoice.id}`,
      period: { start: now, end: now },
    },
  ]);
}

/** Takes that credit back with its payment; what an invoice has used of it is asked for again. */
export async function takeBackOverpayment(tx: Tx, scope: Scope, paymentId: string): Promise<void> {
  const credit = await creditOf(tx, scope, paymentId);
  await takeBackCredit(tx, scope, credit, {
    amount: -credit.amount,
    sourceId: paymentId,
    key: chargeKey.surplusTakenBack(paymentId),
    neverUsedKey: chargeKey.surplusNeverUsed(paymentId),
  });
  if (credit.subscriptionId === null) await askForUsed(tx, scope, credit);
}

/** Whether that credit is for no subscription: what was used of it is then asked for at once. */
export async function isOverpaymentForNone(tx: Tx, scope: Scope, paymentId: string): Promise<boolean> {
  return (await creditOf(tx, scope, paymentId)).subscriptionId === null;
}

function creditOf(tx: Tx, { tenantId }: Scope, paymentId: string) {
  return tx.charge.findUniqueOrThrow({
    where: { tenantId_key: { tenantId, key: chargeKey.surplus(paymentId) } },
  });
}
