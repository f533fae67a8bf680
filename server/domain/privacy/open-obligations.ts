import { ApiError } from "../../errors/api-error.ts";
import { toWireAmount } from "../../platform/money.ts";
import { BY_INVOICE } from "../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { findProviderCredit } from "../billing/charges/write-off-erased.ts";
import { voidInvoice } from "../billing/invoice-actions/void-invoice.ts";
import { getInvoiceOrThrow } from "../billing/invoices/load-invoice.ts";
import { syncInvoice } from "../billing/invoices/sync-invoice.ts";
import { cancelSubscription } from "../billing/subscriptions/end/end-subscription.ts";
import { cardProviderOf } from "../tenants/provider/connect-card-provider.ts";
import type { Person } from "./find-person.ts";

/** What prevents an erasure: live subscriptions, unpaid invoices, money that waits, provider calls in progress. */
interface OpenObligations {
  subscriptions: string[];
  /** Issued, and not paid in full. */
  invoices: string[];
  /** Subscriptions whose charges wait for a last invoice. */
  waiting: number;
  /** Charges that are held for a person's decision. */
  held: string[];
  credit: Credit[];
  /** Calls to the card provider that are in progress. */
  operations: number;
}

/** What a person is owed: above 0. Below 0 they owe it, because an invoice was too small to be charged by card. */
interface Credit {
  currency: string;
  amount: bigint;
}

async function findObligations(tx: Tx, scope: Scope, { customers }: Person): Promise<OpenObligations> {
  const { tenantId } = scope;
  const theirs = { tenantId, customerId: { in: customers } };
  const subscriptions = await tx.subscription.findMany({
    where: { ...theirs, status: { not: "CANCELED" } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  const invoices = await tx.invoice.findMany({
    where: { ...theirs, status: { in: ["OPEN", "DRAFT"] } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  const waiting = await tx.$queryRaw<{ currency: string; amount: bigint }[]>`
    select c.currency, sum(c.amount)::bigint as amount from charges c
    join charge_placements p on p.tenant_id = c.tenant_id and p.charge_id = c.id
      and p.kind in ('WAITING', 'INVOICE') and p.invoice_id is null and p.ended_at is null
    where c.tenant_id = ${tenantId} and c.customer_id = any(${customers})
    group by c.subscription_id, c.currency having sum(c.amount) <> 0`;
  const held = await tx.charge.findMany({
    where: { ...theirs, placements: { some: { kind: "HELD", endedAt: null } } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  const atProvider = await findProviderCredit(tx, scope, customers);
  const ofOurs = waiting.filter(({ amount }) => amount < 0n);
  return {
    subscriptions: subscriptions.map(({ id }) => id),
    invoices: invoices.map(({ id }) => id),
    waiting: waiting.length - ofOurs.length,
    held: held.map(({ id }) => id),
    credit: sumByCurrency([...ofOurs, ...atProvider]),
    operations:
      (await tx.providerOperation.count({ where: { ...theirs, status: "PENDING" } })) +
      (await tx.correctionRequest.count({
        where: { tenantId, status: "REQUESTED", OR: [{ invoice: theirs }, theirs] },
      })),
  };
}

/** In the journal credit is below 0. */
function sumByCurrency(rows: readonly Credit[]): Credit[] {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return [...byCurrency].map(([currency, some]) => ({
    currency,
    amount: -some.reduce((sum, { amount }) => sum + amount, 0n),
  }));
}

/** Throws person_has_open_billing or subscription_change_in_progress. An erasure that cancels writes off what is held, and credit. */
export async function requireNoObligations(
  tx: Tx,
  scope: Scope,
  person: Person,
  cancels = false,
): Promise<void> {
  const { subscriptions, invoices, waiting, held, credit, operations } = await findObligations(
    tx,
    scope,
    person,
  );
  const isOwed = waiting + held.length + credit.length > 0;
  if (subscriptions.length + invoices.length > 0 || (isOwed && !cancels)) {
    const left = credit.map(({ currency, amount }) => ({ currency, amount: toWireAmount(amount) }));
    const ids = { subscription_ids: subscriptions, invoice_ids: invoices, charge_ids: held };
    throw new ApiError("person_has_open_billing", { details: { ...ids, credit: left } });
  }
  // A last invoice that is not yet written, or a call to the card provider in progress.
  if (waiting + operations > 0) throw new ApiError("subscription_change_in_progress");
}

/** Cancels live subscriptions at once and voids unpaid invoices, ours and at the card provider. Throws invoice_status_conflict. */
export async function endObligations(scope: Scope, person: Person): Promise<void> {
  const { subscriptions } = await findObligations(scope.db, scope, person);
  for (const id of subscriptions) await cancelSubscription(scope, { id, at: "now" });
  const { invoices } = await findObligations(scope.db, scope, person);
  for (const id of invoices) await voidUnpaid(scope, id);
}

/** What is voided at the card provider holds its charges, which the erasure writes off. What was paid there meanwhile is paid. */
async function voidUnpaid(scope: Scope, id: string): Promise<void> {
  const { provider, providerInvoiceId } = await getInvoiceOrThrow(scope.db, scope, id);
  if (provider === BY_INVOICE || providerInvoiceId === null) {
    await voidInvoice(scope, { id, charges: "write_off" });
    return;
  }
  await (await cardProviderOf(scope)).voidInvoice(providerInvoiceId);
  await syncInvoice(scope, providerInvoiceId);
}
