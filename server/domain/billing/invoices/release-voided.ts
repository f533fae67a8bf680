import type { Invoice } from "../../../platform/database/client/client.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { WAITS_FOR_CARDHOLDER } from "../../../providers/operation-failures.ts";
import type { ProviderInvoice } from "../../../providers/port.ts";
import { REMOVED } from "../charges/hold-removed.ts";
import { releaseInvoice } from "../charges/release-charges.ts";
import { phasesOf, termsAt } from "../terms/phases.ts";

/**
 * Decides about the charges of an invoice that was voided at the card provider. A pause voids the invoices of its subscription: the
 * price and the steps of that period are not owed, and what was owed before, such as overage, waits again. So it is with drafts that we
 * void (VoidReason), as of a period that began while the subscription was unpaid. The invoice of a change that its
 * cardholder did not confirm was for nothing. Who voided another one did not say what becomes of its charges: they are held for a
 * decision, and nothing is billed by itself. The invoice is locked by the transaction.
 */
export async function releaseVoided(
  tx: Tx,
  scope: Scope,
  invoiceId: string,
  before: Pick<Invoice, "status" | "issuedAt"> | null,
  remote: Pick<ProviderInvoice, "providerSubscriptionId" | "voidedAt" | "reason" | "voidedFor">,
): Promise<void> {
  const { providerSubscriptionId, voidedAt } = remote;
  // Items of ours that come back on it only now are on it before they are taken off.
  await tx.$executeRaw`select usher_place_lines(${scope.tenantId}, ${invoiceId})`;
  const pausedAt = await pauseAt(tx, scope, providerSubscriptionId, voidedAt ?? scope.clock.now());
  // A pause voids what would be issued in it, no invoice that was open before: a person did that.
  const openSince = before?.status === "OPEN" ? before.issuedAt : null;
  const isPause = pausedAt !== null && (openSince === null || openSince > pausedAt);
  const isNotMade = !isPause && (await isOfUnconfirmedChange(tx, scope, invoiceId, remote));
  const code = remote.voidedFor ?? (isPause ? "PAUSED" : isNotMade ? "NOT_MADE" : null);
  await releaseInvoice(tx, scope, invoiceId, ({ cause }) => {
    // Of what a version without charges stored it is not known whether the provider computed it, or it was owed before.
    if (code === null || cause === "LEGACY") return { to: "HELD", code: "VOIDED", reason: null };
    return { to: cause === "PROVIDER_LINE" ? "WRITTEN_OFF" : "WAITING", code, reason: null };
  });
}

/** Holds the charges of a draft that a person has deleted at the card provider, with its items: what becomes of them is theirs to decide. */
export async function releaseDeleted(tx: Tx, scope: Scope, invoiceId: string): Promise<void> {
  await tx.$executeRaw`select usher_place_lines(${scope.tenantId}, ${invoiceId})`;
  await releaseInvoice(tx, scope, invoiceId, () => ({ to: "HELD", code: REMOVED, reason: null }));
}

/**
 * Since when a subscription was paused at a moment, or is: a pause at the provider may have been learned only after it. null: it was
 * not.
 */
async function pauseAt(
  tx: Tx,
  scope: Scope,
  providerSubscriptionId: string | null,
  moment: Date,
): Promise<Date | null> {
  if (providerSubscriptionId === null) return null;
  const { tenantId } = scope;
  const key = { tenantId, provider: BY_CARD, providerSubscriptionId } as const;
  const row = await tx.subscription.findUnique({
    where: { tenantId_provider_providerSubscriptionId: key },
  });
  if (!row) return null;
  if (row.status === "PAUSED") return row.pausedAt ?? moment;
  const terms = termsAt(await phasesOf(tx, scope, row.id), moment);
  return terms?.collecting === "PAUSED" ? terms.from : null;
}

/** Whether an invoice is that of a change that waited for its cardholder (card_authentication_required): a paid one is never voided. */
async function isOfUnconfirmedChange(
  tx: Tx,
  { tenantId }: Scope,
  invoiceId: string,
  { reason }: Pick<ProviderInvoice, "reason">,
): Promise<boolean> {
  if (reason !== "subscription_update") return false;
  const { subscriptionId } = await tx.invoice.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: invoiceId } },
  });
  const asked = await tx.providerOperation.count({
    where: {
      tenantId,
      subscriptionId: subscriptionId ?? "",
      kind: "CHANGE_PLAN",
      failureCode: { in: [WAITS_FOR_CARDHOLDER, "DROPPED"] },
    },
  });
  return asked > 0;
}
