import type { Prisma } from "../../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { REFUNDED_ALONE } from "../charges/kept-of-lines.ts";

/** Refunds that arrived, or are on their way. */
const WENT_BACK: Prisma.RefundWhereInput = { status: { in: ["PENDING", "SUCCEEDED"] } };

/** What was given back of an invoice without a credit note: what was billed stays billed, and is not given back once more. */
export async function refundedAlone(tx: Tx, { tenantId }: Scope, invoiceId: string): Promise<bigint> {
  const { _sum } = await tx.refund.aggregate({
    where: { tenantId, invoiceId, ...REFUNDED_ALONE },
    _sum: { amount: true },
  });
  return _sum.amount ?? 0n;
}

/** What was given back as money of an invoice's payments, by credit notes and without. */
export async function refundedOf(tx: Tx, { tenantId }: Scope, invoiceId: string): Promise<bigint> {
  const { _sum } = await tx.refund.aggregate({
    where: { ...WENT_BACK, tenantId, invoiceId, isOfCredit: false },
    _sum: { amount: true },
  });
  return _sum.amount ?? 0n;
}
