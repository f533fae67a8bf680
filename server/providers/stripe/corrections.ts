import Stripe from "stripe";
import type {
  CardProvider,
  ProviderCorrection,
  ProviderCorrections,
  ProviderCreditNote,
  ProviderDispute,
  ProviderFraudWarning,
  ProviderRefund,
} from "../port.ts";
import { callStripe, isMissing, listAll } from "./errors.ts";

type Calls = Pick<CardProvider, "readCorrections" | "findInvoicesOfPayment" | "listCorrectionsSince">;

/** How many of a kind are read of one invoice. */
const MOST = 1000;
const PAGE = 100;

/**
 * Credit notes, refunds and disputes: https://docs.stripe.com/invoicing/integration/programmatic-credit-notes,
 * https://docs.stripe.com/refunds, https://docs.stripe.com/disputes, https://docs.stripe.com/disputes/monitoring-programs#early-fraud-warnings.
 */
export function corrections(stripe: Stripe): Calls {
  return {
    readCorrections: (invoice) => callStripe(() => read(stripe, invoice)),
    findInvoicesOfPayment: (payment_intent) =>
      callStripe(async () => {
        const payments = await all(
          stripe.invoicePayments.list({ payment: { type: "payment_intent", payment_intent }, limit: PAGE }),
        );
        return [...new Set(payments.map(({ invoice }) => idOf(invoice) ?? ""))];
      }),
    listCorrectionsSince: (since) => listSince(stripe, { gte: Math.floor(since.getTime() / 1000) }),
  };
}

/** A whole list; an empty one for an object that Stripe does not know. */
async function all<T extends { id: string }>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  try {
    return await list.autoPagingToArray({ limit: MOST });
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A list; an empty one where a restricted key may not read it: https://docs.stripe.com/keys/restricted-api-keys. */
async function allowed<T>(list: Promise<T[]>): Promise<T[]> {
  try {
    return await list;
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return [];
    throw error;
  }
}

async function read(stripe: Stripe, invoice: string): Promise<ProviderCorrections> {
  const notes = await all(stripe.creditNotes.list({ invoice, limit: PAGE }));
  const payments = await all(stripe.invoicePayments.list({ invoice, status: "paid", limit: PAGE }));
  const refunds: ProviderRefund[] = [];
  const disputes: ProviderDispute[] = [];
  const fraudWarnings: ProviderFraudWarning[] = [];
  for (const of of payments.flatMap(ofPayment)) {
    const query = { ...of, limit: PAGE };
    const [given, contested, warned] = await Promise.all([
      all(stripe.refunds.list(query)),
      all(stripe.disputes.list(query)),
      allowed(all(stripe.radar.earlyFraudWarnings.list(query))),
    ]);
    refunds.push(...given.map(viewRefund));
    disputes.push(...contested.map(viewDispute));
    fraudWarnings.push(...warned.map(viewWarning));
  }
  const creditNotes: ProviderCreditNote[] = [];
  for (const note of notes) creditNotes.push(await viewNote(stripe, note));
  return { creditNotes, refunds, disputes, fraudWarnings };
}

/**
 * By what the refunds and disputes of a payment are listed: its payment intent, or a charge that has none (doc comments of
 * InvoicePayment.Payment in the SDK). A payment record is money that did not come by Stripe.
 */
function ofPayment({ payment }: Stripe.InvoicePayment): ({ payment_intent: string } | { charge: string })[] {
  const intent = idOf(payment.payment_intent);
  if (intent !== null) return [{ payment_intent: intent }];
  const charge = idOf(payment.charge);
  return charge === null ? [] : [{ charge }];
}

async function viewNote(stripe: Stripe, note: Stripe.CreditNote): Promise<ProviderCreditNote> {
  const { id, number, pre_payment_amount: offDue, post_payment_amount: postPayment, total } = note;
  const lines = note.lines.has_more
    ? await stripe.creditNotes.listLineItems(id, { limit: PAGE }).autoPagingToArray({ limit: MOST })
    : note.lines.data;
  return {
    id,
    number,
    key: note.metadata?.usher_key ?? null,
    currency: note.currency.toUpperCase(),
    status: note.status === "void" ? "VOID" : "ISSUED",
    amount: BigInt(total),
    offDue: BigInt(offDue),
    postPayment: BigInt(postPayment),
    outOfBand: BigInt(note.out_of_band_amount ?? 0),
    tax: BigInt(total - (note.total_excluding_tax ?? total)),
    reason: note.memo ?? note.reason,
    // A refund of a payment record went back outside of Stripe, and has no id of a refund.
    refunds: note.refunds.flatMap(({ refund, amount_refunded: amount }) => {
      const refundId = idOf(refund);
      return refundId === null ? [] : [{ id: refundId, amount: BigInt(amount) }];
    }),
    issuedAt: moment(note.effective_at ?? note.created),
    voidedAt: note.voided_at === null ? null : moment(note.voided_at),
    createdAt: moment(note.created),
    lines: lines.map((line) => ({
      id: line.id,
      invoiceLineId: line.invoice_line_item ?? null,
      description: line.description ?? "",
      amount: BigInt(line.amount),
    })),
  };
}

/** "This can be pending, requires_action, succeeded, failed, or canceled" (SDK, Refunds.d.ts, status). */
const REFUND_STATUSES = new Map<string | null, ProviderRefund["status"]>([
  ["succeeded", "SUCCEEDED"],
  ["failed", "FAILED"],
  ["canceled", "CANCELED"],
]);

function refundStatus({ status }: Stripe.Refund): ProviderRefund["status"] {
  return REFUND_STATUSES.get(status) ?? "PENDING";
}

function viewRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    key: refund.metadata?.usher_key ?? null,
    status: refundStatus(refund),
    currency: refund.currency.toUpperCase(),
    amount: BigInt(refund.amount),
    reason: refund.reason,
    reference: refund.destination_details?.card?.reference ?? null,
    createdAt: moment(refund.created),
  };
}

