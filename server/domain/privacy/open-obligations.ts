import { ApiError } from "../../errors/api-error.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { cancelSubscription } from "../billing/subscriptions/end/end-subscription.ts";
import { voidInvoice } from "../billing/subscriptions/manual/void-invoice.ts";
import type { Person } from "./find-person.ts";

/** What prevents an erasure: live subscriptions, unpaid invoices, provider calls in progress. */
interface OpenObligations {
  subscriptions: string[];
  /** Issued, and not paid in full; or lines that wait for a last invoice. */
  invoices: string[];
  waiting: number;
  /** Calls to the card provider that are in progress. */
  operations: number;
}

async function findObligations(tx: Tx, { tenantId }: Scope, { customers }: Person): Promise<OpenObligations> {
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
  const waiting = await tx.$queryRaw<{ count: bigint }[]>`
    select count(*) as count from (
      select c.subscription_id from charges c
      join charge_placements p on p.tenant_id = c.tenant_id and p.charge_id = c.id 
        and p.kind in ('WAITING', 'INVOICE') and p.invoice_id is null and p.ended_at is null
      where c.tenant_id = ${tenantId} and c.customer_id = any(${customers})
      group by c.subscription_id having sum(c.amount) > 0) owed`;
  return {
    subscriptions: subscriptions.map(({ id }) => id),
    invoices: invoices.map(({ id }) => id),
    waiting: Number(waiting[0]?.count ?? 0),
    operations: await tx.providerOperation.count({ where: { ...theirs, status: "PENDING" } }),
  };
}

/** K3051 while a subscription is live or an invoice unpaid; K6007 while only background work is left. */
export async function requireNoObligations(
  tx: Tx,
  scope: Scope,
  person: Person,
  cancels = false,
): Promise<void> {
  const { subscriptions, invoices, waiting, operations } = await findObligations(tx, scope, person);
  if (subscriptions.length + invoices.length > 0 || (waiting > 0 && !cancels)) {
    const details = { subscription_ids: subscriptions, invoice_ids: invoices };
    throw new ApiError("K3051", { details });
  }
  // A last invoice that is not yet written, or a call to the card provider in progress.
  if (waiting + operations > 0) throw new ApiError("K6007");
}

/** Cancels live subscriptions at once and voids unpaid invoices. K6013, K6016 an invoice of the card provider, which we cannot void. */
export async function endObligations(scope: Scope, person: Person): Promise<void> {
  const { subscriptions } = await findObligations(scope.db, scope, person);
  for (const id of subscriptions) await cancelSubscription(scope, { id, at: "now" });
  const { invoices } = await findObligations(scope.db, scope, person);
  for (const id of invoices) await voidInvoice(scope, { id, charges: "write_off" });
}
