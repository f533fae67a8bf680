import { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { DisputeStatus } from "../../../platform/database/client/client.ts";
import { formatMoney, smaller, toWireAmount } from "../../../platform/money.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { tooMuch } from "../credit-notes/credit-exceeds-remaining.ts";
import { givenForUnusedTime } from "../credit-notes/given-for-unused-time.ts";
import { leftToCredit } from "../credit-notes/left-to-credit.ts";
import { composeNote, type NoteLine, splitNote, type Wanted } from "../credit-notes/rules.ts";
import type { LoadedInvoice } from "../invoices/load-invoice.ts";
import { paidByCredit } from "../invoices/paid-by-credit.ts";

const Money = z.number().int();

/** What the card provider is asked for, as it is stored: amounts in the minor unit. */
export const ProviderRequest = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("CREDIT_NOTE"),
    /** null: by lines. */
    amount: Money.nullable(),
    /** The provider's lines of the invoice. */
    lines: z.array(z.object({ lineId: z.string(), amount: Money })),
    toBalance: Money,
    toRefund: Money,
    /** Given back outside of the provider. */
    outside: Money,
    reason: z.string(),
  }),
  z.object({
    kind: z.literal("REFUND"),
    paymentId: z.string(),
    amount: Money,
    reason: z.string().nullable(),
  }),
  z.object({
    kind: z.literal("ONE_OFF"),
    /** The provider's customer, and the card that is charged; null: the customer's default one. */
    customerId: z.string(),
    paymentMethodId: z.string().nullable(),
    currency: z.string(),
    lines: z.array(z.object({ description: z.string(), amount: Money })),
    /** The moment that the lines are of. */
    at: z.iso.datetime(),
    hasAutomaticTax: z.boolean(),
    /** Whether the lines contain their taxes; null: as the provider's tax settings say. */
    taxBehavior: z.enum(["INCLUSIVE", "EXCLUSIVE"]).nullable().default(null),
  }),
]);

export type ProviderRequest = z.output<typeof ProviderRequest>;

/** What of an invoice can still be taken back. What was given for unused time is not given once more. */
interface Room {
  /**
   * By credit notes: its total less its notes, and less the refunds that carry out none. Of the card provider's, less what was given
   * for unused time as well; of ours, the charges are less by that.
   */
  credit: bigint;
  /** As money: what was paid as money, less what went back as money, or as credit beyond what credit had paid. */
  refund: bigint;
  /** What changes of plan gave back as credit for its unused time. */
  unused: bigint;
  /** What is disputed at the customer's bank of what was paid: while it is above 0, the card provider gives nothing back. */
  disputed: bigint;
  /** Whether the bank has yet to decide on some of what is disputed; otherwise it is lost. */
  isUndecided: boolean;
}

/**
 * Of disputes that are lost or not decided the provider refunds nothing (https://docs.stripe.com/error-codes#charge-disputed); of an
 * inquiry it does.
 */
const BLOCKING: DisputeStatus[] = ["NEEDS_RESPONSE", "UNDER_REVIEW", "LOST"];

/** What can still be taken back of an invoice, by what is known here; the provider decides. */
export async function roomOf(tx: Tx, scope: Scope, invoice: LoadedInvoice): Promise<Room> {
  const where = { tenantId: scope.tenantId, invoiceId: invoice.id };
  const notes = await tx.creditNote.aggregate({
    where: { ...where, status: "ISSUED" },
    _sum: { toBalance: true },
  });
  const disputes = await tx.dispute.findMany({
    where: { ...where, status: { in: BLOCKING } },
    select: { amount: true, status: true },
  });
  const { amountPaid, amountRefunded } = invoice;
  const unused = await givenForUnusedTime(tx, scope, invoice.id);
  const asCredit = (notes._sum.toBalance ?? 0n) + unused - (await paidByCredit(tx, scope, invoice));
  const credit = await leftToCredit(tx, scope, invoice);
  return {
    credit: invoice.provider === BY_CARD ? credit - unused : credit,
    refund: amountPaid - amountRefunded - (asCredit > 0n ? asCredit : 0n),
    unused,
    disputed: disputes.reduce((sum, { amount }) => sum + amount, 0n),
    isUndecided: disputes.some(({ status }) => status !== "LOST"),
  };
}