/** The possible values: SDK, Disputes.d.ts, status. One that is not known yet is under review. */
const DISPUTE_STATUSES = new Map<string, ProviderDispute["status"]>([
  ["warning_needs_response", "INQUIRY"],
  ["warning_under_review", "INQUIRY"],
  ["warning_closed", "CLOSED"],
  ["prevented", "CLOSED"],
  ["needs_response", "NEEDS_RESPONSE"],
  ["appeal_needs_response", "NEEDS_RESPONSE"],
  ["won", "WON"],
  ["lost", "LOST"],
]);

function disputeStatus({ status }: Stripe.Dispute): ProviderDispute["status"] {
  return DISPUTE_STATUSES.get(status) ?? "UNDER_REVIEW";
}

function viewDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { id, currency, amount, reason, evidence_details: evidence } = dispute;
  return {
    id,
    reason,
    currency: currency.toUpperCase(),
    amount: BigInt(amount),
    status: disputeStatus(dispute),
    withdrawn: withdrawnOf(dispute),
    evidenceDueAt: evidence.due_by === null ? null : moment(evidence.due_by),
    createdAt: moment(dispute.created),
  };
}

function viewWarning(warning: Stripe.Radar.EarlyFraudWarning): ProviderFraudWarning {
  const { id, fraud_type: type, actionable: isActionable, created } = warning;
  return { id, type, isActionable, createdAt: moment(created) };
}

/**
 * "List of zero, one, or two balance transactions that show funds withdrawn and reinstated" (SDK, Disputes.d.ts): they may be in the
 * currency in which the account is paid out, so that their sign alone is taken.
 */
function withdrawnOf({ amount, balance_transactions: moved }: Stripe.Dispute): bigint {
  return moved.reduce((sum, one) => sum + one.amount, 0) < 0 ? BigInt(amount) : 0n;
}

async function* listSince(stripe: Stripe, created: { gte: number }): AsyncGenerator<ProviderCorrection> {
  const query = { created, limit: PAGE };
  yield* listAll(
    () => stripe.creditNotes.list(query),
    (note): ProviderCorrection => ({
      kind: "CREDIT_NOTE",
      id: note.id,
      status: note.status === "void" ? "VOID" : "ISSUED",
      invoiceId: idOf(note.invoice),
      paymentId: null,
      customerId: idOf(note.customer),
      withdrawn: 0n,
    }),
  );
  yield* listAll(() => stripe.refunds.list(query), foundRefund);
  yield* listAll(
    () => stripe.disputes.list(query),
    (dispute): ProviderCorrection => ({
      kind: "DISPUTE",
      id: dispute.id,
      status: disputeStatus(dispute),
      withdrawn: withdrawnOf(dispute),
      invoiceId: null,
      paymentId: idOf(dispute.payment_intent),
      customerId: null,
    }),
  );
  const warnings = stripe.radar.earlyFraudWarnings.list(query).autoPagingToArray({ limit: MOST });
  for (const warning of await callStripe(() => allowed(warnings)))
    yield {
      kind: "FRAUD_WARNING",
      id: warning.id,
      status: warning.actionable ? "ACTIONABLE" : "PAST",
      invoiceId: null,
      paymentId: idOf(warning.payment_intent),
      customerId: null,
      withdrawn: 0n,
    };
  // One that succeeded may fail weeks later: https://docs.stripe.com/refunds#failed-refunds.
  const failed = listAll(
    () => stripe.events.list({ type: "refund.failed", ...query }),
    ({ data: { object } }) => ("object" in object && object.object === "refund" ? foundRefund(object) : null),
  );
  for await (const one of failed) if (one !== null) yield one;
}

function foundRefund(refund: Stripe.Refund): ProviderCorrection {
  const { id, payment_intent: payment, customer } = refund;
  return {
    kind: "REFUND",
    id,
    status: refundStatus(refund),
    withdrawn: 0n,
    invoiceId: null,
    paymentId: idOf(payment),
    customerId: idOf(customer),
  };
}

function idOf(reference: string | { id?: string } | null | undefined): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}

function moment(seconds: number): Date {
  return new Date(seconds * 1000);
}
