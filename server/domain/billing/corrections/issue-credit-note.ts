import type { z } from "zod";
import { smaller, toWireAmount } from "../../../platform/money.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope } from "../../../platform/scope.ts";
import { requireChargeable } from "../../catalog/sellable.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { createCreditNote } from "../credit-notes/create-credit-note.ts";
import { getCreditNoteOrThrow } from "../credit-notes/list-credit-notes.ts";
import { previewCreditNote, wantedOf } from "../credit-notes/preview-credit-note.ts";
import { requireSeen } from "../credit-notes/require-seen.ts";
import type * as schema from "../credit-notes/schema.ts";
import { viewCreditNote, viewNoteAmounts, viewNoteLine } from "../credit-notes/view-credit-note.ts";
import { getInvoiceOrThrow, type LoadedInvoice } from "../invoices/load-invoice.ts";
import {
  creditableLines,
  type NamedNote,
  nameNote,
  paidOf,
  requireUndisputed,
  roomOf,
  settleNote,
} from "./provider-request.ts";
import { carryOut, findOwnRequest, writeRequest } from "./requests.ts";

type Input = z.output<typeof schema.CreateCreditNote>;

/**
 * Issues a credit note: of an invoice of ours by us, of the card provider's by the provider, in whose series its number is. There the
 * request is written first and carried out then, so that it is issued once, also after a crash. Of two of one invoice at once the first one
 * counts.
 */
export async function issueCreditNote(
  scope: Scope,
  input: Input,
): Promise<z.output<typeof schema.CreditNote>> {
  const own = await findOwnRequest(scope);
  const invoice = await getInvoiceOrThrow(scope.db, scope, input.id);
  if (invoice.provider === BY_INVOICE) return createCreditNote(scope, input);
  const request = own ?? (await writeNote(scope, invoice, input));
  return viewCreditNote(await getCreditNoteOrThrow(scope.db, scope, await carryOut(scope, request)));
}

async function writeNote(scope: Scope, before: LoadedInvoice, asking: Input) {
  const { currency } = before;
  const requireLeft = (left: bigint) =>
    requireSeen({ seen: asking.left_to_credit, left, currency, done: "credited" });
  // Here already, as what is asked of the provider may be refused for it.
  requireLeft((await roomOf(scope.db, scope, before)).credit);
  const input = await byLines(scope, before, asking);
  const { reason, to, reference, refunded_at } = input;
  const isByHand = reference !== undefined || refunded_at !== undefined;
  // What the lines come to with their discounts and taxes, the provider is asked before the row is written.
  const wanted = wantedOf(input);
  await requireSteps(scope, before, input);
  const { amount: asked } = await comesTo(scope, before, await nameNote(scope.db, scope, before, wanted));
  const most = to === "REFUND" && !isByHand ? await refundedAtMost(scope, before) : 0n;
  return writeRequest(scope, before.id, async (tx, invoice) => {
    const room = await roomOf(tx, scope, invoice);
    requireLeft(room.credit);
    const named = await nameNote(tx, scope, invoice, wanted);
    if (to === "REFUND" && !isByHand) requireUndisputed(room, paidOf(invoice, asked), invoice.currency);
    const refundable = smaller(most, room.refund);
    const { toBalance, toRefund, outside } = settleNote(invoice, asked, { to, isByHand, refundable });
    return {
      kind: "CREDIT_NOTE",
      amount: named.lines.length === 0 ? Number(asked) : null,
      lines: named.lines.map(({ providerLineId: lineId, amount }) => ({ lineId, amount: Number(amount) })),
      toBalance: Number(toBalance),
      toRefund: Number(toRefund),
      outside: Number(outside),
      reason,
    };
  });
}

/**
 * Refuses amounts that the provider does not credit, as it does not charge them. All that is left, of the invoice or a line, may be any: it
 * stands on the invoice. Throws amount_not_chargeable.
 */
