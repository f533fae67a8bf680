import type { z } from "zod";
import { type Sum, toWireAmount } from "../../platform/money.ts";
import type { Scope } from "../../platform/scope.ts";
import { sumCreditLeft } from "../billing/charges/waiting-charges.ts";
import { sumInvoices, sumOwedBySubscriptions } from "../billing/invoices/sum-invoices.ts";
import { sumHeld } from "../billing/ledger/list-charges.ts";
import type { Attention } from "./attention-schema.ts";

type Waiting = z.output<typeof Attention>["overdue_invoices"];

/** Where money waits for a person: how many there are of each kind, and what they come to. */
export async function getAttention(scope: Scope): Promise<z.output<typeof Attention>> {
  const { db, tenantId } = scope;
  const [overdue, unpaid, pastDue, held, credits, statuses] = await Promise.all([
    sumInvoices(scope, { is_overdue: true }),
    sumOwedBySubscriptions(scope, "UNPAID"),
    sumOwedBySubscriptions(scope, "PAST_DUE"),
    sumHeld(scope),
    sumCreditLeft(scope),
    db.subscription.groupBy({
      by: ["status"],
      where: { tenantId, status: { in: ["UNPAID", "PAST_DUE"] } },
      _count: true,
    }),
  ]);
  const having = (wanted: string) => statuses.find(({ status }) => status === wanted)?._count ?? 0;
  const remaining = overdue.by_currency.map(({ currency, count, amount_remaining: amount }) => ({
    ...{ currency, count, amount: BigInt(amount) },
  }));
  return {
    overdue_invoices: { count: overdue.count, sum: largest(remaining) },
    unpaid_subscriptions: { count: having("UNPAID"), sum: largest(unpaid) },
    past_due_subscriptions: { count: having("PAST_DUE"), sum: largest(pastDue) },
    held_charges: { count: countOf(held), sum: largest(held) },
    left_credits: { count: countOf(credits), sum: largest(credits) },
  };
}

const countOf = (sums: Sum[]) => sums.reduce((all, { count }) => all + count, 0);

/** Amounts of two currencies cannot be compared: the currency with the most items counts, of two with as many the one of more. */
function largest(sums: Sum[]): Waiting["sum"] {
  const [first, ...others] = sums
    .filter(({ amount }) => amount > 0n)
    .toSorted((a, b) => b.count - a.count || Number(b.amount - a.amount));
  return first === undefined
    ? null
    : { currency: first.currency, amount: toWireAmount(first.amount), other_currencies: others.length };
}
