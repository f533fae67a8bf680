import type { Scope, Tx } from "../../../platform/scope.ts";
import { chargeKey } from "../charges/rules.ts";
import { sumOfWaiting } from "../charges/waiting-charges.ts";
import { writeCharges } from "../charges/write-charges.ts";
import { issueInvoice } from "./issue-invoice.ts";
import type { LoadedInvoice } from "./load-invoice.ts";

/**
 * Makes what a payment of an invoice of ours brought beyond what was due the customer's credit: it waits for the next invoice of a
 * subscription, or else for the customer's next one-off invoice. The database posts it as money that came. The payment's row is written
 * before.
 */
export async function keepSurplus(
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
      ...{ key: chargeKey.surplus(id), cause: "CREDIT", sourceId: id, amount: -surplus, isProration: false },
      description: `Paid beyond what was due of invoice ${displayNumber ?? invoice.id}`,
      period: { start: now, end: now },
    },
  ]);
}

/**
 * Takes that credit back. Where an invoice of a subscription has used it meanwhile, the customer owes it with the next one; for no
 * subscription no invoice need come, so that one of its own asks for it at once.
 */
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
  if (subscriptionId === null) await askForUsed(tx, scope, { customerId, currency });
}

/** Nothing is billed any more to a customer whose personal data was erased: the database writes it off. */
async function askForUsed(
  tx: Tx,
  scope: Scope,
  { customerId, currency }: { customerId: string; currency: string },
): Promise<void> {
  if ((await sumOfWaiting(tx, scope, { customerId, currency })) <= 0n) return;
  const customer = await tx.customer.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: scope.tenantId, id: customerId } },
  });
  if (customer.erasedAt !== null) return;
  const now = scope.clock.now();
  await issueInvoice(tx, scope, {
    ...{ subscription: { id: null, currency, dueDays: null }, customer, reason: "one_off" },
    ...{ charges: [], period: { start: now, end: now } },
  });
}

/**
 * The subscription whose next invoice uses the credit: the invoice's own, else the customer's oldest one that runs by transfer in the
 * currency. One that has ended keeps it for a person to settle (settleCredit), where there is no other; null: there is none.
 */
async function takerOf(
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
