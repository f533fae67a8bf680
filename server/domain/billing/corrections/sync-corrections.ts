import { readThenSave } from "../../../platform/read-then-save.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { ProviderCorrections, ProviderDispute } from "../../../providers/port.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { type Due, syncNotices } from "../invoice-notices/sync-notices.ts";
import { type LoadedInvoice, lockInvoice } from "../invoices/load-invoice.ts";
import { recordInvoice } from "../invoices/open-invoice.ts";
import { syncInvoice } from "../invoices/sync-invoice.ts";
import { saveCreditNotes } from "./save-credit-notes.ts";
import { saveDisputes } from "./save-disputes.ts";
import { saveRefunds } from "./save-refunds.ts";

/**
 * Copies the credit notes, refunds and disputes of the card provider's invoice, which are read outside any transaction: those made
 * through us, in the provider's dashboard or by a bank. Late, repeated and reordered callbacks change nothing (readThenSave). The
 * journal follows when a row is written. Invoices of people who are not our customers are left alone. Returns whether this call
 * changed anything. K7xxx.
 */
export async function syncCorrections(scope: Scope, providerInvoiceId: string): Promise<boolean> {
  const { tenantId, db } = scope;
  const provider = await cardProviderOf(scope);
  const key = { tenantId, provider: BY_CARD, providerInvoiceId } as const;
  const find = () =>
    db.invoice.findUnique({
      where: { tenantId_provider_providerInvoiceId: key },
      select: { id: true, correctionsVersion: true },
    });
  // The invoice's own callback may come later.
  if (!(await find())) await syncInvoice(scope, providerInvoiceId);
  return readThenSave({
    async note() {
      const row = await find();
      return { version: row?.correctionsVersion ?? 0, id: row?.id ?? null };
    },
    read: async ({ id }) => (id === null ? null : provider.readCorrections(providerInvoiceId)),
    async save(remote, { version: noted, id }) {
      if (remote === null || id === null) return { version: noted, isChanged: false };
      return db.$transaction(async (tx) => {
        const before = await lockInvoice(tx, scope, id);
        const version = before.correctionsVersion;
        return { version, isChanged: version === noted && (await save(tx, scope, before, remote)) };
      });
    },
  });
}

/** The same for each invoice that a payment paid: refunds and disputes name the payment alone. K7xxx. */
export async function syncCorrectionsOfPayment(scope: Scope, providerPaymentId: string): Promise<void> {
  const provider = await cardProviderOf(scope);
  for (const id of await provider.findInvoicesOfPayment(providerPaymentId)) await syncCorrections(scope, id);
}

/** Saves what was read, with its events and what the locked invoice says of it; returns whether anything changed. */
async function save(
  tx: Tx,
  caller: Scope,
  invoice: LoadedInvoice,
  remote: ProviderCorrections,
): Promise<boolean> {
  const { tenantId } = caller;
  const { id, customerId } = invoice;
  const customer = await tx.customer.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: customerId } },
  });
  const scope = await withCustomerClock(tx, caller, customer);
  const isNameless = customer.erasedAt !== null;
  const changed = [
    await saveCreditNotes(tx, scope, invoice, remote.creditNotes, isNameless),
    await saveRefunds(tx, scope, invoice, remote, isNameless),
    await saveDisputes(tx, scope, invoice, remote.disputes),
  ];
  const isChanged = changed.includes(true);
  await tx.invoice.update({
    where: { tenantId_id: { tenantId, id } },
    data: {
      correctionsVersion: { increment: 1 },
      ...(isChanged && { ...(await sumsOf(tx, tenantId, id)), updatedAt: scope.clock.now() }),
    },
  });
  if (isChanged) await recordInvoice(tx, scope, "credit", invoice);
  const isNoted = await syncNotices(tx, scope, invoice, ["FRAUD_WARNING", "DISPUTE"], noticesOf(remote));
  return isChanged || isNoted;
}

const NEEDS_ANSWER = new Set<ProviderDispute["status"]>(["INQUIRY", "NEEDS_RESPONSE"]);

/** The warnings on which a person can act, and the disputes that wait for an answer. */
function noticesOf({ fraudWarnings, disputes }: ProviderCorrections): Due[] {
  const warned = fraudWarnings
    .filter(({ isActionable }) => isActionable)
    .map(({ id, type, createdAt }) => ({
      kind: "FRAUD_WARNING" as const,
      providerObjectId: id,
      code: type,
      message: null,
      dueAt: null,
      openedAt: createdAt,
    }));
  const disputed = disputes
    .filter(({ status, evidenceDueAt }) => NEEDS_ANSWER.has(status) && evidenceDueAt !== null)
    .map(({ id, reason, evidenceDueAt, createdAt }) => ({
      kind: "DISPUTE" as const,
      providerObjectId: id,
      code: reason,
      message: null,
      dueAt: evidenceDueAt,
      openedAt: createdAt,
    }));
  return [...warned, ...disputed];
}

/** What was taken back of an invoice, given back or disputed, in all. */
async function sumsOf(tx: Tx, tenantId: string, invoiceId: string) {
  const where = { tenantId, invoiceId };
  const notes = await tx.creditNote.aggregate({
    where: { ...where, status: "ISSUED" },
    _sum: { amount: true },
  });
  const refunds = await tx.refund.aggregate({
    where: { ...where, status: { in: ["PENDING", "SUCCEEDED"] } },
    _sum: { amount: true },
  });
  const disputes = await tx.dispute.aggregate({ where, _sum: { withdrawn: true } });
  return {
    amountCredited: notes._sum.amount ?? 0n,
    amountRefunded: refunds._sum.amount ?? 0n,
    amountDisputed: disputes._sum.withdrawn ?? 0n,
  };
}
