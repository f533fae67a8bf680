import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { formatMoney, toWireAmount } from "../../../platform/money.ts";
import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { requireChargeable } from "../../catalog/sellable.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { requireSeen } from "../credit-notes/require-seen.ts";
import { getInvoiceOrThrow, type LoadedInvoice, lockInvoice } from "../invoices/load-invoice.ts";
import { recordInvoice } from "../invoices/open-invoice.ts";
import { mailRefund } from "../refunds/mail-refund.ts";
import { recordRefund, refundMoment } from "../refunds/record-refund.ts";
import type * as schema from "../refunds/schema.ts";
import { viewRefund } from "../refunds/view-refund.ts";
import { changeInvoice } from "../subscriptions/by-invoice/update-invoice.ts";
import { requireUndisputed, roomOf } from "./provider-request.ts";
import { carryOut, findOwnRequest, writeRequest } from "./requests.ts";

type Input = z.output<typeof schema.CreateRefund>;

/**
 * Gives back money that was paid for an invoice, in part or whole, without a credit note: by card through the provider, else recorded as
 * given back by hand. Never more than was paid and not given back, as money or credit.
 */
export async function refundInvoice(scope: Scope, input: Input): Promise<z.output<typeof schema.Refund>> {
  const own = await findOwnRequest(scope);
  const invoice = await getInvoiceOrThrow(scope.db, scope, input.id);
  if (invoice.provider === BY_INVOICE) return recordByHand(scope, input);
  const request = own ?? (await writeRefund(scope, invoice, input));
  const id = await carryOut(scope, request);
  const key = { tenantId_id: { tenantId: scope.tenantId, id } };
  return viewRefund(await scope.db.refund.findUniqueOrThrow({ where: key }));
}

function recordByHand(caller: Scope, input: Input): Promise<z.output<typeof schema.Refund>> {
  return changeInvoice(caller, input.id, async (tx, scope) => {
    const before = await lockInvoice(tx, scope, input.id);
    const amount = await amountOf(tx, scope, before, input);
    const { reason = null, reference = null, refunded_at } = input;
    const refundedAt = refundMoment(refunded_at, scope.clock.now());
    const refund = await recordRefund(tx, scope, before, {
      amount,
      creditNoteId: null,
      reason,
      reference,
      refundedAt,
    });
    await tx.invoice.update({
      where: { tenantId_id: { tenantId: scope.tenantId, id: before.id } },
      data: { amountRefunded: before.amountRefunded + amount, updatedAt: scope.clock.now() },
    });
    await recordInvoice(tx, scope, "credit", before);
    await mailRefund(tx, scope, before, refund);
    return viewRefund(refund);
  });
}

async function writeRefund(scope: Scope, { id, providerInvoiceId }: LoadedInvoice, input: Input) {
  const provider = await cardProviderOf(scope);
  const payments = await provider.listRefundable(providerInvoiceId ?? "");
  return writeRequest(scope, id, async (tx, invoice) => {
    const amount = await amountOf(tx, scope, invoice, input);
    if (input.amount !== undefined) requireChargeable(input.amount, invoice.currency);
    const payment = payments.find(({ left }) => left >= amount);
    if (!payment) {
      const most = payments.reduce((most, { left }) => (left > most ? left : most), 0n);
      throw tooMuch(most, invoice.currency);
    }
    return {
      kind: "REFUND",
      paymentId: payment.paymentId,
      amount: Number(amount),
      reason: input.reason ?? null,
    };
  });
}

/** What is to be given back: what was asked for, or all that is left. */
async function amountOf(tx: Tx, scope: Scope, invoice: LoadedInvoice, input: Input): Promise<bigint> {
  const { status, currency } = invoice;
  if (status === "DRAFT" || status === "VOID")
    throw new ApiError("invoice_status_conflict", { details: { status } });
  const room = await roomOf(tx, scope, invoice);
  const left = room.refund;
  requireSeen({ seen: input.left_to_refund, left, currency, done: "given back" });
  const amount = input.amount === undefined ? left : BigInt(input.amount);
  if (amount > left || amount <= 0n) throw tooMuch(left, currency);
  requireUndisputed(room, amount, currency);
  return amount;
}

function tooMuch(left: bigint, currency: string): ApiError {
  const most = left > 0n ? left : 0n;
  return new ApiError("refund_exceeds_remaining", {
    details: { left: toWireAmount(most), left_to_refund: formatMoney(most, currency) },
  });
}