/** Refuses to give this much back by card of what is disputed. Throws payment_disputed. */
export function requireUndisputed(
  { refund, disputed, isUndecided }: Room,
  wanted: bigint,
  currency: string,
): void {
  if (disputed === 0n || smaller(wanted, refund) <= 0n) return;
  const outcome = isUndecided
    ? "Wait until the bank has decided."
    : "The bank has decided for the customer, who has that money back already.";
  throw new ApiError("payment_disputed", { details: { disputed: formatMoney(disputed, currency), outcome } });
}

/** The lines and the amount of a credit note, as a person named them. */
export interface NamedNote {
  /** Empty: an amount of the invoice, of no line by name. */
  lines: (NoteLine & { providerLineId: string })[];
  amount: bigint;
}

/**
 * The lines that a credit note of the card provider's invoice names, or its amount. Throws invoice_status_conflict,
 * credit_exceeds_remaining or credit_line_invalid.
 */
export async function nameNote(
  tx: Tx,
  scope: Scope,
  invoice: LoadedInvoice,
  wanted: Wanted,
): Promise<NamedNote> {
  const { status, currency } = invoice;
  if (status !== "OPEN" && status !== "PAID")
    throw new ApiError("invoice_status_conflict", { details: { status } });
  const { credit: most } = await roomOf(tx, scope, invoice);
  if (wanted.lines === undefined) {
    const amount = wanted.amount ?? most;
    if (amount > most || amount <= 0n) throw tooMuch(most, currency);
    return { lines: [], amount };
  }
  const composed = composeNote(await creditableLines(tx, scope, invoice), wanted, most);
  if ("refused" in composed) {
    if (composed.refused === "LINE")
      throw new ApiError("credit_line_invalid", { details: { line_id: composed.lineId } });
    throw tooMuch(composed.left, currency, composed.lineId);
  }
  const idOf = new Map(invoice.lines.map(({ id, providerLineId }) => [id, providerLineId]));
  return {
    amount: composed.amount,
    lines: composed.lines.map((line) => ({ ...line, providerLineId: idOf.get(line.invoiceLineId) ?? "" })),
  };
}

/** The lines above 0 that the provider knows, less what its credit notes took back of them. */
export async function creditableLines(tx: Tx, { tenantId }: Scope, { id: invoiceId, lines }: LoadedInvoice) {
  const credited = await tx.creditNoteLine.groupBy({
    by: ["invoiceLineId"],
    where: { tenantId, creditNote: { invoiceId, status: "ISSUED" }, invoiceLineId: { not: null } },
    _sum: { amount: true },
  });
  const creditedOf = new Map(credited.map((row) => [row.invoiceLineId, row._sum.amount ?? 0n]));
  return lines.flatMap(({ id, description, amount, providerLineId }) => {
    const left = amount - (creditedOf.get(id) ?? 0n);
    return providerLineId !== null && left > 0n ? [{ id, description, left }] : [];
  });
}

/** The part of a credit note's amount that was paid already: what is left to pay is lowered first. */
export function paidOf({ status, amountDue, amountPaid }: LoadedInvoice, amount: bigint): bigint {
  return splitNote(amount, status === "OPEN" ? amountDue - amountPaid : 0n).paid;
}

interface Settlement {
  to?: "BALANCE" | "REFUND" | undefined;
  /** Whether the money was given back by hand, outside of the provider. */
  isByHand: boolean;
  /** The most that the provider can give back of the invoice's payment. */
  refundable: bigint;
}

/**
 * What becomes of a credit note's amount: off what is to be paid first. Of what was paid, the provider gives back as money what it was paid
 * as money; what the customer's credit paid becomes credit again. Throws credit_destination_required.
 */
export function settleNote(
  invoice: LoadedInvoice,
  amount: bigint,
  { to, isByHand, refundable }: Settlement,
): { offDue: bigint; toBalance: bigint; toRefund: bigint; outside: bigint } {
  const { currency } = invoice;
  const paid = paidOf(invoice, amount);
  const offDue = amount - paid;
  if (paid > 0n && to === undefined)
    throw new ApiError("credit_destination_required", {
      details: { paid: toWireAmount(paid), paid_already: formatMoney(paid, currency) },
    });
  const isByCard = to === "REFUND" && !isByHand;
  const toRefund = isByCard && refundable > 0n ? smaller(paid, refundable) : 0n;
  const outside = to === "REFUND" && isByHand ? paid : 0n;
  return { offDue, toBalance: paid - toRefund - outside, toRefund, outside };
}
