import type { Charge } from "../../../platform/database/client/client.ts";
import { smaller } from "../../../platform/money.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { writeOffWaiting } from "../charges/release-charges.ts";
import { chargeKey } from "../charges/rules.ts";
import { sumOfWaiting } from "../charges/waiting-charges.ts";
import { writeCharges } from "../charges/write-charges.ts";
import { issueInvoice } from "./issue-invoice.ts";

interface TakenBack {
  /** At most what is left of the credit. */
  amount: bigint;
  /** What caused it. */
  sourceId: string;
  /** The key of the charge that takes back what was, or can be, used. */
  key: string;
  /** The key of the one that takes back what was written off before. */
  neverUsedKey: string;
}

/**
 * Takes back so much of a credit: it is used no more, and where an invoice has used it meanwhile, the customer owes it with the next
 * one. What of it was written off nobody used: that is written off no more, and nobody owes it. Where the credit was for no
 * subscription, askForUsed comes next.
 */
export async function takeBackCredit(
  tx: Tx,
  scope: Scope,
  credit: Charge,
  { amount, sourceId, key, neverUsedKey }: TakenBack,
): Promise<void> {
  const { customerId, subscriptionId, provider, currency, description } = credit;
  const owner = { customerId, subscriptionId, provider, currency };
  const now = scope.clock.now();
  const takenBack = {
    sourceId,
    isProration: false,
    period: { start: now, end: now },
    description: `Taken back: ${description}`,
  };
  const writtenOff = await findWrittenOff(tx, scope, credit);
  const neverUsed = writtenOff === null ? 0n : smaller(writtenOff.amount, amount);
  if (writtenOff !== null && neverUsed > 0n) {
    const { key: correctsKey, cause } = writtenOff;
    const undone = await writeCharges(tx, scope, owner, [
      { ...takenBack, key: neverUsedKey, cause, amount: neverUsed, correctsKey },
    ]);
    await writeOffWaiting(tx, scope, undone, { code: "TAKEN_BACK", reason: null });
  }
  const owed = amount - neverUsed;
  if (owed > 0n)
    await writeCharges(tx, scope, owner, [
      { ...takenBack, key, cause: credit.cause, amount: owed, correctsKey: credit.key },
    ]);
}

/**
 * How much of a credit was written off, and the charge that says so: itself, or what the invoices that used a part of it left over. Less
 * what was taken back of that before; null: nothing.
 */
async function findWrittenOff(
  tx: Tx,
  scope: Scope,
  { id, key, cause, amount }: Charge,
): Promise<{ key: string; cause: Charge["cause"]; amount: bigint } | null> {
  const { tenantId } = scope;
  const placement = await tx.chargePlacement.findFirst({ where: { tenantId, chargeId: id, endedAt: null } });
  if (placement?.kind === "WRITTEN_OFF") {
    const of = { where: { tenantId, corrects: id }, _sum: { amount: true } } as const;
    const left = -amount - ((await tx.charge.aggregate(of))._sum.amount ?? 0n);
    return left > 0n ? { key, cause, amount: left } : null;
  }
  if (placement?.invoiceId == null) return null;
  const rest = await tx.charge.findUnique({
    where: { tenantId_key: { tenantId, key: chargeKey.credit(placement.invoiceId) } },
  });
  const found = rest && (await findWrittenOff(tx, scope, rest));
  return found && { ...found, amount: smaller(found.amount, -amount) };
}

/**
 * For no subscription no invoice need come: what the customer owes of credit that was used and taken back, one of its own asks for at
 * once. Nothing is billed any more to a customer whose personal data was erased: the database writes it off.
 */
export async function askForUsed(
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
    subscription: { id: null, currency, dueDays: null },
    customer,
    reason: "one_off",
    charges: [],
    period: { start: now, end: now },
  });
}
