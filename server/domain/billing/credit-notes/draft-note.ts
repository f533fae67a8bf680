import { ApiError } from "../../../errors/api-error.ts";
import type { Charge } from "../../../platform/database/client/client.ts";
import { formatMoney, smaller, toWireAmount } from "../../../platform/money.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { lockLeft } from "../charges/left-of-charges.ts";
import { billedBy } from "../charges/used-credit.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";
import { chargesOn, paidByCredit } from "../invoices/paid-by-credit.ts";
import { tooMuch } from "./credit-exceeds-remaining.ts";
import { leftToCredit } from "./left-to-credit.ts";
import { requireSeen } from "./require-seen.ts";
import { composeNote, type NoteLine, splitNote, type Wanted } from "./rules.ts";

export interface Draft {
  /** Each with the charge that it takes back. */
  lines: (NoteLine & { charge: Charge })[];
  amount: bigint;
  offDue: bigint;
  toBalance: bigint;
  toRefund: bigint;
  /** What is left to credit of the invoice afterwards. */
  left: bigint;
}

interface Order extends Wanted {
  to?: "BALANCE" | "REFUND" | undefined;
  /** What the caller saw that is left to credit of the invoice; undefined: they do not say. */
  seen?: number | undefined;
}

/**
 * What a credit note of an invoice of ours would be now. The invoice's charges are locked until the transaction ends; it is locked itself
 * where the note is issued.
 */
export async function draftNote(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  { to, seen, ...wanted }: Order,
): Promise<Draft> {
  const { status, currency, amountDue, amountPaid } = invoice;
  if (invoice.provider !== BY_INVOICE) throw new ApiError("invoice_collected_by_card");
  if (status !== "OPEN" && status !== "PAID")
    throw new ApiError("invoice_status_conflict", { details: { status } });
  const charged = await creditableBilledLines(tx, scope, invoice);
  const creditable = await leftToCredit(tx, scope, invoice);
  const left = smaller(sumOfLeft(charged), creditable);
  requireSeen({ seen, left, currency, done: "credited" });
  const composed = composeNote(charged, wanted, creditable);
  if ("refused" in composed) {
    if (composed.refused === "LINE")
      throw new ApiError("credit_line_invalid", { details: { line_id: composed.lineId } });
    throw tooMuch(composed.left, currency, composed.lineId);
  }
  const { amount } = composed;
  const { offDue, paid } = splitNote(amount, amountDue - amountPaid);
  if (paid > 0n && to === undefined)
    throw new ApiError("credit_destination_required", {
      details: { paid: toWireAmount(paid), paid_already: formatMoney(paid, currency) },
    });
  // What the customer's credit paid becomes credit again: no more goes back than came as money.
  const byCredit = await paidByCredit(tx, scope, invoice);
  const most = byCredit > 0n ? amountPaid - invoice.amountRefunded : paid;
  const toRefund = to === "REFUND" ? smaller(paid, most > 0n ? most : 0n) : 0n;
  const toBalance = to === undefined ? 0n : paid - toRefund;
  const chargeOf = new Map(charged.map(({ id, charge }) => [id, charge]));
  const lines = composed.lines.flatMap((line) => {
    const charge = chargeOf.get(line.invoiceLineId);
    return charge ? [{ ...line, charge }] : [];
  });
  return { lines, amount, offDue, toBalance, toRefund, left: left - amount };
}

/** What is left to credit of lines. */
export const sumOfLeft = (lines: readonly { left: bigint }[]) =>
  lines.reduce((sum, { left }) => sum + left, 0n);

/**
 * The billed lines of an invoice of ours of which something is left to credit, in their order, each with its charge: none that only
 * moves credit. The charges are locked until the transaction ends.
 */
export async function creditableBilledLines(tx: Tx, scope: Scope, { id: invoiceId, lines }: LoadedInvoice) {
  const placed = await chargesOn(tx, scope, invoiceId);
  const { lines: billed } = billedBy(placed.map(({ charge }) => charge));
  const left = await lockLeft(tx, scope, billed);
  return lines.flatMap(({ id, description }) => {
    const placement = placed.find(({ lineId }) => lineId === id);
    const found = left.find(({ charge }) => charge.id === placement?.chargeId);
    return found && found.amount > 0n ? [{ id, description, left: found.amount, charge: found.charge }] : [];
  });
}
