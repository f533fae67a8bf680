import type { z } from "zod";
import { type Sum, toWireAmount } from "../../platform/money.ts";
import type { Scope } from "../../platform/scope.ts";
import { sumCreditLeft } from "../billing/charges/waiting-charges.ts";
import { sumInvoices } from "../billing/invoices/sum-invoices.ts";
import { sumHeld } from "../billing/ledger/list-charges.ts";
import type { Attention } from "./get-attention-schema.ts";

type WaitingMoney = z.output<typeof Attention>["overdue_invoices"];

/** Where money waits for a person: how many there are of each kind, and what they come to. */
export async function getAttention(scope: Scope): Promise<z.output<typeof Attention>> {
  const { db, tenantId } = scope;
  const [overdue, held, credits, statuses] = await Promise.all([
    sumInvoices(scope, { is_overdue: true }),
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
    currency,
    count,
    amount: BigInt(amount),
  }));
  return {
    overdue_invoices: { count: overdue.count, sums: mostFirst(remaining) },
    unpaid_subscriptions: { count: having("UNPAID") },
    past_due_subscriptions: { count: having("PAST_DUE") },
    held_charges: { count: countOf(held), sums: mostFirst(held) },
    left_credits: { count: countOf(credits), sums: mostFirst(credits) },
  };
}

const countOf = (sums: Sum[]) => sums.reduce((all, { count }) => all + count, 0);

/** Amounts of two currencies cannot be compared: the currency with the most items is first, of two with as many the one of more. */
function mostFirst(sums: Sum[]): WaitingMoney["sums"] {
  return sums
    .filter(({ amount }) => amount > 0n)
    .toSorted((a, b) => b.count - a.count || Number(b.amount - a.amount))
    .map(({ currency, amount }) => ({ currency, amount: toWireAmount(amount) }));
}