async function requireSteps(
  scope: Scope,
  invoice: LoadedInvoice,
  { amount, lines = [] }: Pick<Input, "amount" | "lines">,
): Promise<void> {
  const isWhole = async (typed: number) => BigInt(typed) === (await roomOf(scope.db, scope, invoice)).credit;
  if (amount !== undefined && !(await isWhole(amount))) requireChargeable(amount, invoice.currency);
  for (const { line_id, amount: part } of lines) {
    const line = invoice.lines.find(({ id }) => id === line_id);
    if (part !== undefined && BigInt(part) !== line?.amount) requireChargeable(part, invoice.currency);
  }
}

/**
 * All that is left of an invoice with taxes, line by line: an amount of no line by name takes no tax back. It stays as it was asked for
 * where the lines do not come to exactly that, such as after a note of an amount.
 */
async function byLines<Asked extends Pick<Input, "amount" | "lines" | "to">>(
  scope: Scope,
  invoice: LoadedInvoice,
  asked: Asked,
): Promise<Asked> {
  const { db } = scope;
  if (asked.amount !== undefined || asked.lines !== undefined || invoice.tax === 0n) return asked;
  const left = await creditableLines(db, scope, invoice);
  const { credit } = await roomOf(db, scope, invoice);
  if (left.length === 0 || left.reduce((sum, one) => sum + one.left, 0n) > credit) return asked;
  const wanted = { ...asked, lines: left.map(({ id }) => ({ line_id: id })) };
  const { amount } = await comesTo(scope, invoice, await nameNote(db, scope, invoice, wantedOf(wanted)));
  return amount === credit ? wanted : asked;
}

/** What a note comes to in all, and the tax in it. An amount of no line by name has no tax by itself. */
async function comesTo(
  scope: Scope,
  invoice: LoadedInvoice,
  { lines, amount }: NamedNote,
): Promise<{ amount: bigint; tax: bigint }> {
  if (lines.length === 0 || invoice.providerInvoiceId === null) return { amount, tax: 0n };
  const provider = await cardProviderOf(scope);
  return provider.creditOf({
    invoiceId: invoice.providerInvoiceId,
    lines: lines.map((line) => ({ lineId: line.providerLineId, amount: line.amount })),
  });
}

/** The most that the provider gives back for one credit note: it refunds one payment of the invoice. */
async function refundedAtMost(scope: Scope, { providerInvoiceId }: LoadedInvoice): Promise<bigint> {
  const provider = await cardProviderOf(scope);
  const payments = await provider.listRefundable(providerInvoiceId ?? "");
  return payments.reduce((most, { left }) => (left > most ? left : most), 0n);
}

/** What a credit note would say and do now. Nothing is written. The errors of the credit note itself. */
export async function previewNote(
  scope: Scope,
  asking: z.output<typeof schema.PreviewCreditNote>,
): Promise<z.output<typeof schema.CreditNotePreview>> {
  const { db } = scope;
  const invoice = await getInvoiceOrThrow(db, scope, asking.id);
  if (invoice.provider === BY_INVOICE) return previewCreditNote(scope, asking);
  const input = await byLines(scope, invoice, asking);
  await requireSteps(scope, invoice, input);
  const named = await nameNote(db, scope, invoice, wantedOf(input));
  const { amount, tax } = await comesTo(scope, invoice, named);
  const room = await roomOf(db, scope, invoice);
  const { credit, refund } = room;
  if (input.to === "REFUND") requireUndisputed(room, paidOf(invoice, amount), invoice.currency);
  const most = input.to === "REFUND" ? await refundedAtMost(scope, invoice) : 0n;
  const settlement = { to: input.to, isByHand: false, refundable: smaller(most, refund) };
  const { offDue, toBalance, toRefund } = settleNote(invoice, amount, settlement);
  const due = invoice.amountDue - offDue;
  const remaining = invoice.status === "OPEN" ? due - invoice.amountPaid : 0n;
  return {
    ...viewNoteAmounts({ currency: invoice.currency, amount, offDue, toBalance, toRefund, tax }),
    lines:
      named.lines.length > 0
        ? named.lines.map(viewNoteLine)
        : [viewNoteLine({ invoiceLineId: null, description: "", amount })],
    invoice_amount_due: toWireAmount(due),
    invoice_amount_remaining: toWireAmount(remaining),
    left_to_credit: toWireAmount(credit - amount),
  };
}
