import { BY_INVOICE } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import { billedBy } from "../charges/used-credit.ts";
import type { LoadedInvoice } from "./load-invoice.ts";
import { amountsOf } from "./rules.ts";

/** The charges that are on an invoice, each with its line. */
export function chargesOn(tx: Tx, { tenantId }: Scope, invoiceId: string) {
  return tx.chargePlacement.findMany({
    where: { tenantId, invoiceId, kind: "INVOICE", endedAt: null },
    include: { charge: true },
  });
}

/**
 * How much of what an invoice of ours billed the credit on it paid, which its total is less by; of the card provider's 0, as there
 * credit is no line.
 */
export async function creditOnLines(
  tx: Tx,
  scope: Scope,
  { id, provider }: Pick<LoadedInvoice, "id" | "provider">,
): Promise<bigint> {
  if (provider !== BY_INVOICE) return 0n;
  return billedBy((await chargesOn(tx, scope, id)).map(({ charge }) => charge)).byCredit;
}

/** What the customer's credit paid of an invoice: on its lines, or taken off what is due. In the minor unit. */
export async function paidByCredit(tx: Tx, scope: Scope, invoice: LoadedInvoice): Promise<bigint> {
  return amountsOf(invoice).fromCredit + (await creditOnLines(tx, scope, invoice));
}
