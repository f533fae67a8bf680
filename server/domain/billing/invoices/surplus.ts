import type { Charge } from "../../../platform/database/client/client.ts";
import { smaller } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { writeOffWaiting } from "../charges/release-charges.ts";
import { chargeKey } from "../charges/rules.ts";
import { sumOfWaiting } from "../charges/waiting-charges.ts";
import { writeCharges } from "../charges/write-charges.ts";
import { takerOf } from "./credit-taker.ts";
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
 * subscription no invoice need come, so that one of its own asks for it at once. What of it was written off nobody used: that is written
 * off no more, and nobody owes it.
 */
export async function takeBackSurplus(tx: Tx, scope: Scope, paymentId: string): Promise<void> {
  const key = chargeKey.surplus(paymentId);
  const credit = await tx.charge.findUniqueOrThrow({
    where: { tenantId_key: { tenantId: scope.tenantId, key } },
  });
  const { customerId, subscriptionId, provider, currency } = credit;
  const owner = { customerId, subscriptionId, provider, currency };
  const now = scope.clock.now();
  const takenBack = {
    cause: "CREDIT" as const,
    ...{ sourceId: paymentId, isProration: false, period: { start: now, end: now } },
    description: `Taken back: ${credit.description}`,
  };
  const neverUsed = await findWrittenOff(tx, scope, credit);
  if (neverUsed !== null) {
    const undone = await writeCharges(tx, scope, owner, [
      {
        ...{ ...takenBack, key: chargeKey.surplusNeverUsed(paymentId) },
        ...{ amount: neverUsed.amount, correctsKey: neverUsed.key },
      },
    ]);
    await writeOffWaiting(tx, scope, undone, { code: "TAKEN_BACK", reason: null });
  }
  const owed = -credit.amount - (neverUsed?.amount ?? 0n);
  if (owed === 0n) return;
  await writeCharges(tx, scope, owner, [
    { ...takenBack, key: chargeKey.surplusTakenBack(paymentId), amount: owed, correctsKey: key },
  ]);
  if (subscriptionId === null) await askForUsed(tx, scope, { customerId, currency });
}

/**
 * How much of a credit was written off, and the charge that says so: itself, or what the invoices that used a part of it left over. Less
 * what was taken back of that before; null: nothing.
 */
async function findWrittenOff(
  tx: Tx,
  scope: Scope,
  { id, key, amount }: Charge,
): Promise<{ key: string; amount: bigint } | null> {
  const { tenantId } = scope;
  const placement = await tx.chargePlacement.findFirst({ where: { tenantId, chargeId: id, endedAt: null } });
  if (placement?.kind === "WRITTEN_OFF") {
    const of = { where: { tenantId, corrects: id }, _sum: { amount: true } } as const;
    const left = -amount - ((await tx.charge.aggregate(of))._sum.amount ?? 0n);
    return left > 0n ? { key, amount: left } : null;
  }
  if (placement?.invoiceId == null) return null;
  const rest = await tx.charge.findUnique({
    where: { tenantId_key: { tenantId, key: chargeKey.credit(placement.invoiceId) } },
  });
  const found = rest && (await findWrittenOff(tx, scope, rest));
  return found && { key: found.key, amount: smaller(found.amount, -amount) };
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
